import assert from 'node:assert/strict';
import { Problem, type Topic } from '../../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { gate } from '../../../support/gate.ts';
import { comesToWait } from '../../../support/row-locks.ts';

const by = { actor: 'test' };

/** What one lock for a whole person kept together, and locks by topic must keep together still. */
describe('changes whose topics touch the same rows', () => {
  let world: TestCore;
  before(async () => {
    world = await testCore();
  });
  after(() => world.close());

  const area = () => world.core.portfolio;
  /**
   * Does something while the transaction of a change of a topic is open, which ends once the work waits for it, or is done.
   * @returns whether it waited.
   */
  const during = async <T>(topics: readonly Topic[], work: () => Promise<T>): Promise<[T, boolean]> => {
    const { reached, pass, open } = gate();
    const held = world.core.database.change(world.owner, topics, pass);
    await Promise.race([reached, held]);
    const result = work();
    const waited = await comesToWait(world.core.database.systemPool, result);
    open();
    await held;
    return [await result, waited];
  };
  const buy = async (portfolio: string, symbol: string) =>
    await area().transactions.create(
      world.owner,
      { portfolio, symbol, type: 'BUY', date: '2025-01-06', quantity: 10, price: 100, currency: 'INR' },
      by,
    );

  for (const topic of [
    'ledger',
    'prices',
    'snapshots',
    'income',
    'goals',
    'watchlist',
    'connections',
  ] as const)
    it(`a portfolio is deleted when nobody is at work on its ${topic}`, async () => {
      const { id } = await area().portfolios.create(world.owner, { name: `Gone ${topic}` }, by);
      const [, waited] = await during([topic], () => area().portfolios.remove(world.owner, id, by));
      assert.equal(waited, true);
    });

  it('goals are linked while their portfolio is deleted: a link goes with it, or is refused', async () => {
    const goal = await world.core.goals.goals.create(
      world.owner,
      { name: 'Trip', type: 'INCOME', target_monthly_income: 1000 },
      by,
    );
    for (let n = 0; n < 6; n += 1) {
      const { id } = await area().portfolios.create(world.owner, { name: `Short ${n}` }, by);
      const link = world.core.goals.links.put(
        world.owner,
        goal.id,
        { link_type: 'PORTFOLIO', link_id: id, percentage: 10 },
        by,
      );
      const ends = await Promise.allSettled([link, area().portfolios.remove(world.owner, id, by)]);
      for (const end of ends)
        if (end.status === 'rejected')
          assert.ok(end.reason instanceof Problem && end.reason.status === 404, String(end.reason));
      assert.equal(ends[1]?.status, 'fulfilled');
    }
    assert.deepEqual(await world.core.goals.links.list(world.owner, goal.id), []);
  });

  it('a plan is changed while its portfolio gets another name, and keeps it', async () => {
    const { id: portfolio } = await area().portfolios.create(world.owner, { name: 'Plan A' }, by);
    const plan = await world.core.goals.sips.create(
      world.owner,
      { name: 'Monthly', amount: 100, frequency: 'monthly', start_date: '2026-01-05', portfolio: 'Plan A' },
      by,
    );
    let isOver = false;
    const renames = (async () => {
      for (let n = 1; !isOver; n += 1)
        await area().portfolios.update(world.owner, portfolio, { name: `Plan ${n}` }, by);
    })();
    try {
      for (let n = 1; n <= 20; n += 1)
        await world.core.goals.sips.update(world.owner, plan.id, { amount: 100 + n }, by);
    } finally {
      isOver = true;
      await renames;
    }
    const after = await world.core.goals.sips.get(world.owner, plan.id);
    assert.deepEqual([/^Plan \d+$/.test(after.portfolio ?? ''), after.amount], [true, 120]);
    const gone = await world.core.goals.sips.update(world.owner, plan.id, { portfolio: null }, by);
    assert.equal(gone.portfolio, null);
  });

  it('a holding is edited while its price comes in: whichever is last, none of the two is lost', async () => {
    await buy('Edited', 'TCS');
    const [tcs] = await area().holdings.ofSymbol(world.owner, 'TCS');
    const { quotes } = area();
    for (let n = 1; n <= 8; n += 1) {
      const [holding] = (await quotes.holdings(world.owner)).filter(({ symbol }) => symbol === 'TCS');
      const quote = { price: 500 + n, previous_close: null, as_of: '2026-03-02', source: 'TEST' };
      await Promise.all([
        quotes.apply(world.owner, holding === undefined ? [] : [{ holding, quote }]),
        area().holdings.update(world.owner, tcs?.id ?? '', { sector: `Sector ${n}` }, by),
      ]);
      const [after] = await area().holdings.ofSymbol(world.owner, 'TCS');
      assert.deepEqual([after?.current_price, after?.sector], [500 + n, `Sector ${n}`]);
    }
  });

  it('income is worked out from a ledger that stays as it is until the events are written', async () => {
    await buy('Payers', 'PAYER');
    await area().transactions.create(
      world.owner,
      {
        portfolio: 'Payers',
        symbol: 'PAYER',
        type: 'DIVIDEND',
        date: '2026-01-06',
        quantity: 10,
        price: 2,
        currency: 'INR',
      },
      by,
    );
    const [view, waited] = await during(['ledger'], () => world.core.income.recompute(world.owner, by));
    assert.deepEqual([view.added, waited], [1, true]);
    assert.equal((await world.core.income.recompute(world.owner, by)).added, 0);
    assert.deepEqual(await world.core.income.behind(), []);
  });
});
