"use strict";
(() => {
  const source = document.getElementById("data");
  const table = document.getElementById("table");
  if (!source || !table) return;
  const data = JSON.parse(source.textContent);
  const size = data.score.length;
  const perPage = 50;
  const mostPrinted = 200;
  const by = (id) => document.getElementById(id);
  const clusters = new Map(data.clusters.map(([id, group, decision]) => [id, { group, decision }]));
  const own = new Map(data.decisions);
  const flaky = new Set(data.flaky);
  const [family, kind] = data.columns;
  // A score orders candidates; boundaries have an order of their own.
  const isScored = family === "Cluster";
  const nameOf = (cluster) => `${family[0].toLowerCase()}${cluster}`;
  const groupOf = (i) => clusters.get(data.cluster[i])?.group ?? "";
  const decisionOf = (i) => own.get(i) ?? clusters.get(data.cluster[i])?.decision ?? "";
  const rightOf = (a, i) => data.right[a][i] || data.left[a][i];
  const outcomeText = ([valid, type, text]) => (valid ? text : `error ${type} ${text}`);

  // Texts are ranked once; rows are then sorted by numbers.
  const collator = new Intl.Collator("en", { numeric: true });
  const ranked = (texts) => {
    const different = [...new Set(texts)].sort(collator.compare);
    const rank = new Map(different.map((text, at) => [text, at]));
    return texts.map((text) => rank.get(text));
  };
  const outcomeRanks = () => (data.ranks ??= ranked(data.outcomes.map(outcomeText)));
  const whole = /^-?\d+$/;
  const number = (text) => (text === "true" ? 1 : text === "false" ? 0 : /^\+?(inf|∞)$/.test(text) ? Infinity : /^-(inf|∞)$/.test(text) ? -Infinity : Number(text));
  const byNumber = (texts) => {
    const numbers = texts.map(number);
    return (a, b) => {
      const order = numbers[a] - numbers[b];
      if (order) return order;
      const [x, y] = [texts[a], texts[b]];
      if (x === y || !whole.test(x) || !whole.test(y)) return Number.isNaN(numbers[a]) - Number.isNaN(numbers[b]) || 0;
      return BigInt(x) < BigInt(y) ? -1 : 1;
    };
  };
  const byKeys = (keys) => (a, b) => keys[a] - keys[b];
  const all = Array.from({ length: size }, (_, i) => i);

  const columns = [
    { name: "#", order: () => (a, b) => a - b },
    { name: family, order: () => byKeys(data.cluster) },
    { name: kind, order: () => byKeys(ranked(all.map(groupOf))) },
    ...(isScored ? [{ name: "Score", order: () => byNumber(data.score), kind: "number" }] : []),
    { name: "Found", order: () => byKeys(data.count), kind: "number" },
    ...data.names.map((name, a) => ({
      name,
      kind: "argument",
      order: () => (data.numeric[a] ? byNumber(data.left[a]) : byKeys(ranked(data.left[a]))),
    })),
    { name: "Left output", order: () => byKeys(data.left_outcome.map((o) => outcomeRanks()[o])) },
    { name: "Right output", order: () => byKeys(data.right_outcome.map((o) => outcomeRanks()[o])) },
    { name: "Decision", order: () => byKeys(ranked(all.map(decisionOf))) },
  ];

  let sorting = { column: 0, descending: false };
  let sorted = all;
  let shown = all;
  let page = 0;

  const element = (tag, properties, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  // What both texts begin and end with is left as it is, the rest is marked, whole words and numbers.
  const isWord = (character) => /[\p{L}\p{N}]/u.test(character ?? "");
  const marked = (text, other) => {
    const span = element("span", { class: "text", translate: "no" });
    if (text === other) {
      span.append(text);
      return span;
    }
    const [mine, theirs] = [[...text], [...other]];
    const least = Math.min(mine.length, theirs.length);
    let front = 0;
    while (front < least && mine[front] === theirs[front]) front++;
    let back = 0;
    while (back < least - front && mine[mine.length - 1 - back] === theirs[theirs.length - 1 - back]) back++;
    const splits = (text, at) => isWord(text[at - 1]) && isWord(text[at]);
    while (front > 0 && (splits(mine, front) || splits(theirs, front))) front--;
    while (back > 0 && (splits(mine, mine.length - back) || splits(theirs, theirs.length - back))) back--;
    const end = mine.length - back;
    span.append(mine.slice(0, front).join(""));
    if (end > front) span.append(element("mark", {}, mine.slice(front, end).join("")));
    span.append(mine.slice(end).join(""));
    return span;
  };
  // One element in each cell, so that a narrow screen can put it beside the name of the column.
  const cell = (label, kind, ...children) =>
    element("td", { role: "cell", "data-label": label, class: kind }, element("div", {}, ...children));
  const output = (label, mine, theirs) => {
    const [valid, type, text] = data.outcomes[mine];
    const parts = [];
    if (!valid) {
      parts.push(element("strong", { class: "error" }, element("span", { "aria-hidden": "true" }, "✗ "), "error"), " ");
    }
    parts.push(marked(text || '""', data.outcomes[theirs][2] || '""'));
    if (type) parts.push(" ", element("small", { class: "type" }, type));
    return cell(label, "output", ...parts);
  };
  const row = (i) => {
    const cluster = data.cluster[i];
    const number = element("th", { role: "rowheader", scope: "row" }, String(i + 1));
    if (flaky.has(i)) number.append(element("abbr", { title: "answered differently when called again" }, "~"));
    const made = element("tr", { role: "row" }, number,
      cell(family, "", cluster ? element("a", { href: `#${nameOf(cluster)}` }, nameOf(cluster)) : ""),
      cell(kind, "", groupOf(i)),
      ...(isScored ? [cell("Score", "number", data.score[i])] : []),
      cell("Found", "number", data.count[i].toLocaleString("en")));
    data.names.forEach((name, a) => {
      const [left, right] = [data.left[a][i], rightOf(a, i)];
      const arrow = () => element("span", { class: "arrow" }, " → ");
      const parts = left === right ? [marked(left, left)] : [marked(left, right), arrow(), marked(right, left)];
      made.append(cell(name, left === right ? "value" : "value changed", ...parts));
    });
    const [left, right] = [data.left_outcome[i], data.right_outcome[i]];
    made.append(output("Left output", left, right), output("Right output", right, left), cell("Decision", decisionOf(i) ? "" : "empty", decisionOf(i)));
    return made;
  };

  const render = (from = page * perPage, count = perPage) => {
    const rows = shown.slice(from, from + count);
    table.tBodies[0].replaceChildren(...rows.map(row));
    const n = (value) => value.toLocaleString("en");
    const kept = size < data.total ? ` (the file has the best ${n(size)} of ${n(data.total)})` : "";
    const short = ` Texts of more than ${n(data.room)} characters are shortened in the middle.`;
    const cut = count > perPage && shown.length > count ? ` The first ${n(count)} are printed.` : "";
    const found = shown.length === size ? `${n(size)} candidates${kept}.` : `${n(shown.length)} of ${n(size)} candidates match${kept}.`;
    by("status").textContent = found + cut + (data.shortened ? short : "");
    const pages = Math.max(1, Math.ceil(shown.length / perPage));
    by("place").textContent = `Page ${n(page + 1)} of ${n(pages)}`;
    for (const id of ["first", "previous"]) by(id).disabled = page === 0;
    for (const id of ["next", "last"]) by(id).disabled = page >= pages - 1;
    document.querySelector(".pager").hidden = pages === 1;
  };

  const haystack = (i) => {
    const values = data.names.map((_, a) => `${data.left[a][i]} ${rightOf(a, i)}`).join(" ");
    const outcomes = `${outcomeText(data.outcomes[data.left_outcome[i]])} ${data.outcomes[data.left_outcome[i]][1]} ` +
      `${outcomeText(data.outcomes[data.right_outcome[i]])} ${data.outcomes[data.right_outcome[i]][1]}`;
    return `#${i + 1} ${values} ${outcomes} ${groupOf(i)} ${decisionOf(i)}`.toLowerCase();
  };
  const filter = () => {
    const words = by("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const cluster = Number(by("cluster").value);
    const fits = (i) => {
      if (cluster && data.cluster[i] !== cluster) return false;
      if (!words.length) return true;
      const text = haystack(i);
      return words.every((word) => text.includes(word));
    };
    shown = words.length || cluster ? sorted.filter(fits) : sorted;
    page = 0;
    render();
  };
  const sort = (column, descending) => {
    sorting = { column, descending };
    const order = columns[column].order();
    sorted = all.slice().sort((a, b) => (descending ? order(b, a) : order(a, b)) || a - b);
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      const state = at === column ? (descending ? "descending" : "ascending") : "none";
      head.setAttribute("aria-sort", state);
    });
    by("sort").value = String(column);
    filter();
  };

  const heads = columns.map((column, at) => {
    const button = element("button", { type: "button" }, column.name, element("span", { class: "order", "aria-hidden": "true" }));
    button.addEventListener("click", () => sort(at, sorting.column === at && !sorting.descending));
    by("sort").append(element("option", { value: at }, column.name));
    return element("th", { role: "columnheader", scope: "col", "data-name": column.name, class: column.kind ?? "", "aria-sort": at ? "none" : "ascending" }, button);
  });
  if (data.names.length > 4) table.classList.add("many");
  table.tHead.replaceChildren(element("tr", { role: "row" }, ...heads));
  const turn = (to) => () => {
    const pages = Math.ceil(shown.length / perPage);
    page = Math.min(pages - 1, Math.max(0, to(page, pages)));
    render();
    table.scrollIntoView({ block: "start" });
  };
  by("first").addEventListener("click", turn(() => 0));
  by("previous").addEventListener("click", turn((at) => at - 1));
  by("next").addEventListener("click", turn((at) => at + 1));
  by("last").addEventListener("click", turn((_, pages) => pages - 1));
  let waiting = 0;
  by("search").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  by("cluster").addEventListener("change", filter);
  by("sort").addEventListener("change", (event) => sort(Number(event.target.value), false));
  by("turn").addEventListener("click", () => sort(sorting.column, !sorting.descending));
  document.querySelector(".controls").addEventListener("submit", (event) => event.preventDefault());
  for (const link of document.querySelectorAll("[data-cluster]")) {
    link.addEventListener("click", () => {
      by("search").value = "";
      by("cluster").value = link.dataset.cluster;
      filter();
    });
  }
  addEventListener("beforeprint", () => render(0, mostPrinted));
  addEventListener("afterprint", () => render());
  document.querySelector(".controls").hidden = false;
  render();
  // How long it took from opening the file to a page that is laid out, for the benchmark.
  document.documentElement.dataset.ready = String(document.body.offsetHeight > 0 && Math.round(performance.now()));
})();
