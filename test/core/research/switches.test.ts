import { RESEARCH_SWITCHES, startsWith } from '../../support/research-switches.ts';
import { sampled } from '../../support/soak.ts';

describe('isolation of AI research: the settings of its switches', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  // The sample covers all four settings of every pair of switches.
  const pairs = [[], RESEARCH_SWITCHES, ...RESEARCH_SWITCHES.map((one) => [one])];
  const all = Array.from({ length: 2 ** RESEARCH_SWITCHES.length }, (_, mask) =>
    RESEARCH_SWITCHES.filter((_one, bit) => (mask & (1 << bit)) !== 0),
  );
  for (const on of sampled(pairs, all))
    it(`research/What the service does 10: Munim starts and works with ${on.join(', ') || 'every switch off'}`, async () => {
      await startsWith(on);
    });
});
