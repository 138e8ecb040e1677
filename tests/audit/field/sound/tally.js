#!/usr/bin/env node
// util.parseArgs, no packages: counts words on stdin.
'use strict';
const { parseArgs } = require('node:util');

const usage = `Usage: tally [options] < text

Options:
  -n, --top <count>  how many words to print (default: 10)
      --json         one JSON object
  -h, --help         display help
  -v, --version      output the version number`;

function main() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        top: { type: 'string', short: 'n', default: '10' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    }));
  } catch (error) {
    console.error(`error: ${error.message.replace(/[^\x20-\x7e\n]/g, '?')}`);
    process.exitCode = 2;
    return;
  }
  if (values.help) return void console.log(usage);
  if (values.version) return void console.log('4.2.0');
  const counts = {};
  let text = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => { text += chunk; });
  process.stdin.on('end', () => {
    for (const word of text.split(/\s+/).filter(Boolean)) counts[word] = (counts[word] || 0) + 1;
    const top = Object.entries(counts).sort((a, b) => b[1] - a[1]).slice(0, Number(values.top));
    if (values.json) console.log(JSON.stringify(Object.fromEntries(top)));
    else for (const [word, count] of top) console.log(`${count}\t${word}`);
  });
}

process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
main();
