#!/usr/bin/env node
// agent-spec@1.6 by hand: validation is 2, milliseconds, a closed manifest.
'use strict';
const { createHash } = require('node:crypto');
const { writeSync } = require('node:fs');
const started = process.hrtime.bigint();
const TOWNS = { Brest: 12, Dover: 9, Porto: 18 };

const code = (name, retryable, side_effects) => ({ name, description: `${name}.`, retryable, side_effects });
const CODES = {
  0: code('SUCCESS', false, 'complete'),
  1: code('GENERAL_ERROR', false, 'partial'),
  2: code('ARG_ERROR', false, 'none'),
};
const commands = {
  temperature: {
    description: 'How warm is it in a town?',
    danger_level: 'safe',
    flags: {
      town: { type: 'string', required: true, description: 'Its name.' },
      unit: { type: 'enum', required: false, description: 'Of the answer.', enum_values: ['c', 'f'], default: 'c' },
    },
    exit_codes: { ...CODES, 5: code('NOT_FOUND', false, 'none') },
    output_schema: { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] },
  },
  manifest: {
    description: 'Print every command.',
    danger_level: 'safe',
    flags: { etag: { type: 'string', required: false, description: 'Of the copy you have.' } },
    exit_codes: CODES,
  },
};
const etag = createHash('sha256').update(JSON.stringify(commands)).digest('hex');

function say(exit, data, error, meta = {}) {
  const duration_ms = Number((process.hrtime.bigint() - started) / 1000000n);
  const line = JSON.stringify({
    ok: exit === 0, data, error, warnings: [],
    meta: { duration_ms, schema_version: '1.0', dialect: 'agent-spec@1.6', ...meta },
  });
  out(`${line}\n`);
  process.exit(exit);
}

function out(text) {
  try {
    for (let bytes = Buffer.from(text); bytes.length;) bytes = bytes.subarray(writeSync(1, bytes));
  } catch (error) {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  }
}

const refuse = (message) => say(2, null, {
  code: 'BAD_ARGUMENT', message, retryable: false, phase: 'validation', fix_required: 'See weather --help.',
});

function flags(words, known) {
  const found = {};
  for (let i = 0; i < words.length; i++) {
    const [key, inline] = words[i].replace(/^--/, '').split(/=(.*)/s);
    if (!words[i].startsWith('--') || !known.includes(key)) refuse('there is an argument that I do not know');
    found[key] = inline ?? words[++i];
    if (found[key] === undefined) refuse(`--${key} needs a value`);
  }
  return found;
}

const HELP = `Usage: weather <command> [options]

Commands:
  temperature --town NAME [--unit c|f]
  manifest [--etag ETAG]

Options:
  --schema --version --help --output json
`;
let words = process.argv.slice(2);
const at = words.indexOf('--output');
if (at >= 0) {
  if (words[at + 1] !== 'json') refuse('--output is json');
  words.splice(at, 2);
}
if (words.includes('--help')) { out(HELP); process.exit(0); }
if (words[0] === '--version') { out('weather 5.0.1\n'); process.exit(0); }
const manifest = { schema_version: '1.0', framework_version: '5.0.1', etag, commands };
if (words[0] === '--schema' && words.length === 1) say(0, manifest, null);
if (words[0] === 'manifest') {
  if (flags(words.slice(1), ['etag']).etag === etag) say(0, null, null, { not_modified: true });
  say(0, manifest, null);
}
if (words[0] !== 'temperature') refuse('no such command');
const given = flags(words.slice(1), ['town', 'unit']);
if (!given.town) refuse('--town is missing');
if (!['c', 'f', undefined].includes(given.unit)) refuse('--unit is c or f');
if (!Object.hasOwn(TOWNS, given.town)) say(5, null, { code: 'NO_SUCH_TOWN', message: 'no such town', retryable: false });
const degrees = TOWNS[given.town];
say(0, { degrees: given.unit === 'f' ? degrees * 1.8 + 32 : degrees }, null);
