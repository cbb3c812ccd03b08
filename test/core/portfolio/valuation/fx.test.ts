import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Context, decimal, type DbTransaction } from '../../../../core/platform/index.ts';
import {
  createLoadFx,
  type DayRate,
  type ReadRates,
  usedRates,
} from '../../../../core/portfolio/valuation/fx.ts';

type Question = Parameters<ReadRates>[1][number];
const context = {
  clock: { now: () => new Date('2026-03-02T06:00:00.000Z') },
  config: { PORTFOLIO_USD_TO_INR_REFERENCE_FX: 82 },
} as unknown as Context;
const trx = {} as DbTransaction;

/** Rates on record, by `USDINR 2026-03-02`; each holds on its own day alone, or as far as `within` goes. */
function onRecord(rates: Record<string, number>) {
  const asked: Question[] = [];
  const read: ReadRates = (_, questions) => {
    asked.push(...questions);
    return Promise.resolve(
      questions.map(({ from, to, day, within }): DayRate | null => {
        const known = Object.entries(rates)
          .filter(([key]) => key.startsWith(`${from}${to} `))
          .map(([key, rate]) => ({ day: key.split(' ')[1] ?? '', rate }))
          .filter((one) => (within === undefined ? one.day === day : one.day <= day))
          .at(-1);
        return known === undefined
          ? null
          : { rate: decimal(known.rate), day: known.day, is_estimated: known.day !== day, source: 'YAHOO' };
      }),
    );
  };
  return { load: createLoadFx(context, read), asked };
}
const told = (found: ReturnType<Awaited<ReturnType<ReturnType<typeof createLoadFx>>>>) =>
  found === null ? null : [found.rate.toNumber(), found.day, found.estimated, found.source];

describe('conversion between currencies', () => {
  it('asks for each pair once, and for nothing where everything is in one currency', async () => {
    const { load, asked } = onRecord({});
    const fx = await load(trx, { from: ['INR', 'INR'], to: ['INR'] });
    assert.equal(asked.length, 0);
    assert.deepEqual(told(fx('INR', 'INR')), [1, null, false, 'SAME']);
    await load(trx, { from: ['USD', 'INR', 'USD', 'EUR'], to: ['INR', 'INR'] });
    assert.deepEqual(
      asked.map(({ from, to, day }) => `${from}${to} ${day}`),
      ['USDINR 2026-03-02', 'EURINR 2026-03-02'],
    );
  });

  it('portfolio/Limits: the newest rate on record, and PORTFOLIO_USD_TO_INR_REFERENCE_FX where there is none', async () => {
    const wanted = { from: ['USD', 'EUR'], to: ['INR'] };
    const some = await onRecord({ 'USDINR 2026-02-27': 88 }).load(trx, wanted);
    assert.deepEqual(told(some('USD', 'INR')), [88, '2026-02-27', true, 'YAHOO']);
    assert.equal(some('EUR', 'INR'), null);
    const none = await onRecord({}).load(trx, wanted);
    assert.deepEqual(told(none('USD', 'INR')), [82, null, true, 'REFERENCE']);
  });

  it('a day has its own rate, or the newest as an estimate', async () => {
    const { load } = onRecord({ 'USDINR 2024-01-05': 83, 'USDINR 2026-03-02': 89 });
    const fx = await load(trx, { from: ['USD'], to: ['INR'], days: ['2024-01-05', '2023-01-05'] });
    assert.deepEqual(told(fx('USD', 'INR', '2024-01-05')), [83, '2024-01-05', false, 'YAHOO']);
    assert.deepEqual(told(fx('USD', 'INR', '2023-01-05')), [89, '2026-03-02', true, 'YAHOO']);
    assert.deepEqual(told(fx('USD', 'INR')), [89, '2026-03-02', false, 'YAHOO']);
  });

  it('the rates that were used are told in order, each once, without what has none', async () => {
    const { load } = onRecord({ 'USDINR 2026-03-02': 89.123456789123, 'EURINR 2026-02-27': 100 });
    const fx = await load(trx, { from: ['USD', 'EUR', 'GBP'], to: ['INR'] });
    assert.deepEqual(usedRates(['USD', 'GBP', 'INR', 'EUR', 'USD'], 'INR', fx), [
      { from: 'EUR', to: 'INR', rate: 100, day: '2026-02-27', source: 'YAHOO', is_estimated: true },
      { from: 'USD', to: 'INR', rate: 89.12345679, day: '2026-03-02', source: 'YAHOO', is_estimated: false },
    ]);
  });

  it('whatever is on record, a rate is above zero or not there, and never of a day to come', async () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, '0')}`);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(day, fc.integer({ min: 1, max: 200 })), { selector: ([on]) => on }),
        fc.array(day),
        async (known, days) => {
          const rates = Object.fromEntries(
            known.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([on, rate]) => [`USDINR ${on}`, rate]),
          );
          const fx = await onRecord(rates).load(trx, { from: ['USD'], to: ['INR'], days });
          for (const on of days) {
            const found = fx('USD', 'INR', on);
            assert.ok(found !== null && found.rate.gt(0));
            assert.equal(found.estimated, rates[`USDINR ${on}`] === undefined);
            assert.ok((found.day ?? '') <= '2026-03-02');
          }
        },
      ),
    );
  });
});
