import { sharedCore, type TestCore } from '../../../support/core.ts';
import { FIRST, fundYears, SECOND, THIRD, WHOLE } from './fund-years.ts';

describe('portfolio/import CAS: statements in every other order', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });
  const { takeInOrder } = fundYears(() => fixture);

  for (const order of [
    [SECOND, FIRST, THIRD],
    [FIRST, THIRD, SECOND],
    [SECOND, THIRD, FIRST],
    [THIRD, FIRST, SECOND],
    [THIRD, WHOLE],
  ])
    it(`portfolio/Import and ledger rules 3: years of ${order.map(({ period }) => period).join(', ')} double nothing, and undoing one brings back what it lowered`, async () => {
      await takeInOrder(order);
    });
});
