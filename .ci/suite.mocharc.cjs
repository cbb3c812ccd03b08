// Every test file once, in the order in which they start: those that wait for processes, browsers and jobs first, so that no
// worker is left alone with a long one at the end. package.json says which of them a command leaves out. Files that are named
// are run instead.
const suite = require('../.mocharc.json');

const isNamed = process.argv.some((argument) => /^[^*]*\.test\.ts$/.test(argument));

module.exports = {
  ...suite,
  reporter: './.ci/budget-reporter.cjs',
  spec: isNamed
    ? []
    : [
        'test/process/**/*.test.ts',
        'test/dashboard/**/*.test.ts',
        'test/jobs/**/*.test.ts',
        'test/!(process|dashboard|jobs)/**/*.test.ts',
      ],
};
