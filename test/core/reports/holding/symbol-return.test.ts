import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays, daysBetween } from '../../../../core/platform/index.ts';
import type { HoldingReport } from '../../../../core/reports/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { near } from '../../../support/near.ts';
import { sampled } from '../../../support/soak.ts';

const by = { actor: 'test' };
const TODAY = '2026-03-02';

interface Trade {
  symbol: 'ONE' | 'TWO';
  type: 'BUY' | 'SELL' | 'DIVIDEND';
  date: string;
  quantity: number;
  price: number;
  fee_tax: number;
}

/** Trades of two symbols over some years; no sale of more than is held, and each day of a symbol once. */
const ledgers = fc
  .array(
    fc.record({
      symbol: fc.constantFrom('ONE', 'TWO'),
      type: fc.constantFrom('BUY', 'BUY', 'SELL', 'DIVIDEND'),
      day: fc.integer({ min: 0, max: 1500 }),
      quantity: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 20, max: 400 }),
      fee_tax: fc.integer({ min: 0, max: 15 }),
    }),
    { minLength: 4, maxLength: 14 },
  )
  .map((rows): Trade[] => {
    const held = new Map<string, number>();
    const days = new Set<string>();
    return rows
      .toSorted((one, other) => one.day - other.day)
      .flatMap((row) => {
        const date = addDays('2021-06-01', row.day);
        const units = held.get(row.symbol) ?? 0;
        if (days.has(`${row.symbol} ${date}`) || (row.type !== 'BUY' && units === 0)) return [];
        days.add(`${row.symbol} ${date}`);
        const quantity = row.type === 'SELL' ? Math.min(units, row.quantity) : row.quantity;
        const price = row.type === 'DIVIDEND' ? 3 : row.price;
        // Tax withheld is less than the dividend.
        const fee_tax = row.type === 'DIVIDEND' ? Math.min(row.fee_tax, quantity) : row.fee_tax;
        if (row.type !== 'DIVIDEND')
          held.set(row.symbol, units + (row.type === 'BUY' ? quantity : -quantity));
        return [{ symbol: row.symbol, type: row.type, date, quantity, price, fee_tax } as Trade];
      });
  })
  .filter((trades) => trades.some(({ symbol }) => symbol === 'ONE'));

/** What moved into the pocket, with today's value as if it were received. */
function flowsOf(trades: readonly Trade[], value: number): { date: string; amount: number }[] {
  return [
    ...trades.map(({ type, date, quantity, price, fee_tax }) => ({
      date,
      amount: (type === 'BUY' ? -1 : 1) * quantity * price - fee_tax,
    })),
    { date: TODAY, amount: value },
  ];
}

/** Present value of some flows at a yearly rate, without anything of the product. */
function presentValue(flows: readonly { date: string; amount: number }[], rate: number): number {
  const first = flows[0]?.date ?? TODAY;
  return flows.reduce(
    (sum, { date, amount }) => sum + amount / (1 + rate) ** (daysBetween(first, date) / 365),
    0,
  );
}

describe('the return and the gain of one symbol', () => {
  let fixture: TestCore;
  let ledger = 0;
  before(async () => {
    fixture = await testCore({ at: `${TODAY}T06:00:00.000Z` });
  });
  after(() => fixture.close());

  it('a second, slow calculation finds the same rate and the same gain on random ledgers', async () => {
    let known = 0;
    await fc.assert(
      fc.asyncProperty(ledgers, fc.integer({ min: 10, max: 500 }), async (trades, price) => {
        const { core, owner } = fixture;
        ledger += 1;
        const portfolio = `Ledger ${ledger}`;
        for (const trade of trades)
          await core.portfolio.transactions.create(
            owner,
            { portfolio, currency: 'INR', asset_class: 'Indian Equity', ...trade },
            by,
          );
        for (const { id } of (await core.portfolio.holdings.list(owner, { portfolio })).items)
          await core.portfolio.holdings.update(owner, id, { current_price: price }, by);
        const view = await core.reports.holding.read(owner, { symbol: 'ONE', portfolio });
        const own = trades.filter(({ symbol }) => symbol === 'ONE');
        const units = own.reduce(
          (sum, { type, quantity }) => sum + (type === 'BUY' ? quantity : type === 'SELL' ? -quantity : 0),
          0,
        );
        assert.equal(view.quantity, units);
        const flows = flowsOf(own, units * price);
        near(
          view.total_gain ?? (units === 0 ? view.total_gain : null),
          flows.reduce((sum, { amount }) => sum + amount, 0),
          1e-6,
        );
        // By either method the gains of the page add up to its total, to the last digit of an average.
        for (const { unrealised_gain, realised_gain } of Object.values(view.cost_methods))
          near(
            (unrealised_gain ?? 0) + (realised_gain ?? Number.NaN) + (view.dividends ?? 0),
            view.total_gain ?? 0,
            1e-5,
          );
        assertRate(view, flows);
        known += Number(view.xirr_pct !== null);
      }),
      { numRuns: sampled(8, 300), seed: 20_260_302, endOnFailure: true },
    );
    assert.ok(known > 0, 'no ledger of the sample had a rate');
  });
});

/** The rate brings the flows to nothing, and where they change their sign once it is the one that halving finds. */
function assertRate(view: HoldingReport, flows: readonly { date: string; amount: number }[]): void {
  if (view.xirr_pct === null) {
    assert.ok(view.reasons.xirr_pct, 'an unknown rate has its reason');
    return;
  }
  const size = flows.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  if (view.xirr_pct > -99.99) near(presentValue(flows, view.xirr_pct / 100), 0, size * 1e-6);
  const signs = flows.map(({ amount }) => Math.sign(amount)).filter((sign) => sign !== 0);
  const changes = signs.filter((sign, at) => at > 0 && sign !== signs[at - 1]).length;
  if (changes !== 1) return;
  let [low, high] = [-0.999_999, 1e6];
  for (let step = 0; step < 300; step += 1) {
    const middle = (low + high) / 2;
    if (presentValue(flows, middle) > 0) low = middle;
    else high = middle;
  }
  near(view.xirr_pct, low * 100, Math.max(1e-4, Math.abs(low) * 1e-4));
}
