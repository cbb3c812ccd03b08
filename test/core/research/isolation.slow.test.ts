import { RESEARCH_SWITCHES, startsWith } from '../../support/research-switches.ts';

describe('isolation of AI research: every setting of its switches', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  for (let mask = 1; mask < 2 ** RESEARCH_SWITCHES.length - 1; mask += 1) {
    const on = RESEARCH_SWITCHES.filter((_, bit) => (mask & (1 << bit)) !== 0);
    it(`research/What the service does 10: Munim starts and works with ${on.join(', ')}`, async () => {
      await startsWith(on);
    });
  }
});
