// Stands in for Jest where it is not installed: as much of it as exported tests use.
const assert = require("node:assert");
const path = require("node:path");

let failed = 0;

function run(title, body, fails) {
  let error = null;
  try {
    body();
  } catch (thrown) {
    error = thrown;
  }
  const passed = (error !== null) === fails;
  failed += passed ? 0 : 1;
  console.log(`${passed ? "ok" : "FAILED"} ${title}`, passed ? "" : error);
}

const each = (fails) => (rows) => (title, body) =>
  rows.forEach((row) => run(title.replace("%s", () => row[0]), () => body(...row), fails));

global.test = { each: each(false), failing: { each: each(true) }, skip: { each: () => () => {} } };
global.describe = (_title, body) => body();
global.expect = (seen) => ({
  toEqual: (expected) => assert.deepStrictEqual(seen, expected),
  not: { toEqual: (expected) => assert.notDeepStrictEqual(seen, expected) },
});

require(path.resolve(process.argv[2]));
process.exit(failed ? 1 : 0);
