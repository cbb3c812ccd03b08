import assert from 'node:assert/strict';
import { type TestCore, testCore } from '../../support/core.ts';
import { listWithCloses } from '../../support/listed-closes.ts';

const by = { actor: 'test' };
/** 61 weekdays from Monday, 1 December 2025, to Monday, 23 February 2026. */
const DAYS = Array.from({ length: 85 }, (_, at) => new Date(Date.UTC(2025, 11, 1 + at)))
  .filter((day) => day.getUTCDay() % 6 !== 0)
  .map((day) => day.toISOString().slice(0, 10));

describe('goals and alerts of somebody who imported old trades', () => {
  let world: TestCore;
  before(async () => {
    world = await testCore({ at: '2026-02-24T06:00:00.000Z' });
    const { core, owner } = world;
    // 100 and 110 by turns.
    const closes = DAYS.map((day, at) => [day, at % 2 === 0 ? 100 : 110] as const);
    await listWithCloses(core, 'TCS', Object.fromEntries(closes));
    await core.portfolio.transactions.create(
      owner,
      {
        portfolio: 'P',
        symbol: 'TCS',
        currency: 'INR',
        type: 'BUY',
        quantity: 10,
        price: 100,
        date: DAYS[0],
        asset_class: 'Indian Equity',
      },
      by,
    );
  });
  after(() => world.close());

  async function goal() {
    const { core, owner } = world;
    const body = {
      name: 'House',
      type: 'CORPUS',
      target_corpus: 5000,
      target_date: '2030-03-01',
      expected_return_pct: 10,
    };
    const made = await core.goals.goals.create(owner, body, by);
    const id = (await core.portfolio.portfolios.findByName(owner, 'P'))?.id;
    await core.goals.links.put(owner, made.id, { link_type: 'PORTFOLIO', link_id: id, percentage: 100 }, by);
    return (await core.goals.goals.get(owner, made.id)).progress;
  }

  it('portfolio/Resources, Goal: the probability band rests on the days of the risk report before any snapshot', async () => {
    const progress = await goal();
    // 30 returns of 0.1 and 30 of −0.0909091: their mean is 0.2727273 ⁄ 60 = 0.0045455, the mean of their squares
    // 0.5479339 ⁄ 60 = 0.0091322; √(0.0091322 − 0.0000207) × √252 = 1.51529.
    assert.ok(Math.abs((progress.volatility_pct ?? 0) - 151.529) < 1e-3, String(progress.volatility_pct));
    const risk = await world.core.reports.risk.read(world.owner, { portfolio: 'P' });
    assert.ok(Math.abs((progress.volatility_pct ?? 0) - (risk.volatility_pct ?? 1)) < 1e-9);
    assert.ok(progress.probability_pct !== null && progress.p10 !== null && progress.p90 !== null);
    assert.equal(progress.probability_reason, null);
    assert.equal(progress.volatility_of, 'all portfolios');
  });

  it('portfolio/Scheduler, support_alert_monitor: a drawdown is measured from the highest day of the ledger, as in the risk report', async () => {
    const { core, owner } = world;
    const body = { kind: 'DRAWDOWN_PCT', portfolio: 'P', threshold: 20 };
    const fall = await core.watchlist.alerts.create(owner, body, by);
    // 1,100 at the highest, 1,000 on the last day: 100 ⁄ 1,100.
    assert.ok(Math.abs((fall.last_value ?? 0) - 9.0909091) < 1e-6, String(fall.last_value));
    const { current_drawdown_pct } = await core.reports.risk.read(owner, { portfolio: 'P' });
    assert.ok(Math.abs((fall.last_value ?? 0) - (current_drawdown_pct ?? 0)) < 1e-8);
    assert.equal(fall.last_reason, null);
  });

  it('portfolio/Resources, Goal: days that are recorded from now on join the same series', async () => {
    const { core, owner } = world;
    for (const { id } of await core.portfolio.holdings.all(owner))
      await core.portfolio.holdings.update(owner, id, { current_price: 110 }, by);
    await core.portfolio.snapshots.take(owner);
    const [one] = await core.goals.goals.list(owner);
    const risk = await core.reports.risk.read(owner, { portfolio: 'P' });
    assert.equal(risk.returns_count, 61);
    assert.ok(Math.abs((one?.progress.volatility_pct ?? 0) - (risk.volatility_pct ?? 1)) < 1e-9);
  });
});
