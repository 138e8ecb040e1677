#!/usr/bin/env node
// Colours its help with 256 colours, whoever reads it.
'use strict';
const orange = (text) => `\x1b[38;5;208m${text}\x1b[39m`;
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
const [word] = process.argv.slice(2);
if (word === undefined || word === '--help') {
  console.log(`${orange('Usage:')} kiln [--version]\n\n${orange('Options:')}\n  --version  the version`);
} else if (word === '--version') {
  console.log('kiln 3.1.4');
} else {
  console.error('kiln: unknown option; see --help');
  process.exitCode = 2;
}
