import assert from 'node:assert/strict';
import { sharedCore } from '../../support/core.ts';

const BY = { actor: 'test' };
const AGE = 'Prices of your last trades, the oldest of 1 Mar 2024, 24 months old';

describe('reports that rest on old prices', () => {
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });

  it('all that value holdings say how old their prices are', async () => {
    const { core, owner } = await coreAnew();
    const of = { portfolio: 'Mine', type: 'BUY', currency: 'INR', asset_class: 'Indian Equity' };
    for (const [symbol, date] of [
      ['TCS', '2024-03-01'],
      ['INFY', '2025-05-02'],
    ] as const)
      await core.portfolio.transactions.create(owner, { ...of, symbol, date, quantity: 10, price: 1500 }, BY);
    const mine = await core.portfolio.portfolios.findByName(owner, 'Mine');
    await core.portfolio.portfolios.update(
      owner,
      mine?.id ?? '',
      { target_allocation: { TCS: 30, INFY: 70 } },
      BY,
    );
    const { reports } = core;
    assert.equal((await core.portfolio.dashboard.read(owner)).freshness.age_message, AGE);
    const rebalance = await reports.rebalance.read(owner, { portfolio: 'Mine' });
    assert.deepEqual(
      rebalance.suggested_trades.map(({ symbol, priced_at }) => [symbol, priced_at?.slice(0, 10)]),
      [
        ['TCS', '2024-03-01'],
        ['INFY', '2025-05-02'],
      ],
    );
    const said = {
      performance: (await reports.performance.read(owner, {})).freshness?.age_message,
      networth: (await reports.networth.read(owner, {})).freshness.age_message,
      letter: (await reports.letter.read(owner)).value.age_message,
      rebalance: rebalance.notes.find((note) => note === `${AGE}.`),
      ...Object.fromEntries(
        await Promise.all(
          (['diversification', 'attribution', 'overlap'] as const).map(async (name) => {
            const { warnings } = await reports[name].read(owner, {});
            return [name, warnings.find(({ code }) => code === 'OLD_PRICES')?.message] as const;
          }),
        ),
      ),
    };
    for (const [name, sentence] of Object.entries(said))
      assert.equal(sentence?.replace(/\.$/, ''), AGE, name);
  });
});
