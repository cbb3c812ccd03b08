import assert from 'node:assert/strict';
import fc from 'fast-check';
import { holdingCard } from '../../../bot/text/holding-card.ts';
import { dailyReturns, valuePoints } from '../../../core/finance/returns/index.ts';
import { Decimal } from '../../../core/platform/index.ts';
import { heldOf, type StockRow } from '../../../core/portfolio/positions/index.ts';
import { held, page, trade } from '../../support/fake-broker.ts';
import { BY, type BrokerWorld, sharedBrokerWorld } from './world.ts';

describe('portfolio/Connection sync rules 3: trades that the stock of a broker does not show yet', () => {
  let world: BrokerWorld;
  const worldAnew = sharedBrokerWorld();
  beforeEach(async () => {
    world = await worldAnew();
    // No token that ages in these days.
    world.broker.renewal = 'none';
  });
  afterEach(() => world.close());

  const at = (day: string) => {
    world.clock.at = new Date(`${day}T10:30:00.000Z`);
  };
  const report = async (symbol: string) => await world.core.reports.holding.read(world.owner, { symbol });
  const summary = async (symbol: string) => (await report(symbol)).settlements[0]?.summary;
  const holdings = async () =>
    (await world.core.portfolio.holdings.all(world.owner)).map(
      ({ symbol, quantity, avg_buy_price, reconciliation }) => [
        symbol,
        quantity,
        avg_buy_price,
        reconciliation.status,
      ],
    );

  it('buying as many again is no half holding, no consolidation, and no fall in the series', async () => {
    const bought = trade('1', 'TCS', '10', { date: '2026-02-02', price: '100', fee_tax: '0' });
    world.broker.holdings = [held('TCS', '10', { avg_buy_price: '100', last_price: '120' })];
    world.broker.pages = [page(bought)];
    const { id } = await world.create();
    at('2026-03-05');
    await world.sync(id);
    await world.core.portfolio.snapshots.take(world.owner);
    // Friday 6 March: the stock is that of the morning.
    const again = trade('2', 'TCS', '10', { date: '2026-03-06', price: '120', fee_tax: '0' });
    world.broker.pages = [page(bought, again)];
    for (const day of ['2026-03-06', '2026-03-07', '2026-03-09']) {
      at(day);
      await world.sync(id);
      await world.core.portfolio.snapshots.take(world.owner);
      // 10 at 100 and 10 at 120 cost 110 each.
      assert.deepEqual(await holdings(), [['TCS', 20, 110, 'MATCHED']], day);
      assert.equal(
        await summary('TCS'),
        '10 delivered; 10 bought, arriving on 9 Mar 2026. Delivered and free to sell: 10.',
        day,
      );
    }
    assert.deepEqual((await world.core.portfolio.quality.overview(world.owner)).ledger.unreconciled, 0);
    assert.match(
      holdingCard(await report('TCS'), 'compact').text,
      /20 at .*\n10 delivered; 10 bought, arriving on 9 Mar 2026\./,
    );
    world.broker.holdings = [held('TCS', '20', { avg_buy_price: '110', last_price: '120' })];
    at('2026-03-10');
    await world.sync(id);
    await world.core.portfolio.snapshots.take(world.owner);
    const daily = await world.core.reports.days(world.owner, null);
    assert.deepEqual(
      dailyReturns(valuePoints(daily)).map(({ since, value, is_explained }) => [
        since,
        Number(value.toFixed(9)),
        is_explained,
      ]),
      // Bought at 100; 120 at the first sync and ever since.
      [
        ['2026-02-02', 0.2, true],
        ...['2026-03-05', '2026-03-06', '2026-03-09'].map((since) => [since, 0, true]),
      ],
    );
    assert.deepEqual(daily.flows, [
      { day: '2026-02-02', amount: 1000 },
      { day: '2026-03-06', amount: 1200 },
    ]);
  });

  it('a quantity that a person corrects stands until the broker is read again', async () => {
    world.broker.holdings = [held('TCS', '10')];
    world.broker.pages = [page(trade('1', 'TCS', '10', { date: '2026-02-02' }))];
    const { id } = await world.create();
    at('2026-03-05');
    await world.sync(id);
    const [{ id: holding, portfolio } = { id: '', portfolio: '' }] = await world.core.portfolio.holdings.all(
      world.owner,
    );
    await world.core.portfolio.holdings.update(world.owner, holding, { quantity: 12 }, BY);
    const bought = { portfolio, symbol: 'TCS', type: 'BUY', date: '2026-03-06', quantity: 3, price: 100 };
    at('2026-03-06');
    await world.core.portfolio.transactions.create(world.owner, { ...bought, currency: 'INR' }, BY);
    assert.deepEqual((await holdings())[0]?.slice(0, 2), ['TCS', 12]);
    await world.sync(id);
    assert.deepEqual((await holdings())[0], ['TCS', 13, 100, 'MATCHED']);
  });

  it('what is pledged and held by an open order is not free to sell', async () => {
    world.broker.holdings = [held('TCS', '10', { arriving: '0', pledged: '3', blocked: '2' })];
    world.broker.pages = [page(trade('1', 'TCS', '10', { date: '2026-02-02' }))];
    const { id } = await world.create();
    at('2026-03-05');
    await world.sync(id);
    assert.equal(
      await summary('TCS'),
      '10 delivered; 3 pledged; 2 held by open orders. Delivered and free to sell: 5.',
    );
  });

  it('what is still missing after the day of settlement is a difference', async () => {
    const bought = trade('1', 'TCS', '10', { date: '2026-02-02' });
    world.broker.holdings = [held('TCS', '10')];
    world.broker.pages = [page(bought, trade('2', 'TCS', '10', { date: '2026-03-06' }))];
    const { id } = await world.create();
    // A Friday's trade settles on Monday 9 March, and the list of Tuesday may be that of Monday morning.
    for (const day of ['2026-03-09', '2026-03-10']) {
      at(day);
      await world.sync(id);
      assert.equal((await holdings())[0]?.[1], 20, day);
    }
    at('2026-03-11');
    await world.sync(id);
    assert.deepEqual(
      (await holdings()).map(([symbol, quantity, , status]) => [symbol, quantity, status]),
      [['TCS', 10, 'EXCESS_LEDGER']],
    );
  });

  it('a list that is late by a split or bonus is no difference for two sessions, and names the action afterwards', async () => {
    const { core, owner } = world;
    const old = ['TCS', 'INFY'].map((symbol) =>
      trade(symbol, symbol, '100', { date: '2026-02-02', fee_tax: '0' }),
    );
    // 10 were bought before the split, and are not delivered yet.
    const bought = trade('1', 'TCS', '10', { date: '2026-03-05', fee_tax: '0' });
    world.broker.holdings = [held('TCS', '100'), held('INFY', '100')];
    world.broker.pages = [page(...old)];
    const { id } = await world.create();
    at('2026-03-04');
    await world.sync(id);
    const [{ portfolio } = { portfolio: '' }] = await core.portfolio.holdings.all(owner);
    const action = { portfolio, ex_date: '2026-03-06', old_shares: 1 };
    const split = { ...action, symbol: 'TCS', kind: 'SPLIT' as const, new_shares: 5 };
    const bonus = { ...action, symbol: 'INFY', kind: 'BONUS' as const, new_shares: 2 };
    world.broker.pages = [page(...old, bought)];
    at('2026-03-05');
    await world.sync(id);
    at('2026-03-06');
    for (const one of [split, bonus]) await core.corporateActions.create(owner, one, BY);
    const lists: [string, [string, string]][] = [
      ['2026-03-06', ['100', '100']],
      // The bonus is in the list before the purchase and the split are.
      ['2026-03-07', ['100', '200']],
      ['2026-03-09', ['100', '100']],
      ['2026-03-10', ['550', '200']],
    ];
    for (const [day, [tcs, infy]] of lists) {
      at(day);
      world.broker.holdings = [held('TCS', tcs), held('INFY', infy)];
      await world.sync(id);
      assert.deepEqual(
        (await holdings()).map(([symbol, quantity, , status]) => [symbol, quantity, status]),
        [
          ['INFY', 200, 'MATCHED'],
          ['TCS', 550, 'MATCHED'],
        ],
        day,
      );
    }
    world.broker.holdings = [held('TCS', '110'), held('INFY', '100')];
    at('2026-03-12');
    await world.sync(id);
    const reasons = (await core.portfolio.holdings.all(owner)).map(
      ({ reconciliation }) => reconciliation.reason,
    );
    assert.deepEqual(reasons, [
      'The broker has 100, the transactions add up to 200. The difference is the 1:1 bonus of 6 Mar 2026, which is applied to the transactions and not in the holding. Ask your broker, or take the action back under Corporate actions.',
      'The broker has 110, the transactions add up to 550. The difference is the 5 for 1 split of 6 Mar 2026, which is applied to the transactions and not in the holding. Ask your broker, or take the action back under Corporate actions.',
    ]);
    at('2026-03-16');
    await world.sync(id);
    assert.deepEqual((await core.portfolio.brokerChanges.list(owner)).open, []);
  });

  it('a quantity that the broker corrected is not applied until it is accepted; kept, it is a difference that is not asked again', async () => {
    const { brokerChanges } = world.core.portfolio;
    const whole = { from: null, to: '2026-03-20', of: 'EVERYTHING' as const };
    const list = (units: string) => {
      world.broker.holdings = [held('TCS', units)];
      world.broker.pages = [{ ...page(trade('1', 'TCS', units, { date: '2026-03-02' })), whole }];
    };
    list('10');
    const { id } = await world.create();
    at('2026-03-05');
    await world.sync(id);
    list('12');
    at('2026-03-06');
    await world.sync(id);
    const state = async () => (await holdings()).map(([, quantity, , status]) => [quantity, status]);
    assert.deepEqual(await state(), [[10, 'MATCHED']]);
    const decide = async (decision: 'KEEP' | 'ACCEPT') => {
      const { open } = await brokerChanges.list(world.owner);
      const changes = open.map((one) => ({ id: one.id, version: one.version }));
      await brokerChanges.decide(world.owner, { decision, changes }, BY);
      return open.map(({ kind }) => kind);
    };
    assert.deepEqual(await decide('KEEP'), ['CHANGED']);
    assert.deepEqual(await state(), [[12, 'MISSING_HISTORY']]);
    for (const day of ['2026-03-09', '2026-03-12']) {
      at(day);
      await world.sync(id);
    }
    const { open, decided } = await brokerChanges.list(world.owner);
    assert.deepEqual([open, await state()], [[], [[12, 'MISSING_HISTORY']]]);
    await brokerChanges.undo(world.owner, decided[0]?.id ?? '', BY);
    assert.deepEqual(await state(), [[10, 'MATCHED']]);
    await decide('ACCEPT');
    assert.deepEqual(await state(), [[12, 'MATCHED']]);
  });

  it('a sale counts at once, whether the stock still has it or not; all of it sold and some bought again stays', async () => {
    const bought = trade('1', 'TCS', '10', { date: '2026-02-02' });
    const old = trade('2', 'INFY', '10', { date: '2026-02-02' });
    world.broker.holdings = [held('TCS', '10'), held('INFY', '10')];
    world.broker.pages = [page(bought, old)];
    const { id } = await world.create();
    at('2026-03-05');
    await world.sync(id);
    at('2026-03-06');
    const sale = trade('3', 'TCS', '4', { type: 'SELL', date: '2026-03-06' });
    // INFY left the stock with its sale; its new units are not in it.
    const all = trade('4', 'INFY', '10', { type: 'SELL', date: '2026-03-06' });
    const back = trade('5', 'INFY', '3', { date: '2026-03-06' });
    world.broker.pages = [page(bought, old, sale, all, back)];
    for (const stock of ['10', '6']) {
      world.broker.holdings = [held('TCS', stock)];
      await world.sync(id);
      assert.deepEqual(
        (await holdings()).map(([symbol, quantity, , status]) => [symbol, quantity, status]),
        [
          ['INFY', 3, 'MATCHED'],
          ['TCS', 6, 'MATCHED'],
        ],
      );
    }
  });

  it('an account whose purchases are not recorded keeps its stock at the first sync, and trades from then on', async () => {
    const day = (nr: string, symbol: string, quantity: string, type: 'BUY' | 'SELL') =>
      trade(nr, symbol, quantity, { type, date: '2026-03-06' });
    // The ledger would make 0 of them: 12 and 26 bought, 40 sold.
    const first = [day('1', 'TCS', '12', 'BUY'), day('2', 'TCS', '26', 'BUY'), day('3', 'TCS', '40', 'SELL')];
    world.broker.holdings = [held('TCS', '14')];
    world.broker.pages = [page(...first)];
    const { id } = await world.create();
    at('2026-03-06');
    await world.sync(id);
    assert.deepEqual((await holdings())[0]?.slice(0, 2), ['TCS', 14]);
    // On Tuesday these have settled: 14 + 12 + 26 − 40. Then 5 more are sold, which the stock still has.
    world.broker.holdings = [held('TCS', '12')];
    at('2026-03-10');
    await world.sync(id);
    const later = trade('4', 'TCS', '5', { type: 'SELL', date: '2026-03-10' });
    world.broker.pages = [page(...first, later)];
    await world.sync(id);
    assert.deepEqual((await holdings())[0]?.slice(0, 2), ['TCS', 7]);
  });

  it('a contract note that comes before the sync is no difference either, and a second sync of the day changes nothing', async () => {
    const bought = trade('1', 'TCS', '10', { date: '2026-02-02' });
    world.broker.holdings = [held('TCS', '10'), held('OLD', '30')];
    world.broker.pages = [page(bought)];
    const { id } = await world.create();
    at('2026-03-05');
    await world.sync(id);
    at('2026-03-06');
    const [{ portfolio } = { portfolio: '' }] = await world.core.portfolio.holdings.all(world.owner);
    const note = { portfolio, symbol: 'TCS', type: 'BUY', date: '2026-03-06', quantity: 10, price: 100 };
    await world.core.portfolio.transactions.create(world.owner, { ...note, currency: 'INR' }, BY);
    // The broker's stock is older than the trade, which counts at once.
    assert.deepEqual((await holdings())[1], ['TCS', 20, 100, 'MATCHED']);
    assert.equal((await world.core.portfolio.quality.overview(world.owner)).ledger.unreconciled, 1);
    // Of OLD no purchase is on record: 15 more are bought, and are in the stock on the next day only.
    world.broker.pages = [page(bought, trade('2', 'OLD', '15', { date: '2026-03-06' }))];
    for (const minutes of [0, 30, 60]) {
      world.clock.pass(minutes);
      await world.sync(id);
      assert.deepEqual(
        (await holdings()).map(([symbol, quantity]) => [symbol, quantity]),
        [
          ['OLD', 45],
          ['TCS', 20],
        ],
      );
    }
    // Half of them goes again, and leaves the stock at once.
    const sale = trade('3', 'OLD', '15', { type: 'SELL', date: '2026-03-09' });
    world.broker.pages = [page(bought, trade('2', 'OLD', '15', { date: '2026-03-06' }), sale)];
    world.broker.holdings = [held('TCS', '20'), held('OLD', '30')];
    at('2026-03-09');
    for (const minutes of [0, 30]) {
      world.clock.pass(minutes);
      await world.sync(id);
      assert.deepEqual((await holdings())[0]?.slice(0, 2), ['OLD', 30]);
    }
  });

  const of = (...sizes: number[]): StockRow[] =>
    sizes.map((units) => ({
      date: '2026-03-06',
      type: units > 0 ? 'BUY' : 'SELL',
      quantity: new Decimal(Math.abs(units)),
      price: new Decimal(100),
      is_trade: true,
    }));
  /** @param held what is held by earlier readings and the trades since; null at the first reading. */
  const known = (stock: number, ledger: number, held: number | null, trades: StockRow[]) => {
    const sum = trades.reduce(
      (all, { type, quantity }) => all + (type === 'BUY' ? 1 : -1) * Number(quantity),
      0,
    );
    return heldUnits(stock, ledger, held === null ? null : held - sum, trades);
  };
  const heldUnits = (stock: number, ledger: number, expected: number | null, rows: StockRow[]) =>
    Number(
      heldOf(
        {
          quantity: new Decimal(stock),
          average: null,
          settled_to: '2026-03-04',
          day: '2026-03-06',
          expected: expected === null ? null : new Decimal(expected),
        },
        { units: new Decimal(ledger), average: null },
        rows,
      ).quantity,
    );

  const cases: [string, [number, number, number | null, StockRow[]], number][] = [
    ['a stock without history gets what is bought on top', [10, 10, 20, of(10)], 20],
    ['a stock that has the purchase already is left alone', [20, 10, 20, of(10)], 20],
    ['of several purchases the stock lacks the last', [15, 30, 30, of(5, 7, 8)], 30],
    ['a purchase that is in and a sale that is not', [15, 12, 12, of(5, -3)], 12],
    ['bought and sold on one day: the stock never moves', [10, 10, 10, of(5, -5)], 10],
    ['a purchase explains a part: the rest stays a difference', [10, 25, 25, of(10)], 20],
    ['nothing unsettled explains nothing', [10, 20, 20, of()], 10],
    ['at the first reading the ledger is what is expected', [10, 20, null, of(10)], 20],
    ['at the first reading without history, what is bought today comes on top', [30, 15, null, of(15)], 45],
    ['a purchase recorded later, which the stock had already', [20, 20, 20, of(10)], 20],
  ];
  for (const [title, given, expected] of cases)
    it(title, () => {
      assert.equal(known(...given), expected);
    });

  const firstDay: [
    string,
    [stock: number, ledger: number, arriving: number | null, trades: StockRow[]],
    number,
  ][] = [
    [
      'as many were bought today as are listed, and none of them is on its way to be delivered',
      [10, 10, 0, of(10)],
      20,
    ],
    ['as many were bought today as are listed, and all are on their way', [10, 10, 10, of(10)], 10],
    ['a broker that does not say which are on their way', [10, 10, null, of(10)], 10],
    ['bought and sold on the day', [50, 0, null, of(10, -10)], 50],
    ['more bought than sold on the day', [50, 4, 0, of(10, -6)], 54],
    ['more sold than bought on the day', [50, -2, 0, of(10, -12)], 50],
    ['sold before and bought today, of an account whose purchases are not recorded', [30, -15, 0, of(5)], 35],
  ];
  for (const [title, [stock, ledger, arriving, trades], expected] of firstDay)
    it(`at the first reading: ${title}`, () => {
      const listed = { settled_to: '2026-03-04', day: '2026-03-06', average: null, expected: null };
      const { quantity } = heldOf(
        {
          ...listed,
          quantity: new Decimal(stock),
          arriving: arriving === null ? null : new Decimal(arriving),
        },
        { units: new Decimal(ledger), average: null },
        trades,
      );
      assert.equal(Number(quantity), expected);
    });

  const action = (date: string, type: string, quantity: number): StockRow => ({
    date,
    type,
    quantity: new Decimal(quantity),
    price: new Decimal(0),
    is_trade: false,
  });
  const buy = (date: string, quantity: number): StockRow => ({
    date,
    type: 'BUY',
    quantity: new Decimal(quantity),
    price: new Decimal(100),
    is_trade: true,
  });
  // 100 were held on the evening before all of these rows.
  const corporate: [string, StockRow[], stock: number, ledger: number, expected: number][] = [
    ['a split that the list does not have yet', [action('2026-03-06', 'SPLIT', 5)], 100, 500, 500],
    ['a split that it has', [action('2026-03-06', 'SPLIT', 5)], 500, 500, 500],
    ['a bonus that it does not have yet', [action('2026-03-06', 'BUY', 100)], 100, 200, 200],
    [
      'a purchase before a split that the list has counts in new shares',
      [buy('2026-03-05', 10), action('2026-03-06', 'SPLIT', 5)],
      500,
      550,
      550,
    ],
    [
      'neither the purchase nor the split is in the list',
      [buy('2026-03-05', 10), action('2026-03-06', 'SPLIT', 5)],
      100,
      550,
      550,
    ],
    [
      'a purchase after the split, in a list of before both',
      [action('2026-03-05', 'SPLIT', 5), buy('2026-03-06', 10)],
      100,
      510,
      510,
    ],
    ['a bonus that is applied after earlier lists had it', [action('2026-03-06', 'BUY', 50)], 100, 100, 100],
    ['a split that is applied after earlier lists had it', [action('2026-03-06', 'SPLIT', 5)], 100, 100, 100],
    ['what no split explains stays a difference', [action('2026-03-06', 'SPLIT', 5)], 300, 500, 300],
  ];
  for (const [title, rows, stock, ledger, expected] of corporate)
    it(`corporate actions around a list: ${title}`, () => {
      assert.equal(heldUnits(stock, ledger, 100, rows), expected);
    });

  it('thousands of trades in doubt take no time to speak of', () => {
    const rows = Array.from({ length: 4_000 }, (_, at): StockRow => ({
      ...buy(at % 2 === 0 ? '2026-03-05' : '2026-03-06', 1),
      type: at % 4 < 2 ? 'BUY' : 'SELL',
    }));
    assert.equal(heldUnits(100, 100, 100, rows), 100);
  });

  it('a broker that knows no cost leaves the average to the ledger', () => {
    const stock = { quantity: new Decimal(10), average: null, settled_to: '2026-03-04', day: '2026-03-06' };
    const held = heldOf(
      { ...stock, expected: new Decimal(10) },
      { units: new Decimal(20), average: new Decimal(150) },
      [buy('2026-03-06', 10)],
    );
    assert.deepEqual([Number(held.quantity), Number(held.average)], [20, 150]);
  });

  it('whatever is traded and whichever stock lags, what is held is what was traded, day after day', () => {
    const day = fc.record({
      trades: fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 3 }),
      /** Whether that day's stock still lacks the purchases, and still has the sales, of the day and the day before. */
      late: fc.record({ buys: fc.integer({ min: 0, max: 2 }), sales: fc.integer({ min: 0, max: 2 }) }),
      isSynced: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), fc.array(day, { maxLength: 12 }), (opening, unknown, days) => {
        // Of `opening` units the ledger knows; `unknown` more are held whose purchase it never saw.
        let [ledger, recorded] = [opening, opening];
        let holding = opening + unknown;
        const byDay: number[][] = [];
        for (const [index, { trades, late, isSynced }] of days.entries()) {
          const done: number[] = [];
          for (const units of trades) {
            if (units === 0 || ledger + units < 0) continue;
            done.push(units);
            ledger += units;
          }
          byDay.push(done);
          if (!isSynced) continue;
          // A trade settles on the next day; the stock may lack it until then.
          const lacking = (count: number, isIt: (units: number) => boolean) =>
            byDay
              .slice(byDay.length - count)
              .flat()
              .filter(isIt)
              .reduce((sum, one) => sum + one, 0);
          const stock =
            ledger + unknown - lacking(late.buys, (one) => one > 0) - lacking(late.sales, (one) => one < 0);
          if (stock < 0) continue;
          const unsettled = of(...byDay.slice(Math.max(0, index - 1)).flat());
          // The stock of the reading before grows with the trades since.
          const found = known(stock, ledger, holding + ledger - recorded, unsettled);
          assert.equal(found, ledger + unknown);
          holding = found;
          recorded = ledger;
        }
      }),
    );
  });
});
