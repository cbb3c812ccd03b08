import assert from 'node:assert/strict';
import { testCore, type TestCore } from '../../../support/core.ts';
import { listWithCloses } from '../../../support/listed-closes.ts';
import { near } from '../../../support/near.ts';

const by = { actor: 'test' };
/** Fridays from 2 January to 20 February 2026: TCS at 100, 110, … 170. */
const FRIDAYS = ['01-02', '01-09', '01-16', '01-23', '01-30', '02-06', '02-13', '02-20'].map(
  (day) => `2026-${day}`,
);

describe('reports of somebody who imported yesterday', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2026-02-23T06:00:00.000Z' });
    const { core, owner } = fixture;
    const closes = FRIDAYS.map((day, at) => [day, 100 + 10 * at] as const);
    await listWithCloses(core, 'TCS', Object.fromEntries(closes));
    const trade = {
      portfolio: 'P',
      symbol: 'TCS',
      currency: 'INR',
      type: 'BUY',
      quantity: 10,
      asset_class: 'Indian Equity',
    };
    await core.portfolio.transactions.create(owner, { ...trade, price: 100, date: '2026-01-02' }, by);
    await core.portfolio.transactions.create(owner, { ...trade, price: 150, date: '2026-02-06' }, by);
    for (const { id } of await core.portfolio.holdings.all(owner))
      await core.portfolio.holdings.update(owner, id, { current_price: 187 }, by);
    await core.portfolio.snapshots.take(owner);
  });
  after(() => fixture.close());

  it('the values since the first purchase rest on transactions and closes, and end with the price of now', async () => {
    const view = await fixture.core.reports.performance.read(fixture.owner, {});
    assert.deepEqual(
      view.series.map(({ date, value, basis }) => [date, value, basis]),
      [
        ...FRIDAYS.slice(0, 5).map((day, at) => [day, 1000 + 100 * at, 'LEDGER']),
        ['2026-02-06', 3000, 'LEDGER'],
        ['2026-02-13', 3200, 'LEDGER'],
        ['2026-02-20', 3400, 'LEDGER'],
        ['2026-02-23', 3740, 'LEDGER'],
      ],
    );
    // 100 to 187, whatever was put in on the way.
    near(view.twr_pct, (1.4 * (3000 / 2900) * (3740 / 3000) - 1) * 100);
    assert.deepEqual(view.spans, [{ from: '2026-01-02', to: '2026-02-23', basis: 'LEDGER' }]);
    assert.equal(view.coverage, null);
    assert.equal(view.periods.find(({ period }) => period === '1M')?.basis, 'LEDGER');
  });

  it('portfolio/Report rules 4: as known then, the line is that of the recorded values', async () => {
    const then = { as_known: 'then' } as const;
    const view = await fixture.core.reports.performance.read(fixture.owner, then);
    assert.deepEqual(
      view.series.map(({ date, value, basis }) => [date, value, basis]),
      [['2026-02-23', 3740, 'SNAPSHOT']],
    );
    assert.equal(view.as_known, 'then');
    assert.deepEqual(view.spans, [{ from: '2026-02-23', to: '2026-02-23', basis: 'SNAPSHOT' }]);
    const [told] = view.warnings.filter(({ code }) => code === 'VALUES_RECORDED');
    assert.match(told?.message ?? '', /^On 23 Feb 2026 the values are shown as they were recorded\./);
    assert.equal((await fixture.core.reports.risk.read(fixture.owner, then)).returns_count, 0);
    const { points } = await fixture.core.reports.valueHistory.read(fixture.owner, then);
    assert.equal(points.filter(({ value }) => value !== null).length, 1);
    const now = await fixture.core.reports.valueHistory.read(fixture.owner, {});
    assert.deepEqual(
      [now.points.length, now.points.at(-1)],
      [9, { date: '2026-02-23', value: 3740, invested: 2500 }],
    );
  });

  it('portfolio/Report rules 3: the days of the ledger count for the years of the CAGR', async () => {
    const view = await fixture.core.reports.performance.read(fixture.owner, {});
    assert.equal(
      view.reasons.cagr_pct,
      'CAGR needs a year of values. Yours cover 52 days, since 2 Jan 2026.',
    );
  });

  it('the time-weighted return by a second path: the engine’s own over all days', async () => {
    const { days, daily } = await fixture.core.reports.values.read(fixture.owner);
    const until = days.indexOf('2026-02-20');
    let factor = 1;
    for (let at = 1; at <= until; at += 1)
      factor *=
        ((daily.value[at] ?? 0) + (daily.taken_out[at] ?? 0) + (daily.income[at] ?? 0)) /
        ((daily.value[at - 1] ?? 0) + (daily.put_in[at] ?? 0));
    const view = await fixture.core.reports.performance.read(fixture.owner, { to: '2026-02-20' });
    near(view.twr_pct, (factor - 1) * 100);
  });

  it('says where the line ends before the last session that is over', async () => {
    const { core, clock, owner } = fixture;
    assert.equal((await core.reports.performance.read(owner, {})).ends_early, false);
    clock.pass(3 * 24 * 60);
    const view = await core.reports.performance.read(owner, {});
    assert.equal(view.ends_early, true);
    const told = view.warnings.find(({ code }) => code === 'SERIES_ENDS_EARLY');
    assert.match(
      told?.message ?? '',
      /^No price is known after 23 Feb 2026: the series and its periods end there/,
    );
    assert.equal((await core.reports.risk.read(owner, {})).ends_early, true);
    clock.pass(-3 * 24 * 60);
  });

  it('risk and the comparison rest on the same days', async () => {
    const risk = await fixture.core.reports.risk.read(fixture.owner, {});
    assert.deepEqual([risk.from, risk.returns_count], ['2026-01-02', 8]);
    const comparison = await fixture.core.reports.comparison.read(fixture.owner, { period: 'Max' });
    assert.deepEqual(
      [comparison.series[0]?.date, comparison.series.at(-1)?.date],
      ['2026-01-02', '2026-02-23'],
    );
  });
});
