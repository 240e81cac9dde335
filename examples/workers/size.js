// A worker in JavaScript: autobva find 'worker:node examples/workers/size.js'
"use strict";

function size(n) {
  if (n < 0n) throw new RangeError("negative size");
  if (n < 1000n) return `${n} B`;
  return n < 1000000n ? `${n / 1000n} kB` : `${n / 1000000n} MB`;
}

function outcome([n]) {
  try {
    const value = size(BigInt(n)); // Values are strings, so that no digit is lost; Booleans are true and false.
    return ["valid", typeof value, String(value)];
  } catch (error) {
    return ["error", error.name, error.message];
  }
}

const answer = (object) => process.stdout.write(JSON.stringify(object) + "\n");
console.log = console.error; // What the target prints is not an answer.
let greeted = false;
require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const request = JSON.parse(line);
    if (greeted) return answer({ id: request.id, outcomes: request.calls.map(outcome) });
    greeted = true;
    answer({ autobva: 1, name: "size", args: [{ name: "n", type: "int" }] });
  });
