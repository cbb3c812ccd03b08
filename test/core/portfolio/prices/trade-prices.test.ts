import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { addDays } from '../../../../core/platform/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { sampled } from '../../../support/soak.ts';

const BY = { actor: 'test' };
const TRADES = `Symbol,Date,Type,Quantity,Price,Currency,Asset class
OLDCO,2022-11-01,BUY,10,50,INR,Indian Equity
TCS,2024-03-01,BUY,10,3000,INR,Indian Equity
TCS,2024-03-12,BUY,2,3300,INR,Indian Equity
FLEXI FUND,2025-06-02,BUY,100,20,INR,Mutual Fund
FLEXI FUND,2025-12-01,SELL,40,25,INR,Mutual Fund
`;
const dayOf = (at: number) => addDays('2026-01-01', at);

describe('portfolio/States and transitions: a holding that no market has priced is valued by its last trade', () => {
  let world: TestCore;
  // Monday, 2 March 2026.
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  before(async () => {
    world = await coreAnew();
  });

  async function importFile(text: string): Promise<string> {
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(text)]));
    await imports.commit(world.owner, { import_id }, BY);
    world.clock.pass(1);
    return import_id;
  }
  const trade = async (symbol: string, on: string, over: Record<string, unknown> = {}) =>
    await world.core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'Mine',
        symbol,
        date: on,
        type: 'BUY',
        quantity: 10,
        price: 100,
        currency: 'INR',
        asset_class: 'Indian Equity',
        ...over,
      },
      BY,
    );
  const quote = async (symbol: string, as_of: string, price: number, source = 'YAHOO') => {
    const { quotes } = world.core.portfolio;
    const holdings = (await quotes.holdings(world.owner)).filter((one) => one.symbol === symbol);
    await quotes.apply(
      world.owner,
      holdings.map((holding) => ({ holding, quote: { price, previous_close: null, as_of, source } })),
    );
  };
  const held = async (symbol: string) => {
    const one = (await world.core.portfolio.holdings.all(world.owner)).find((row) => row.symbol === symbol);
    return one ?? assert.fail(symbol);
  };
  const priceOf = async (symbol: string) => {
    const { current_price, price_source, price_as_of } = await held(symbol);
    return [current_price, price_source, price_as_of];
  };
  const count = async (table: string) =>
    (await world.core.database.systemPool.query<{ n: number }>(`select count(*)::int as n from ${table}`))
      .rows[0]?.n;

  it('after an import without a network: value, gain and curve agree everywhere, with the age of their prices', async () => {
    await importFile(TRADES);
    const { core, owner } = world;
    const tcs = await held('TCS');
    assert.deepEqual(await priceOf('TCS'), [3300, 'TRADE', '2024-03-12']);
    assert.deepEqual(
      [tcs.price_note, tcs.price_state, tcs.day_change, tcs.previous_close, tcs.priced_at],
      ['your last trade, 12 Mar 2024', 'STALE', null, null, '2024-03-12T10:00:00.000Z'],
    );
    // The redemption of December.
    assert.deepEqual(await priceOf('FLEXI FUND'), [25, 'TRADE', '2025-12-01']);
    // More than 1,096 days old.
    assert.deepEqual(await priceOf('OLDCO'), [null, null, null]);
    const { total, freshness, warnings } = await core.portfolio.dashboard.read(owner);
    // 12 at 3,300 and 60 at 25.
    assert.deepEqual([total.state, total.current_value, total.day_change], ['PARTIAL', 41_100, null]);
    assert.equal(total.day_change_label, 'Today');
    // 36,600 and 60 at 20 were paid for these two.
    assert.equal(total.partial.total_profit?.figure, 41_100 - 36_600 - 1200);
    assert.deepEqual(
      total.partial.current_value?.missing.map(({ symbol, reason }) => [symbol, reason]),
      [['OLDCO', 'No price is known, and your last trade, of 1 Nov 2022, is more than three years old.']],
    );
    assert.equal(
      freshness.age_message,
      'Prices of your last trades, the oldest of 12 Mar 2024, 23 months old',
    );
    assert.match(
      warnings.find(({ code }) => code === 'VALUATION_PARTIAL')?.message ?? '',
      /No price for OLDCO/,
    );
    const performance = await core.reports.performance.read(owner, {});
    assert.equal(performance.current_value, 41_100);
    const { points } = await core.reports.valueHistory.read(owner, {});
    assert.equal(points.at(-1)?.date, '2026-03-02');
    const line = await core.reports.values.read(owner);
    const valueOn = (day: string) => line.covered?.daily.value[line.days.indexOf(day)];
    // 10 at 3,000 from 1 March 2024, 12 at 3,300 from the 12th; with 100 at 20, and 60 at 25. Without OLDCO, which is known
    // to 1 November 2025: there it adds 10 at 50.
    assert.deepEqual(
      ['2024-03-11', '2024-03-12', '2025-06-02', '2025-12-01', '2026-03-02'].map(valueOn),
      [30_500, 40_100, 42_100, 41_100, 41_100],
    );
    // A price of a trade is no price of a market.
    assert.deepEqual(await core.portfolio.quotes.lastPrices(owner), []);
    assert.deepEqual(
      [await count('portfolio.observed_prices'), await count('portfolio.price_history')],
      [0, 0],
    );
  });

  it('a changed or deleted trade no longer prices the holding', async () => {
    const first = await trade('SOLD', '2025-03-03');
    const second = await trade('SOLD', '2025-04-01', { price: 120 });
    await trade('SOLD', '2025-05-01', { price: 0 });
    // 20 at 120 are 30 at 80.
    assert.deepEqual(await priceOf('SOLD'), [80, 'TRADE', '2025-04-01']);
    await world.core.portfolio.transactions.remove(world.owner, second.id, BY);
    assert.deepEqual(await priceOf('SOLD'), [50, 'TRADE', '2025-03-03']);
    await world.core.portfolio.transactions.remove(world.owner, first.id, BY);
    assert.deepEqual(await priceOf('SOLD'), [null, null, null]);
  });

  let cases = 0;
  // The trade is of 20 February 2026 at 100; each other price is 90.
  for (const [what, other, expected] of [
    ['a market, of the same day', ['YAHOO', '2026-02-20'], [90, 'YAHOO']],
    ['a market, ten days older', ['YAHOO', '2026-02-10'], [90, 'YAHOO']],
    ['a market, eleven days older', ['YAHOO', '2026-02-09'], [100, 'TRADE']],
    ['a broker, later', ['zerodha', '2026-02-27'], [90, 'zerodha']],
    ['a file, of the same day', ['CSV', '2026-02-20'], [90, 'CSV']],
    ['a file, eleven days older', ['CSV', '2026-02-09'], [100, 'TRADE']],
    ['the person, years older', ['MANUAL', '2021-02-09'], [90, 'MANUAL']],
  ] as const) {
    it(`a price of ${what}, and a trade, in either order`, async () => {
      const [source, day] = other;
      cases += 1;
      const [one, two] = [`LATE${cases}`, `EARLY${cases}`];
      const state = async (symbol: string) => (await priceOf(symbol)).slice(0, 2);
      const offer = async (symbol: string) => {
        if (source === 'CSV')
          await importFile(
            `Portfolio,Symbol,Quantity,Average price,Closing price,Asset class,Currency,NAV date\nMine,${symbol},20,9,90,Indian Equity,INR,${day}\n`,
          );
        else if (source === 'MANUAL')
          await world.core.portfolio.holdings.updatePrice(
            world.owner,
            (await held(symbol)).id,
            { price: 90, valuation_date: day },
            BY,
          );
        else await quote(symbol, day, 90, source);
      };
      const asset_class = source === 'MANUAL' ? 'Unlisted' : 'Indian Equity';
      const late = (symbol: string) => trade(symbol, '2026-02-20', { asset_class });
      for (const symbol of [one, two]) await trade(symbol, '2020-01-06', { asset_class, price: 10 });
      await offer(one);
      await late(one);
      await late(two);
      await offer(two);
      assert.deepEqual([await state(one), await state(two)], [expected, expected]);
    });
  }

  it('portfolio/Price refresh rules 4: the value of a fund is not compared with its purchase price', async () => {
    await trade('GUARDED FUND', '2024-03-12', { asset_class: 'Mutual Fund' });
    await quote('GUARDED FUND', '2026-02-27', 160, 'AMFI');
    assert.deepEqual(await priceOf('GUARDED FUND'), [160, 'AMFI', '2026-02-27']);
    await quote('GUARDED FUND', '2026-03-02', 200, 'AMFI');
    assert.deepEqual(await priceOf('GUARDED FUND'), [160, 'AMFI', '2026-02-27']);
  });

  it('a first price by hand after a trade of the day before has no change since then', async () => {
    await trade('HAND', '2026-02-27');
    const { id } = await held('HAND');
    await world.core.portfolio.holdings.update(world.owner, id, { current_price: 110 }, BY);
    const { previous_close, day_change } = await held('HAND');
    assert.deepEqual([previous_close, day_change], [null, null]);
  });

  it('trades, a split and prices of markets in any order give the value of the right order', async () => {
    let runs = 0;
    const DAY = fc.integer({ min: 0, max: 40 });
    const trades = fc.uniqueArray(fc.record({ day: DAY, price: fc.integer({ min: 20, max: 90 }) }), {
      selector: ({ day }) => day,
      minLength: 1,
      maxLength: 4,
    });
    const quotes = fc.uniqueArray(
      fc.record({ quoted: fc.integer({ min: 12, max: 40 }), price: fc.integer({ min: 20, max: 90 }) }),
      {
        selector: ({ quoted }) => quoted,
        maxLength: 3,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        trades,
        quotes,
        fc.boolean(),
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        async (bought, offered, isSplit, keys) => {
          runs += 1;
          const symbol = `S${runs}`;
          const SPLIT_DAY = 12;
          const [first, ...rest] = bought;
          assert.ok(first !== undefined);
          const buy = ({ day, price }: { day: number; price: number }) =>
            trade(symbol, dayOf(day), { quantity: 4, price });
          const split = { split: isSplit && bought.some(({ day }) => day < SPLIT_DAY) };
          // A split of nothing is left out, so the purchase before it comes first.
          const early = bought.find(({ day }) => day < SPLIT_DAY) ?? first;
          await buy(early);
          const events = [...rest, first].filter((one) => one !== early);
          const all = [...events, ...offered, ...(split.split ? [split] : [])]
            .map((one, at) => ({ one, key: keys[at] ?? 0 }))
            .sort((a, b) => a.key - b.key);
          for (const { one } of all) {
            if ('split' in one)
              await trade(symbol, dayOf(SPLIT_DAY), { type: 'SPLIT', quantity: 2, price: 0 });
            else if ('quoted' in one) await quote(symbol, dayOf(one.quoted), one.price);
            else await buy(one);
          }
          // The second way: the newest of each kind by day, and the rule between the two.
          const last = bought.reduce((newest, one) => (one.day > newest.day ? one : newest));
          const market = offered.toSorted((a, b) => b.quoted - a.quoted)[0];
          const isBefore = (day: number) => split.split && day < SPLIT_DAY;
          const units = bought.reduce((sum, { day }) => sum + (isBefore(day) ? 8 : 4), 0);
          const price =
            market !== undefined && market.quoted + 10 >= last.day
              ? market.price
              : last.price / (isBefore(last.day) ? 2 : 1);
          assert.equal((await held(symbol)).market_value, units * price);
        },
      ),
      { numRuns: sampled(8, 200) },
    );
  });

  it('the last trade in any portfolio counts, and three years later none does', async () => {
    await trade('BOTH', '2025-03-03');
    await trade('BOTH', '2025-06-03', { portfolio: 'Other', price: 140 });
    const all = async () =>
      (await world.core.portfolio.holdings.all(world.owner)).flatMap(({ portfolio, symbol, current_price }) =>
        symbol === 'BOTH' ? [[portfolio, current_price]] : [],
      );
    assert.deepEqual(await all(), [
      ['Mine', 140],
      ['Other', 140],
    ]);
    // 1,096 days after 3 June 2025 it is 3 June 2028.
    world.clock.at = new Date('2028-06-03T06:00:00.000Z');
    await world.core.closes.priceEverybody();
    assert.deepEqual(await all(), [
      ['Mine', 140],
      ['Other', 140],
    ]);
    world.clock.at = new Date('2028-06-04T06:00:00.000Z');
    await world.core.closes.priceEverybody();
    assert.deepEqual(await all(), [
      ['Mine', null],
      ['Other', null],
    ]);
  });
});
