import { SAMPLES } from './samples/index.ts';
import { importsAgain, ONE_SAMPLE_PER_PATH } from './samples-again.ts';

describe('imports of every other sample', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);

  importsAgain(SAMPLES.filter((sample) => !ONE_SAMPLE_PER_PATH.includes(sample)));
});
