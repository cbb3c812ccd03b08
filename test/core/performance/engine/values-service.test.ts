import assert from 'node:assert/strict';
import type { Core } from '../../../../core/assembly/index.ts';
import { type TestCore, testCore } from '../../../support/core.ts';

const BY = { actor: 'test' };

/** Monday, 2 March 2026; 27 February is the Friday before. */
const NOW = '2026-03-02T06:00:00.000Z';

async function instrument(core: Core, symbol: string, exchange = 'NSE'): Promise<string> {
  return await core.database.asSystem('an instrument for a test', async (trx) => {
    const [row] = (await trx('market.instruments')
      .insert({
        exchange,
        symbol,
        asset_class: exchange === 'NSE' ? 'Indian Equity' : 'US Equity',
      })
      .returning('id')) as { id: string }[];
    return row?.id ?? '';
  });
}

async function closes(core: Core, instrument_id: string, prices: Record<string, number>): Promise<void> {
  await core.database.asSystem('closes for a test', async (trx) => {
    await trx('portfolio.price_history')
      .insert(Object.entries(prices).map(([day, close]) => ({ instrument_id, day, close, source: 'NSE' })))
      .onConflict(['instrument_id', 'day'])
      .merge();
  });
}

describe('core/reports values', function threads(this: Mocha.Suite) {
  // The first question starts the thread, with a loader of its own from source.
  this.timeout(600_000);
  let world: TestCore;
  let core: Core;
  before(async () => {
    world = await testCore({ at: NOW });
    core = world.core;
  });
  after(() => world.close());

  const book = async (
    symbol: string,
    type: string,
    date: string,
    quantity: number,
    price: number,
    more: Record<string, unknown> = {},
  ): Promise<string> => {
    const { id } = await core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'Main',
        symbol,
        date,
        type,
        quantity,
        price,
        currency: 'INR',
        asset_class: 'Indian Equity',
        ...more,
      },
      BY,
    );
    return id;
  };
  const at = (view: Awaited<ReturnType<typeof core.reports.values.read>>, day: string) => {
    const index = view.days.indexOf(day);
    const { value, put_in, taken_out, income, fees, cost } = view.daily;
    return [value[index], put_in[index], taken_out[index], income[index], fees[index], cost[index]];
  };

  it('nothing yet: no days, and what to do', async () => {
    const view = await core.reports.values.read(world.owner);
    assert.deepEqual([view.portfolio, view.currency, view.days, view.positions], ['Networth', 'INR', [], []]);
    assert.deepEqual(
      view.reasons.map(({ code }) => code),
      ['NO_TRANSACTIONS'],
    );
    await assert.rejects(core.reports.values.read(world.owner, 'Nowhere'), { code: 'PORTFOLIO_NOT_FOUND' });
  });

  it('portfolio/Report rules 4: closes and transactions become a value a day, and what is added later counts at once', async () => {
    const tcs = await instrument(core, 'TCS');
    await closes(core, tcs, { '2026-02-24': 100, '2026-02-25': 110, '2026-02-27': 120 });
    await book('TCS', 'BUY', '2026-02-24', 10, 98, { fee_tax: 20 });
    const first = await core.reports.values.read(world.owner, 'main');
    assert.deepEqual(first.days, [
      '2026-02-24',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
    // 10 × 100, 110, 110 (no close on the 26th), 120, and Friday's over the weekend.
    assert.deepEqual(first.daily.value, [1000, 1100, 1100, 1200, 1200, 1200, 1200]);
    assert.deepEqual(first.daily.fresh, [1, 1, 0, 1, 0, 0, 0]);
    // 10 × 98 + 20 is paid.
    assert.deepEqual(at(first, '2026-02-24'), [1000, 1000, 0, 0, 20, 1000]);
    assert.equal(await core.reports.values.read(world.owner, 'Main'), first, 'unchanged: the same answer');

    await book('TCS', 'SELL', '2026-02-27', 4, 125, { fee_tax: 5 });
    const sold = await core.reports.values.read(world.owner, 'Main');
    // 6 × 120 is left; 4 × 125 - 5 received; 4 of 10 units had cost 400.
    assert.deepEqual(at(sold, '2026-02-27'), [720, 0, 495, 0, 5, 600]);
    const [position] = sold.positions;
    assert.deepEqual(
      [
        position?.portfolio,
        position?.symbol,
        position?.quantity,
        position?.own.realised,
        position?.own.unrealised,
      ],
      // 495 - 400; 720 - 600
      ['Main', 'TCS', 6, 95, 120],
    );
  });

  it('a transaction that is deleted, an old one that is added, and a close that comes later', async () => {
    const infy = await instrument(core, 'INFY');
    const id = await book('INFY', 'BUY', '2026-02-25', 1, 50);
    const held = await core.reports.values.read(world.owner);
    assert.equal(at(held, '2026-02-27')[0], 770, 'without a close of INFY, the price of its purchase stands');
    await closes(core, infy, { '2026-02-25': 50, '2026-02-27': 55 });
    // Closes belong to nobody: they are looked for again after half a minute.
    world.clock.pass(1);
    const priced = await core.reports.values.read(world.owner);
    assert.equal(at(priced, '2026-02-27')[0], 775);
    assert.deepEqual(priced.reasons, []);
    await core.portfolio.transactions.remove(world.owner, id, BY);
    await book('TCS', 'BUY', '2026-02-20', 1, 90);
    const older = await core.reports.values.read(world.owner);
    assert.equal(older.days[0], '2026-02-20');
    // On the 20th there is no close yet, and the share was bought at 90; on the 27th 7 × 120.
    assert.deepEqual([at(older, '2026-02-20')[0], at(older, '2026-02-27')[0]], [90, 840]);
  });

  it('dollars: the rate of each day, and an American share apart from its rate', async () => {
    const aapl = await instrument(core, 'AAPL', 'NASDAQ');
    await closes(core, aapl, { '2026-02-26': 10, '2026-02-27': 12 });
    await core.database.asSystem('rates for a test', async (trx) => {
      await trx('market.fx_rates').insert(
        [
          ['2026-02-26', 80],
          ['2026-02-27', 90],
        ].map(([day, rate]) => ({
          base: 'USD',
          quote: 'INR',
          day,
          rate,
          source: 'TEST',
          as_of: new Date(NOW),
        })),
      );
    });
    await book('AAPL', 'BUY', '2026-02-26', 10, 10, {
      portfolio: 'America',
      currency: 'USD',
      asset_class: 'US Equity',
    });
    const view = await core.reports.values.read(world.owner, 'America');
    assert.equal(view.currency, 'INR');
    // 10 × 10 × 80, then 10 × 12 × 90.
    assert.deepEqual(view.daily.value.slice(0, 2), [8000, 10_800]);
    const [position] = view.positions;
    // The rate made 100 dollars' worth of 10 rupees each; the price 20 dollars at 90.
    assert.deepEqual([position?.base.currency_effect, position?.base.price_effect], [1000, 1800]);
    assert.equal(view.is_estimated, false);
    const all = await core.reports.values.read(world.owner);
    assert.equal(at(all, '2026-02-27')[0], 840 + 10_800);
  });

  it('the day passes, and a split of the market that the ledger lacks is told', async () => {
    const split = await instrument(core, 'SPLITTER');
    await closes(core, split, { '2026-02-27': 100 });
    await book('SPLITTER', 'BUY', '2026-02-27', 2, 100, { portfolio: 'Third' });
    assert.deepEqual((await core.reports.values.read(world.owner, 'Third')).reasons, []);
    await core.database.asSystem('an action for a test', async (trx) => {
      await trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol: 'SPLITTER',
        instrument_id: split,
        ex_date: '2026-03-03',
        raw: 'Face value split from 10 to 5',
        part: 1,
        kind: 'SPLIT',
        new_shares: 2,
        old_shares: 1,
        status: 'READ',
        source: 'NSE',
      });
    });
    await closes(core, split, { '2026-03-03': 51 });
    world.clock.pass(24 * 60);
    const next = await core.reports.values.read(world.owner, 'Third');
    assert.deepEqual(next.days.slice(-2), ['2026-03-02', '2026-03-03']);
    assert.deepEqual(next.daily.value.slice(-2), [200, 102]);
    assert.deepEqual(
      next.reasons.map(({ code, from }) => [code, from]),
      [['SPLIT_NOT_IN_LEDGER', '2026-03-03']],
    );
    // Whoever says that it does not concern them is not told again, until they apply it after all.
    const portfolios = await core.portfolio.portfolios.list(world.owner);
    const terms = {
      portfolio_id: portfolios.find(({ name }) => name === 'Third')?.id ?? '',
      symbol: 'SPLITTER',
      kind: 'SPLIT' as const,
      ex_date: '2026-03-03',
      new_shares: '2',
      old_shares: '1',
      into_symbol: null,
      into_isin: null,
      cost_pct: null,
      fraction_price: null,
      source: 'NSE',
    };
    await core.portfolio.actions.decline(world.owner, [terms], BY);
    assert.deepEqual((await core.reports.values.read(world.owner, 'Third')).reasons, []);
    await book('SPLITTER', 'SPLIT', '2026-03-03', 2, 0, { portfolio: 'Third' });
    const mended = await core.reports.values.read(world.owner, 'Third');
    assert.deepEqual([mended.daily.value.at(-1), mended.reasons], [204, []]);
  });

  it('closes of years before are read when an older transaction asks for them, and one that is corrected counts', async () => {
    const old = await instrument(core, 'LONGAGO');
    await closes(core, old, { '2022-03-01': 40, '2025-12-01': 50, '2026-02-27': 60 });
    await book('LONGAGO', 'BUY', '2025-12-01', 1, 50, { portfolio: 'Old' });
    const ends = async () => {
      const { days, daily } = await core.reports.values.read(world.owner, 'Old');
      return [days[0], daily.value[0], daily.value.at(-1)];
    };
    assert.deepEqual(await ends(), ['2025-12-01', 50, 60]);
    await book('LONGAGO', 'BUY', '2022-03-01', 1, 40, { portfolio: 'Old' });
    assert.deepEqual(await ends(), ['2022-03-01', 40, 120]);
    await closes(core, old, { '2022-03-01': 45 });
    // Old closes are looked at every quarter of an hour.
    world.clock.pass(16);
    assert.deepEqual(await ends(), ['2022-03-01', 45, 120]);
  });

  it('a holding of which the ledger has fewer units is told; a stranger sees none of it', async () => {
    await core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'Main',
        symbol: 'BYHAND',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 5,
        avg_buy_price: 1,
      },
      BY,
    );
    const view = await core.reports.values.read(world.owner, 'Main');
    assert.deepEqual(
      view.reasons
        .filter(({ code }) => code === 'LEDGER_INCOMPLETE')
        .map(({ symbol, portfolio }) => [symbol, portfolio]),
      [['BYHAND', 'Main']],
    );
    await assert.rejects(core.reports.values.read(world.stranger, 'Main'), { code: 'PORTFOLIO_NOT_FOUND' });
    assert.deepEqual((await core.reports.values.read(world.stranger)).days, []);
  });
});
