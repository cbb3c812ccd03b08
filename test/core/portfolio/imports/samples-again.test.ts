import { importsAgain, ONE_SAMPLE_PER_PATH } from './samples-again.ts';

describe('imports of a sample of each reading path', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);

  importsAgain(ONE_SAMPLE_PER_PATH);
});
