import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { setOwnPrices } from '../../../../core/portfolio/positions/index.ts';
import { addDays, daysBetween } from '../../../../core/platform/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { listWithCloses } from '../../../support/listed-closes.ts';
import { sampled } from '../../../support/soak.ts';

const BY = { actor: 'test' };
const AT = '2026-03-02T06:00:00.000Z';

describe('portfolio/Report rules 4: a holding and the last day of the curve have one price', function threads(this: Mocha.Suite) {
  // The first question starts the calculating thread.
  this.timeout(600_000);
  let world: TestCore;
  const coreAnew = sharedCore({ at: AT });
  beforeEach(async () => {
    world = await coreAnew();
  });

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
  const quote = async (symbol: string, as_of: string, price: number) => {
    const { quotes } = world.core.portfolio;
    const holdings = (await quotes.holdings(world.owner)).filter((one) => one.symbol === symbol);
    await quotes.apply(
      world.owner,
      holdings.map((holding) => ({
        holding,
        quote: { price, previous_close: null, as_of, source: 'YAHOO' },
      })),
    );
  };
  /** A file of what a portfolio holds, with its price of a day. */
  const file = async (symbol: string, day: string, price: number) => {
    const { imports, holdings } = world.core.portfolio;
    const held = (await holdings.all(world.owner)).find((one) => one.symbol === symbol);
    const text = `Portfolio,Symbol,Quantity,Average price,Closing price,Asset class,Currency,NAV date\n${held?.portfolio},${symbol},${held?.quantity},9,${price},Indian Equity,INR,${day}\n`;
    const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(text)]));
    await imports.commit(world.owner, { import_id }, BY);
    world.clock.pass(1);
  };
  /** A price that a statement prints beside its transactions. */
  const statement = async (symbol: string, day: string, price: number) =>
    await world.core.database.change(world.owner, ['ledger', 'prices'], async (trx) => {
      await trx.raw(
        `insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source)
         values (?, ?, 'INR', ?, ?, 'STATEMENT')`,
        [world.owner, symbol, day, price],
      );
      await setOwnPrices(trx, { owners: [world.owner] }, world.clock.now());
    });
  /** By portfolio: the price of the holding, its day, and both as the curve has them. */
  async function prices(symbol: string) {
    const { core, owner } = world;
    const holdings = await core.portfolio.holdings.all(owner);
    const { positions } = await core.reports.values.read(owner);
    return holdings
      .filter((one) => one.symbol === symbol)
      .map(({ portfolio, current_price, price_as_of }) => {
        const of = positions.find((one) => one.symbol === symbol && one.portfolio === portfolio);
        return { holding: [current_price, price_as_of], curve: [of?.price ?? null, of?.price_date ?? null] };
      });
  }
  const agreed = async (symbol: string) =>
    (await prices(symbol)).map(({ holding, curve }) => {
      assert.deepEqual(curve, holding);
      return holding;
    });

  it('a close or quote that is older than the trade by no more than ten days comes first, and counts as long as the trade', async () => {
    await listWithCloses(world.core, 'TCS', { '2026-02-09': 88, '2026-02-10': 90 });
    await listWithCloses(world.core, 'INFY', { '2026-01-19': 88, '2026-02-07': 90 });
    for (const symbol of ['TCS', 'INFY', 'QUOTED']) {
      await trade(symbol, '2020-01-06', { price: 10 });
      if (symbol === 'QUOTED') await quote(symbol, '2026-02-10', 90);
      await trade(symbol, '2026-02-18');
    }
    await world.core.closes.priceEverybody();
    assert.deepEqual(await agreed('TCS'), [[90, '2026-02-10']]);
    assert.deepEqual(await agreed('QUOTED'), [[90, '2026-02-10']]);
    assert.deepEqual(await agreed('INFY'), [[100, '2026-02-18']]);
    const { core, owner } = world;
    const { total } = await core.portfolio.dashboard.read(owner);
    const { points, limits } = await core.reports.valueHistory.read(owner, {});
    // 20 at 90, twice, and 20 at 100.
    assert.deepEqual([total.current_value, points.at(-1)?.value], [5600, 5600]);
    assert.ok(!limits.some(({ code }) => code === 'ENDS_EARLY'));
  });

  it('a newer price of a file, a statement or the person counts as long as that of a trade, with its age', async () => {
    const buy = async (symbol: string, on: string) =>
      await trade(symbol, on, symbol === 'VALUED' ? { asset_class: 'Unlisted' } : {});
    for (const symbol of ['FILED', 'STATED', 'VALUED']) await buy(symbol, '2024-02-19');
    await file('FILED', '2025-02-10', 140);
    await statement('STATED', '2025-02-10', 140);
    const valued = (await world.core.portfolio.holdings.all(world.owner)).find(
      ({ symbol }) => symbol === 'VALUED',
    );
    const value = { price: 140, valuation_date: '2025-02-10' };
    await world.core.portfolio.holdings.updatePrice(world.owner, valued?.id ?? '', value, BY);
    for (const symbol of ['FILED', 'STATED', 'VALUED'])
      assert.deepEqual(await agreed(symbol), [[140, '2025-02-10']], symbol);
    const { core, owner } = world;
    const view = await core.reports.performance.read(owner, {});
    assert.deepEqual([view.ends_early, view.current_value], [false, 4200]);
    assert.deepEqual(view.limits.map(({ code, label }) => [code, label]).at(-1), [
      'OLD_PRICES',
      '12 months old',
    ]);
    // A trade much newer than the file and the statement comes before them, and never before a price by hand.
    for (const symbol of ['FILED', 'STATED', 'VALUED']) await buy(symbol, '2025-12-01');
    assert.deepEqual(
      (await Promise.all(['FILED', 'STATED', 'VALUED'].map(agreed))).flat(),
      [100, 100, 140].map((price) => [price, price === 100 ? '2025-12-01' : '2025-02-10']),
    );
  });

  it('a split that one portfolio records divides the price of an older trade in another', async () => {
    await trade('QQQ', '2025-03-03', { price: 1000 });
    await trade('QQQ', '2025-06-03', { type: 'SPLIT', quantity: 10, price: 0 });
    await trade('QQQ', '2025-03-10', { portfolio: 'Other', price: 990 });
    assert.deepEqual(await agreed('QQQ'), [
      [99, '2025-03-10'],
      [99, '2025-03-10'],
    ]);
    // Recorded there days later, it is still one split.
    await trade('QQQ', '2025-06-10', { portfolio: 'Other', type: 'SPLIT', quantity: 10, price: 0 });
    await trade('QQQ', '2025-06-05', { portfolio: 'Third', price: 98 });
    await trade('QQQ', '2025-06-12', { portfolio: 'Third', type: 'SPLIT', quantity: 10, price: 0 });
    assert.deepEqual(
      (await agreed('QQQ')).map(([price]) => price),
      [9.8, 9.8, 9.8],
    );
  });

  it('of trades of one day that in the portfolio with the highest number counts', async () => {
    const { core, owner } = world;
    await core.database.systemPool.query('alter sequence portfolio.portfolios_id_seq restart with 99');
    for (const name of ['Ninety-nine', 'Hundred'])
      await core.portfolio.portfolios.create(owner, { name }, BY);
    await trade('CCC', '2025-03-03', { portfolio: 'Hundred', price: 150 });
    await trade('CCC', '2025-03-03', { portfolio: 'Ninety-nine' });
    assert.deepEqual(await agreed('CCC'), [
      [150, '2025-03-03'],
      [150, '2025-03-03'],
    ]);
  });

  it('random closes, quotes, statements, files, trades and a split in any order, on any later day', async () => {
    const FIRST = '2026-01-01';
    const SPLIT = 12;
    const dayOf = (at: number) => addDays(FIRST, at);
    const PRICE = fc.integer({ min: 20, max: 90 });
    const events = fc.record({
      isListed: fc.boolean(),
      isSplit: fc.boolean(),
      trades: fc.uniqueArray(
        fc.record({ day: fc.nat(40), price: PRICE, portfolio: fc.constantFrom('Mine', 'Other') }),
        { selector: ({ day }) => day, maxLength: 4 },
      ),
      // Market prices from before a split are of other units.
      others: fc.uniqueArray(
        fc.record({
          day: fc.integer({ min: SPLIT, max: 40 }),
          price: PRICE,
          kind: fc.constantFrom('CLOSE', 'QUOTE', 'STATEMENT', 'FILE'),
        }),
        { selector: ({ day }) => day, maxLength: 4 },
      ),
      keys: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
      later: fc.constantFrom(0, 5, 11, 40, 400, 1085, 1100),
    });
    await fc.assert(
      fc.asyncProperty(events, async ({ isListed, isSplit, trades, others, keys, later }) => {
        world = await coreAnew();
        const hasTwo = trades.some(({ portfolio }) => portfolio === 'Other');
        // A file prices what one portfolio holds.
        const told = others
          .filter(({ kind }) => kind !== 'CLOSE' || isListed)
          .filter(({ kind }) => kind !== 'FILE' || !hasTwo);
        const closes = told
          .filter(({ kind }) => kind === 'CLOSE')
          .map(({ day, price }) => [dayOf(day), price]);
        if (closes.length > 0)
          await listWithCloses(world.core, 'ABC', Object.fromEntries(closes) as Record<string, number>);
        const bought = [{ day: 0, price: 50, portfolio: 'Mine' }, ...trades.filter(({ day }) => day > 0)];
        await trade('ABC', dayOf(0), { price: 50 });
        const steps = [
          ...bought.slice(1).map((one) => async () => {
            await trade('ABC', dayOf(one.day), { portfolio: one.portfolio, price: one.price, quantity: 4 });
          }),
          ...told.map(({ day, price, kind }) => async () => {
            if (kind === 'QUOTE') await quote('ABC', dayOf(day), price);
            else if (kind === 'STATEMENT') await statement('ABC', dayOf(day), price);
            else if (kind === 'FILE') await file('ABC', dayOf(day), price);
            else await world.core.closes.priceEverybody();
          }),
          ...(isSplit
            ? [
                async () => {
                  await trade('ABC', dayOf(SPLIT), { type: 'SPLIT', quantity: 2, price: 0 });
                },
              ]
            : []),
        ]
          .map((step, at) => ({ step, key: keys[at] ?? 0 }))
          .sort((a, b) => a.key - b.key);
        for (const { step } of steps) await step();
        const today = dayOf(41 + 20 + later);
        world.clock.at = new Date(`${today}T06:00:00.000Z`);
        await world.core.closes.priceEverybody();

        // The second way: the newest of either kind, and the rule between the two.
        const last = bought.reduce((newest, one) => (one.day > newest.day ? one : newest));
        const isKnown = daysBetween(dayOf(last.day), today) <= 1096;
        // A quote that a trade has taken the place of is on record nowhere.
        const other = told
          .filter(({ kind, day }) => kind !== 'QUOTE' || day + 10 >= last.day)
          .toSorted((a, b) => b.day - a.day)[0];
        const isOther = other !== undefined && (!isKnown || other.day + 10 >= last.day);
        const expected = isOther
          ? [other.price, dayOf(other.day)]
          : isKnown
            ? [last.price / (isSplit && last.day < SPLIT ? 2 : 1), dayOf(last.day)]
            : [null, null];
        // A price of a market is the last known one for ever; the curve waits for a newer one.
        const carry = closes.length > 0 && (other?.kind === 'CLOSE' || other?.kind === 'QUOTE') ? 10 : 1096;
        const isCarried =
          isOther && (daysBetween(dayOf(other.day), today) <= carry || (isKnown && last.day > other.day));
        const curve = isOther && !isCarried ? [null, null] : expected;
        for (const one of await prices('ABC')) assert.deepEqual(one, { holding: expected, curve });
      }),
      { numRuns: sampled(6, 200) },
    );
  });
});
