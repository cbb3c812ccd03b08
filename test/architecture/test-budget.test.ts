import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reporters } from 'mocha';
import { type FileCost, measureFiles, readProcess } from '../support/file-cost.ts';

interface Reporter {
  done(failures: number, end: (failures: number) => void): void;
}
const BudgetReporter = createRequire(import.meta.url)('../../.ci/budget-reporter.cjs') as new (
  runner: EventEmitter,
) => Reporter;

/** Runs the reporter over these costs. @returns the failures it adds, and its sentences about files that cost too much */
function judge(folder: string, costs: readonly FileCost[]): { failures: number; sentences: string[] } {
  writeFileSync(path.join(folder, 'cost-1.jsonl'), costs.map((cost) => `${JSON.stringify(cost)}\n`).join(''));
  const { consoleLog } = reporters.Base;
  const { MUNIM_TEST_RUN_DIR, ENFORCE_BUDGET } = process.env;
  const said: string[] = [];
  let failures = 0;
  try {
    reporters.Base.consoleLog = (text = '') => said.push(String(text));
    Object.assign(process.env, { MUNIM_TEST_RUN_DIR: folder, ENFORCE_BUDGET: '1' });
    const runner = Object.assign(new EventEmitter(), { stats: { duration: 0 } });
    const reporter = new BudgetReporter(runner);
    runner.emit('end');
    reporter.done(0, (count) => {
      failures = count;
    });
  } finally {
    reporters.Base.consoleLog = consoleLog;
    for (const [name, value] of Object.entries({ MUNIM_TEST_RUN_DIR, ENFORCE_BUDGET }))
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
  }
  return { failures, sentences: said.filter((text) => text.includes('make it cheaper')) };
}

const cost = (name: string, parts: Partial<FileCost>): FileCost => ({
  file: path.resolve('test', name),
  worker: 0,
  children: 0,
  database: 0,
  isFirst: false,
  ...parts,
});

describe('the processor time of a test file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'munim-budget-'));
  after(() => rmSync(folder, { recursive: true }));

  it('fails the gate above the limit, unless the file is slow by name or the first of its worker', () => {
    const costs = [
      cost('dear.test.ts', { worker: 3.5, children: 2, database: 1.5 }),
      cost('dear.slow.test.ts', { worker: 30 }),
      cost('first.test.ts', { worker: 7, isFirst: true }),
      cost('noisy.test.ts', { worker: 5 }),
      ...Array.from({ length: 200 }, (_, index) => cost(`cheap-${index}.test.ts`, { worker: 0.2 })),
    ];
    const { failures, sentences } = judge(folder, costs);
    assert.equal(failures, 1);
    assert.match(sentences.join(), /^ *test\/dear\.test\.ts costs 7\.0 CPU seconds\. A file may cost 4:/);
    assert.deepEqual(judge(folder, costs.slice(1)), { failures: 0, sentences: [] });
    // on a machine of half the speed the same files cost twice as much
    const slower = costs.map((one) => ({
      ...one,
      worker: 2 * one.worker,
      children: 2 * one.children,
      database: 2 * one.database,
    }));
    assert.equal(judge(folder, slower).failures, 1);
    assert.deepEqual(judge(folder, slower.slice(1)), { failures: 0, sentences: [] });
  });

  it('counts the test itself and the processes that it starts', function linuxOnly() {
    if (readProcess(process.pid) === null) this.skip();
    const endFile = measureFiles({ folder: folder, databases: new Set(), server: () => null });
    const work = "require('node:crypto').pbkdf2Sync('', '', 300_000, 32, 'sha256');";
    const child = spawnSync(process.execPath, ['-p', `${work} process.cpuUsage().user / 1e6`], {
      encoding: 'utf8',
    });
    const start = process.cpuUsage();
    pbkdf2Sync('', '', 300_000, 32, 'sha256');
    const ownSeconds = process.cpuUsage(start).user / 1e6;
    endFile?.('here.test.ts');
    const text = readFileSync(path.join(folder, `cost-${process.pid}.jsonl`), 'utf8');
    const { worker, children } = JSON.parse(text) as FileCost;
    // Of a process, /proc counts whole hundredths.
    assert.ok(children >= Number(child.stdout) - 0.02, `${children} of ${child.stdout}`);
    assert.ok(worker >= ownSeconds, `${worker} of ${ownSeconds}`);
  });
});
