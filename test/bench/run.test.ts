import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { BENCHMARKS } from './run.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx/esm', 'test/bench/run.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });

describe('contract/Command line: npm run bench', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  it('the table lists every benchmark file under its own name', async () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));
    assert.deepEqual(
      Object.keys(BENCHMARKS).toSorted(),
      files.map((name) => name.replace('.bench.ts', '')).toSorted(),
    );
    for (const [name, { load }] of Object.entries(BENCHMARKS)) assert.equal((await load()).bench.name, name);
  });

  it('--help names them all; an unknown one is wrong use', () => {
    const help = run('--help');
    assert.equal(help.status, 0, help.stderr);
    for (const name of Object.keys(BENCHMARKS))
      assert.match(help.stdout, new RegExp(`^ {2}${name} +\\S`, 'm'));
    const unknown = run('--json', 'weather');
    assert.deepEqual([unknown.status, unknown.stdout], [2, '']);
    assert.match(unknown.stderr, /There is no benchmark "weather"/);
  });
});
