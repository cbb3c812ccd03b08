const fs = require('node:fs');
const path = require('node:path');
const { reporters, Runner } = require('mocha');

/** The spec reporter, which also writes the files with a failure to $FAILED_FILES, one a line. */
module.exports = class SpecAndFailedFiles extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const files = new Set();
    // A hook that failed in a worker may not know its file: then `unknown`, which can not be run again.
    runner.on(Runner.constants.EVENT_TEST_FAIL, ({ file }) =>
      files.add(file ? path.relative(process.cwd(), file) : 'unknown'),
    );
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      if (process.env.FAILED_FILES) fs.writeFileSync(process.env.FAILED_FILES, [...files, ''].join('\n'));
    });
  }
};
