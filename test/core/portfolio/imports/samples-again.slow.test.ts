import { sampled } from '../../../support/soak.ts';
import { ONE_PER_FORMAT, SAMPLES } from './samples/index.ts';
import type { Sample } from './samples/sample.ts';
import { importsAgain, ONE_SAMPLE_PER_PATH } from './samples-again.ts';

/** American files are imported twice in us-broker-reimport.test.ts; of two formats the transactions alone. */
const isAmerican = ({ format, type }: Sample): boolean =>
  /^(etrade|fidelity|ibkr-activity|ibkr-history|robinhood|schwab)/.test(format) ||
  (type === 'transactions' && /^(ibkr-flex-csv|vanguard)/.test(format));

describe('imports of a sample of every other format', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);

  importsAgain(
    sampled(
      ONE_PER_FORMAT.filter((sample) => !isAmerican(sample)),
      SAMPLES,
    ).filter((sample) => !ONE_SAMPLE_PER_PATH.includes(sample)),
  );
});
