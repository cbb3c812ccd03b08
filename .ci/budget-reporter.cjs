const fs = require('node:fs');
const path = require('node:path');
const { reporters, Runner } = require('mocha');

/** Processor seconds that a file may take, unless its name ends with SLOW. */
const BUDGET_SECONDS = 4;
/** The same work takes more processor time on a slow or crowded machine: the gate fails only above this, */
const LIMIT_SECONDS = 6;
/** and above this many times the mean of all files of the run, which is about 0.5 seconds on a fast machine. */
const LIMIT_MEANS = 15;
const SLOW = '.slow.test.ts';
/** The dearest files that are listed at the end. */
const LISTED = 25;

/**
 * The spec reporter, which also lists the files that cost most processor time (test/support/file-cost.ts). With
 * $ENFORCE_BUDGET a file that costs more than it may counts as a failure. $FILE_COSTS names a file for the whole list.
 */
module.exports = class BudgetReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    this.tooDear = [];
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const costs = readCosts(process.env.MUNIM_TEST_RUN_DIR);
      if (costs.length === 0) return;
      report(costs);
      this.tooDear = costs.filter(isTooDear(limitOf(costs)));
      this.tooDear.forEach(refuse);
      if (process.env.FILE_COSTS) fs.writeFileSync(process.env.FILE_COSTS, JSON.stringify(costs));
    });
  }

  done(failures, end) {
    end(failures + (process.env.ENFORCE_BUDGET ? this.tooDear.length : 0));
  }
};

function refuse({ file, seconds }) {
  reporters.Base.consoleLog(
    `  ${file} costs ${seconds.toFixed(1)} CPU seconds. A file may cost ${BUDGET_SECONDS}: make it cheaper, split it, or name it *${SLOW}.`,
  );
}

function readCosts(folder) {
  if (folder === undefined || !fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => /^cost-\d+\.jsonl$/.test(name))
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line))
    .map((cost) => ({
      ...cost,
      file: path.relative(process.cwd(), cost.file),
      seconds: cost.worker + cost.children + cost.database,
    }))
    .toSorted((one, other) => other.seconds - one.seconds);
}

function limitOf(costs) {
  const mean = costs.reduce((sum, { seconds }) => sum + seconds, 0) / costs.length;
  return Math.max(LIMIT_SECONDS, LIMIT_MEANS * mean);
}

/** The first file of a worker also pays for what the worker's later files use. */
function isTooDear(limit) {
  return ({ file, seconds, isFirst }) => seconds > limit && !isFirst && !file.endsWith(SLOW);
}

function report(costs) {
  const sum = (part) => costs.reduce((total, cost) => total + cost[part], 0).toFixed(0);
  const line = (text) => reporters.Base.consoleLog(`  ${text}`);
  line(
    `${sum('seconds')} CPU seconds in ${costs.length} files: workers ${sum('worker')}, started processes ${sum('children')}, Postgres ${sum('database')}. The dearest:`,
  );
  for (const { file, seconds, worker, children, database } of costs.slice(0, LISTED)) {
    const parts = [worker, children, database].map((part) => part.toFixed(1)).join(' + ');
    line(`${seconds.toFixed(1).padStart(6)} s = ${parts}  ${file}`);
  }
}
