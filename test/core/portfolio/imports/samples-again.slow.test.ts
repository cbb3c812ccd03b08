import { sampled } from '../../../support/soak.ts';
import { ONE_PER_FORMAT, SAMPLES } from './samples/index.ts';
import { importsAgain, ONE_SAMPLE_PER_PATH } from './samples-again.ts';

describe('imports of a sample of every other format', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);

  importsAgain(
    sampled(ONE_PER_FORMAT, SAMPLES).filter((sample) => !ONE_SAMPLE_PER_PATH.includes(sample)),
  );
});
