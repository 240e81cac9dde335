"use strict";
(() => {
  const functions = JSON.parse(document.getElementById("data").textContent);
  const perPage = 50;
  const by = (id) => document.getElementById(id);
  const count = (number) => number.toLocaleString("en");
  let shown = functions;
  let page = 0;

  const element = (tag, properties, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const text = (words) => element("span", { class: "text", translate: "no" }, words);
  const article = ({ name, page, facts, why, surprises, boundaries }) => {
    const title = page ? element("a", { href: page }, name) : name;
    const made = element("article", { class: "function" },
      element("header", {}, element("h3", { translate: "no" }, title), element("span", { class: "facts" }, facts)));
    if (why) made.append(element("p", { class: "note" }, why));
    const items = [
      ...surprises.map(([what, told]) => element("li", {}, element("span", { class: "error" }, what), " ", text(told))),
      ...boundaries.map((sentence) => element("li", {}, text(sentence))),
    ];
    if (items.length) made.append(element("ul", {}, ...items));
    return made;
  };

  const render = () => {
    const pages = Math.max(1, Math.ceil(shown.length / perPage));
    by("functions").replaceChildren(...shown.slice(page * perPage, (page + 1) * perPage).map(article));
    const all = count(functions.length);
    by("status").textContent = shown === functions ? `${all} functions` : `${count(shown.length)} of ${all} functions match`;
    by("place").textContent = `Page ${count(page + 1)} of ${count(pages)}`;
    by("previous").disabled = page === 0;
    by("next").disabled = page >= pages - 1;
    document.querySelector(".pager").hidden = pages === 1;
  };
  const turn = (by) => () => {
    page += by;
    render();
    document.querySelector("h2").scrollIntoView();
  };
  by("previous").addEventListener("click", turn(-1));
  by("next").addEventListener("click", turn(1));
  by("search").addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (one) => {
      one.words ??= Object.values(one).flat(2).join(" ").toLowerCase();
      return words.every((word) => one.words.includes(word));
    };
    shown = words.length ? functions.filter(fits) : functions;
    page = 0;
    render();
  });
  document.querySelector(".controls").addEventListener("submit", (event) => event.preventDefault());
  document.querySelector(".controls").hidden = false;
  render();
  // How long it took from opening the file to a page that is laid out, for the benchmark.
  document.documentElement.dataset.ready = String(document.body.offsetHeight > 0 && Math.round(performance.now()));
})();
