const fs = require('node:fs');
const path = require('node:path');
const { reporters, Runner } = require('mocha');

/** So many of the longest files are told at the end: what keeps the suite long is looked for there first. */
const LONGEST = 25;

/** The spec reporter, which also writes the files with a failure to $FAILED_FILES, one a line, and tells what took longest. */
module.exports = class SpecAndFailedFiles extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const files = new Set();
    const seconds = new Map();
    // A hook that failed in a worker may not know its file: then `unknown`, which can not be run again.
    runner.on(Runner.constants.EVENT_TEST_FAIL, ({ file }) =>
      files.add(file ? path.relative(process.cwd(), file) : 'unknown'),
    );
    runner.on(Runner.constants.EVENT_TEST_END, ({ file, duration }) => {
      const name = file ? path.relative(process.cwd(), file) : 'unknown';
      seconds.set(name, (seconds.get(name) ?? 0) + (duration ?? 0) / 1000);
    });
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const all = [...seconds].toSorted(([, one], [, other]) => other - one);
      const total = all.reduce((sum, [, took]) => sum + took, 0);
      reporters.Base.consoleLog(
        `  ${Math.round(total)} s of tests in ${all.length} files, the longest first, without their hooks:`,
      );
      for (const [name, took] of all.slice(0, LONGEST))
        reporters.Base.consoleLog(`  ${took.toFixed(0).padStart(5)} s ${name}`);
      if (process.env.FAILED_FILES) fs.writeFileSync(process.env.FAILED_FILES, [...files, ''].join('\n'));
    });
  }
};
