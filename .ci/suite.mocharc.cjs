// Every test file once, in the order in which they start: those that wait for processes, browsers and jobs first, then the
// rooms with the longest of the others, so that no worker is left alone with a long one at the end. package.json says which of
// them a command leaves out. Files that are named are run instead.
const suite = require('../.mocharc.json');

// A worker runs most code for a short time, and a good part of its processor time went to optimising functions that hardly ran
// again. With six times the budget before that, files cost about a tenth less in all. Node 26 refuses the option.
const patience = process.version.startsWith('v20.') ? ['interrupt-budget=400000'] : [];

const isNamed = process.argv.some((argument) => /^[^*]*\.test\.ts$/.test(argument));

module.exports = {
  ...suite,
  'node-option': [...suite['node-option'], ...patience],
  reporter: './.ci/budget-reporter.cjs',
  spec: isNamed
    ? []
    : [
        'test/process/**/*.test.ts',
        'test/dashboard/**/*.test.ts',
        'test/jobs/**/*.test.ts',
        'test/core/@(reports|research)/**/*.test.ts',
        'test/!(process|dashboard|jobs|core)/**/*.test.ts',
        'test/core/!(reports|research)/**/*.test.ts',
      ],
};
