import assert from 'node:assert/strict';
import { auditRates } from '../../../../core/quality/audit/audit-rates.ts';
import { sharedCore } from '../../../support/core.ts';

const EUR = { base: 'EUR', quote: 'INR', rate: 80, day: '2026-03-10' };
const GBP = { base: 'GBP', quote: 'USD', rate: 1.25, day: '2026-03-09' };

describe('rates of the audit', () => {
  const coreAnew = sharedCore({ at: '2026-03-10T12:00:00.000Z' });

  it('portfolio/Report rules 7: a stored rate holds either way round, and the reference where none is stored', () => {
    const rate = auditRates([EUR, GBP], 50);
    // 1 / 80, 1 / 1.25 and 1 / 50
    assert.deepEqual(
      [
        rate('EUR', 'INR'),
        rate('INR', 'EUR'),
        rate('USD', 'GBP'),
        rate('USD', 'INR'),
        rate('INR', 'USD'),
        rate('INR', 'INR'),
      ],
      [80, 0.0125, 0.8, 50, 0.02, 1],
    );
    assert.equal(rate('GBP', 'INR'), null);
  });

  it('the newest rate of a pair is read from the days that are asked for, and none of a later day', async () => {
    const { core } = await coreAnew();
    await core.database.systemPool.query(
      `insert into market.fx_rates (base, quote, day, rate, source, as_of) values
         ('EUR', 'INR', '2026-03-08', 79, 'TEST', $1), ('EUR', 'INR', '2026-03-10', 80, 'TEST', $1),
         ('EUR', 'INR', '2026-03-11', 81, 'TEST', $1), ('USD', 'INR', '2026-03-02', 86, 'TEST', $1)`,
      ['2026-03-10T09:00:00.000Z'],
    );
    assert.deepEqual(await core.fx.newest(7), [EUR]);
    assert.deepEqual(
      (await core.fx.newest(8)).map(({ base, rate }) => [base, rate]),
      [
        ['EUR', 80],
        ['USD', 86],
      ],
    );
  });
});
