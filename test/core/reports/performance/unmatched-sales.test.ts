import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { listWithCloses } from '../../../support/listed-closes.ts';
import { seeded } from '../../performance/engine/random-books.ts';
import { near } from '../../../support/near.ts';

const by = { actor: 'test' };
const DAY = 24 * 60;
const of = { portfolio: 'P', currency: 'INR', asset_class: 'Indian Equity' };

describe('sales of what was never bought, in reports of returns', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-01-01T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });
  const today = () => fixture.clock.now().toISOString().slice(0, 10);
  const book = async (over: Record<string, unknown>) =>
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      { ...of, date: today(), ...over } as never,
      by,
    );
  const record = async (prices: Readonly<Record<string, number>>) => {
    const { holdings, snapshots } = fixture.core.portfolio;
    for (const { id, symbol } of await holdings.all(fixture.owner))
      await holdings.update(fixture.owner, id, { current_price: prices[symbol] ?? 0 }, by);
    // The same price, seen again on this day.
    await fixture.core.database.asSystem('the day of a price for a test', async (trx) => {
      await trx('portfolio.holdings').update({ price_as_of: today() });
    });
    await snapshots.take(fixture.owner);
  };
  const ask = { portfolio: 'P', explain: true } as const;

  it('portfolio/Report rules 4: ten shares that stay at 100 return 0 %, whatever else is said to have been sold', async () => {
    await book({ symbol: 'TCS', type: 'BUY', quantity: 10, price: 100 });
    await record({ TCS: 100 });
    fixture.clock.pass(DAY);
    // 1,500 came in for shares that nobody bought: (1,000 + 1,500) / 1,000 was a return of 150 %.
    await book({ symbol: 'OLD', type: 'SELL', quantity: 15, price: 100 });
    await record({ TCS: 100 });
    fixture.clock.pass(DAY);
    await record({ TCS: 100 });
    const { reports } = fixture.core;
    const performance = await reports.performance.read(fixture.owner, ask);
    assert.equal(performance.twr_pct, 0);
    const max = performance.periods.at(-1);
    assert.deepEqual([max?.adjusted_return_pct, max?.twr_pct, max?.return_pct, max?.net_flow], [0, 0, 0, 0]);
    const risk = await reports.risk.read(fixture.owner, { portfolio: 'P' });
    assert.deepEqual([risk.max_drawdown_pct, risk.volatility_pct], [0, 0]);
    const months = await reports.monthlyReturns.read(fixture.owner, { portfolio: 'P' });
    assert.deepEqual(
      months.months.map(({ return_pct }) => return_pct),
      [0],
    );
    const comparison = await reports.comparison.read(fixture.owner, { portfolio: 'P', period: 'Max' });
    assert.deepEqual(
      comparison.series.map(({ portfolio }) => portfolio),
      [100, 100, 100],
    );
    const attribution = await reports.attribution.read(fixture.owner, { portfolio: 'P' });
    // Each of them says what is missing, and the way to mend it.
    for (const { warnings } of [performance, risk, months, comparison, attribution]) {
      const told = warnings.find(({ code }) => code === 'UNMATCHED_SALES');
      assert.match(
        told?.message ?? '',
        /More OLD was sold .* Open Data quality .* import the older tradebook/,
      );
      assert.match(told?.message ?? '', /add an opening position/);
    }
    const tax = await reports.tax.read(fixture.owner, { portfolio: 'P', fy: '2025-26' });
    const note = tax.notes.find(({ code }) => code === 'UNMATCHED_SELLS');
    assert.match(note?.text ?? '', /Data quality.*older tradebook.*opening positions/);
  });

  it('of a sale that purchases cover in part, that part moved money; explanations list it so', async () => {
    await book({ symbol: 'TCS', type: 'BUY', quantity: 10, price: 100 });
    await record({ TCS: 100 });
    fixture.clock.pass(DAY);
    await book({ symbol: 'OLD', type: 'BUY', quantity: 5, price: 100 });
    await record({ TCS: 100, OLD: 100 });
    fixture.clock.pass(DAY);
    // 5 of 20 were bought: 550 less a quarter of the fee.
    await book({ symbol: 'OLD', type: 'SELL', quantity: 20, price: 110, fee_tax: 8 });
    await record({ TCS: 100 });
    const view = await fixture.core.reports.performance.read(fixture.owner, ask);
    // (1,000 + 548) / 1,500.
    near(view.twr_pct, (1548 / 1500 - 1) * 100);
    const flows = view.explanations
      ?.find(({ figure }) => figure === 'xirr_pct')
      ?.inputs.filter(({ kind }) => kind === 'transaction');
    assert.deepEqual(
      flows?.map(({ label, value }) => [label, value]),
      [
        ['BUY 10 TCS in P', -1000],
        ['BUY 5 OLD in P', -500],
        ['SELL 5 OLD in P', 548],
      ],
    );
  });

  it('rows that the ledger leaves out move nothing, and every report says so', async () => {
    await book({ symbol: 'TCS', type: 'BUY', quantity: 10, price: 100 });
    await record({ TCS: 100 });
    fixture.clock.pass(DAY);
    await book({ symbol: 'TCS', type: 'BUY', quantity: 7, price: 3, currency: 'USD' });
    await record({ TCS: 100 });
    const { reports } = fixture.core;
    const view = await reports.performance.read(fixture.owner, ask);
    assert.equal(view.twr_pct, 0);
    assert.equal(view.explanations?.find(({ figure }) => figure === 'xirr_pct')?.inputs_total, 3);
    const all = [
      view,
      await reports.risk.read(fixture.owner, { portfolio: 'P' }),
      await reports.monthlyReturns.read(fixture.owner, {}),
      await reports.comparison.read(fixture.owner, {}),
      await reports.attribution.read(fixture.owner, {}),
    ];
    for (const { warnings } of all) {
      const told = warnings.find(({ code }) => code === 'ROWS_LEFT_OUT');
      assert.match(told?.message ?? '', /One transaction of TCS is excluded .* Open Data quality/);
    }
    const other = await reports.performance.read(fixture.owner, {});
    assert.ok(other.warnings.some(({ code }) => code === 'ROWS_LEFT_OUT'));
  });

  it('an imported ledger keeps its days, although a part of a sale was never bought', async () => {
    const { core, owner } = fixture;
    await listWithCloses(core, 'TCS', { '2025-12-01': 100, '2025-12-15': 100, '2025-12-31': 100 });
    await book({ symbol: 'TCS', type: 'BUY', quantity: 10, price: 100, date: '2025-12-01' });
    await book({ symbol: 'OLD', type: 'SELL', quantity: 15, price: 100, date: '2025-12-15' });
    await record({ TCS: 100 });
    const view = await core.reports.performance.read(owner, ask);
    assert.deepEqual([view.from, view.twr_pct], ['2025-12-01', 0]);
    assert.ok(view.warnings.some(({ code }) => code === 'UNMATCHED_SALES'));
    assert.ok(!view.warnings.some(({ code }) => code === 'VALUES_NOT_FROM_LEDGER'));
  });

  for (const seed of [1, 2, 3])
    it(`by a second path, on random books with short sales (${seed}): units and money followed by hand`, async () => {
      const random = seeded(seed);
      const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
      const symbols = ['AAA', 'BBB', 'CCC'];
      const held = new Map<string, number>();
      let [before, factor, level, peak, deepest] = [0, 1, 1, 1, 0];
      for (let day = 0; day < 8; day += 1) {
        let [net, dividends] = [0, 0];
        const [bought, sold] = [symbols[whole(0, 2)] ?? '', symbols[whole(0, 2)] ?? ''];
        if (day === 0 || random() < 0.6) {
          const [quantity, price, fee_tax] = [whole(1, 20), whole(50, 150), whole(0, 5)];
          await book({ symbol: bought, type: 'BUY', quantity, price, fee_tax });
          held.set(bought, (held.get(bought) ?? 0) + quantity);
          net += quantity * price + fee_tax;
        }
        if (day > 0 && random() < 0.7) {
          // As often as not more than there is; some symbols were never bought.
          const [quantity, price, fee_tax] = [whole(1, 25), whole(50, 150), whole(0, 5)];
          await book({ symbol: sold, type: 'SELL', quantity, price, fee_tax });
          const units = Math.min(quantity, held.get(sold) ?? 0);
          held.set(sold, (held.get(sold) ?? 0) - units);
          net -= units * price - (fee_tax * units) / quantity;
        }
        if ((held.get('AAA') ?? 0) > 0 && random() < 0.4) {
          await book({ symbol: 'AAA', type: 'DIVIDEND', quantity: 0, price: 9 });
          dividends = 9;
        }
        const prices = Object.fromEntries(symbols.map((symbol) => [symbol, whole(50, 150)]));
        await record(prices);
        const value = symbols.reduce((sum, one) => sum + (held.get(one) ?? 0) * (prices[one] ?? 0), 0);
        const base = before + Math.max(0, net);
        if (day > 0 && base > 0) {
          const given = value + Math.max(0, -net);
          factor *= (given + dividends) / base;
          level *= given / base;
          peak = Math.max(peak, level);
          deepest = Math.max(deepest, 1 - level / peak);
        }
        before = value;
        fixture.clock.pass(DAY);
      }
      const { reports } = fixture.core;
      const view = await reports.performance.read(fixture.owner, { portfolio: 'P' });
      near(view.twr_pct, (factor - 1) * 100, 1e-6);
      const risk = await reports.risk.read(fixture.owner, { portfolio: 'P' });
      near(risk.max_drawdown_pct, deepest * 100, 1e-6);
    });
});
