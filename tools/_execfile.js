// execFile of Node, with its own limit: what it says and when, as a line of JSON.
//
//     node _execfile.js SECONDS COMMAND [ARG...]
const { execFile } = require("child_process");
const [seconds, command, ...words] = process.argv.slice(2);
const start = process.hrtime.bigint();
const options = { timeout: seconds * 1000, maxBuffer: Infinity, encoding: "buffer" };

execFile(command, words, options, (error) => {
  let said = "exit 0";
  if (error) {
    if (error.killed) said = "killed";
    else if (error.signal) said = error.signal;
    else said = typeof error.code === "number" ? `exit ${error.code}` : error.code;
  }
  const took = Number(process.hrtime.bigint() - start) / 1e9;
  process.stdout.write(JSON.stringify({ seconds: took, said }) + "\n", () =>
    process.exit(0),
  );
});
