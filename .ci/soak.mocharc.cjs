// The soak (npm run test:soak): the files with something tried at random or again and again, each with its long numbers.
// One file after the other, since some of them stop the server that all use. Files that are named are run instead.
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const suite = require('../.mocharc.json');

const root = path.join(__dirname, '..');
const TRIES = /support\/(?:soak|each-broker)\.ts'|from 'fast-check'/;

process.env.MUNIM_SOAK = '1';

const isNamed = process.argv.some((argument) => argument.endsWith('.test.ts'));
const spec = readdirSync(path.join(root, 'test'), { recursive: true })
  .map((name) => path.join('test', name))
  .filter((file) => file.endsWith('.test.ts') && TRIES.test(readFileSync(path.join(root, file), 'utf8')))
  .sort();

module.exports = {
  ...suite,
  require: [...suite.require, './test/soak-hooks.ts'],
  parallel: false,
  timeout: 0,
  spec: isNamed ? [] : spec,
};
