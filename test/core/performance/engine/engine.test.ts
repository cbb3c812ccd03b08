import assert from 'node:assert/strict';
import {
  createEngine,
  dayNumber,
  type EngineInput,
  positionFigures,
  type PriceSeries,
  type RateSeries,
  valueReasons,
} from '../../../../core/performance/engine/index.ts';
import { ledger, type LedgerBuilder } from '../../../support/ledger-builder.ts';

type Closes = Record<string, number>;

function series(symbol: string, closes: Closes, more: Partial<PriceSeries> = {}): PriceSeries {
  const days = Int32Array.from(Object.keys(closes), dayNumber);
  return {
    symbol,
    currency: 'INR',
    days,
    closes: Float64Array.from(Object.values(closes)),
    changes: [],
    carry_days: 10,
    ...more,
  };
}

function dollars(rates: Closes, reference: number | null = null): RateSeries {
  return {
    from: 'USD',
    to: 'INR',
    days: Int32Array.from(Object.keys(rates), dayNumber),
    rates: Float64Array.from(Object.values(rates)),
    reference,
  };
}

function engineOf(
  books: LedgerBuilder,
  to: string,
  { prices = [], rates = [] }: { prices?: PriceSeries[]; rates?: RateSeries[] },
) {
  const input: EngineInput = {
    portfolios: [...new Set(books.rows.map(({ portfolio }) => portfolio))].map((name) => ({
      name,
      currency: 'INR',
    })),
    total: { name: 'Networth', currency: 'INR' },
    transactions: books.rows,
    prices,
    rates,
    to: dayNumber(to),
  };
  const engine = createEngine(input);
  const reasons = () =>
    valueReasons(engine, null, 'INR').map(({ code, symbol, from, days }) => [code, symbol, from, days]);
  const position = (at = 0) => {
    const held = engine.positions(null)[at];
    return held === undefined ? null : positionFigures(held, engine.first, engine.length);
  };
  return { engine, reasons, position, values: () => Array.from(engine.series(null).value) };
}

const action = (day: string, ratio: number) => ({ day: dayNumber(day), ratio });

describe('the engine: prices', () => {
  it('portfolio/Import and ledger rules 3: within a day purchases come before sales, whatever the order of the rows', () => {
    const books = ledger().sell('TCS', 10, 110, '2024-01-02').buy('TCS', 10, 100, '2024-01-02');
    const { engine, position } = engineOf(books, '2024-01-02', {
      prices: [series('TCS', { '2024-01-02': 105 })],
    });
    const { put_in, taken_out, realised, value } = engine.series(null);
    assert.deepEqual([put_in[0], taken_out[0], realised[0], value[0]], [1000, 1100, 100, 0]);
    assert.equal(position()?.unmatched_quantity, 0);
  });

  it('a close stands for its days of carry and no longer; the day it is missing is told', () => {
    const books = ledger().opening('TCS', 2, '2024-01-01');
    const { values, reasons } = engineOf(books, '2024-01-06', {
      prices: [series('TCS', { '2024-01-02': 50 }, { carry_days: 3 })],
    });
    // The 1st has no close yet; the 2nd to the 5th have that of the 2nd.
    assert.deepEqual(values(), [Number.NaN, 100, 100, 100, 100, Number.NaN]);
    assert.equal(reasons()[0]?.join(' '), 'NO_PRICE TCS 2024-01-01 2');
  });

  it('a price of a trade counts where no close does: for three years, over a split, and never beside a close', () => {
    const books = ledger()
      .buy('TCS', 2, 100, '2024-01-01')
      .buy('TCS', 1, 90, '2024-01-01')
      .split('TCS', 3, '2024-01-03')
      .sell('TCS', 1, 40, '2024-01-14');
    const { values } = engineOf(books, '2027-01-16', {});
    // 3 at 90, the last price of the day; 9 at 30 from the split up to the 13th; 8 at 40 from the 14th on, up to 1,096 days
    // later, which is 14 January 2027.
    assert.deepEqual(values(), [
      ...Array.from({ length: 13 }, () => 270),
      ...Array.from({ length: 1097 }, () => 320),
      Number.NaN,
      Number.NaN,
    ]);
    const closes = { prices: [series('TCS', { '2024-01-01': 60, '2024-01-05': 21 })] };
    // Of the closes each stands for ten days, whatever trades say: 3 × 60, 9 × 20, 9 × 21, and 8 × 21 on the 14th.
    assert.deepEqual(engineOf(books, '2024-01-14', closes).values(), [
      180,
      180,
      180,
      180,
      ...Array.from({ length: 9 }, () => 189),
      168,
    ]);
    // A bonus share at no price is no price.
    const bonus = ledger().opening('TCS', 2, '2024-01-01').buy('TCS', 2, 0, '2024-01-02');
    assert.deepEqual(engineOf(bonus, '2024-01-02', {}).values(), [Number.NaN, Number.NaN]);
  });

  it('free units dilute the price of a trade, one that is cancelled or from before a demerger no longer counts', () => {
    const free = ledger().buy('TCS', 10, 90, '2024-01-01').buy('TCS', 5, 0, '2024-01-03');
    // 15 at 60 are 10 at 90.
    assert.deepEqual(engineOf(free, '2024-01-04', {}).values(), [900, 900, 900, 900]);
    const back = ledger()
      .buy('TCS', 10, 90, '2024-01-01')
      .transferIn('TCS', 2, '2024-01-02')
      .buy('TCS', -10, 90, '2024-01-03');
    assert.deepEqual(engineOf(back, '2024-01-03', {}).values(), [900, 1080, Number.NaN]);
    const demerged = ledger().buy('TCS', 10, 90, '2024-01-01');
    const [first] = demerged.rows;
    assert.ok(first !== undefined);
    demerged.rows.push({
      ...first,
      id: '2',
      type: 'DEMERGER',
      quantity: '0.2',
      price: '0',
      date: '2024-01-02',
    });
    demerged.buy('TCS', 1, 70, '2024-01-03');
    assert.deepEqual(engineOf(demerged, '2024-01-03', {}).values(), [900, Number.NaN, 770]);
  });

  it('one symbol without a price makes the whole unknown, never less; `priced` is the rest', () => {
    const books = ledger()
      .buy('TCS', 1, 100, '2024-01-01')
      .opening('X', 1, '2024-01-02')
      .sell('X', 1, 10, '2024-01-04');
    const { engine, values } = engineOf(books, '2024-01-04', {
      prices: [series('TCS', { '2024-01-01': 100 })],
    });
    assert.deepEqual(values(), [100, Number.NaN, Number.NaN, 100]);
    assert.deepEqual(Array.from(engine.series(null).priced), [100, 100, 100, 100]);
  });

  it('more sold than bought: the sale counts as far as there are purchases, and is told', () => {
    const books = ledger().buy('TCS', 4, 100, '2024-01-01').sell('TCS', 10, 120, '2024-01-02', 10);
    const { engine, reasons, position } = engineOf(books, '2024-01-02', {
      prices: [series('TCS', { '2024-01-01': 100 })],
    });
    // 4 × 120 less 4 tenths of the fee.
    assert.equal(engine.series(null).taken_out[1], 476);
    assert.equal(engine.series(null).realised[1], 76);
    assert.deepEqual([position()?.unmatched_quantity, reasons()[0]?.[0]], [6, 'UNMATCHED_SALE']);
  });

  it('units of unknown cost: their value counts, their cost and gain are unknown, and they are put in at the close', () => {
    // 20 were there on the 2nd; 10 are bought on the 3rd at 100. On the 4th 25 are sold at 110: the 20 first, whose gain
    // nobody knows, then 5 of the 10, which gain 50. What is left is known.
    const books = ledger()
      .opening('TCS', 20, '2024-01-02')
      .buy('TCS', 10, 100, '2024-01-03')
      .sell('TCS', 25, 110, '2024-01-04');
    const closes = { '2024-01-02': 90, '2024-01-03': 100, '2024-01-04': 110 };
    const early = engineOf(books, '2024-01-03', { prices: [series('TCS', closes)] });
    const before = early.engine.series(null);
    assert.deepEqual(early.values(), [1800, 3000]);
    assert.deepEqual([before.put_in[0], before.put_in[1]], [1800, 1000]);
    assert.deepEqual(
      [before.cost[0], before.cost[1], before.invested[1]],
      [Number.NaN, Number.NaN, Number.NaN],
    );
    const held = early.position();
    assert.deepEqual(
      [
        held?.quantity,
        held?.unknown_cost_quantity,
        held?.own.value,
        held?.own.fifo_cost,
        held?.own.unrealised,
      ],
      [30, 20, 3000, null, null],
    );
    assert.deepEqual([held?.base.unrealised, held?.base.price_effect], [null, null]);
    assert.equal(
      valueReasons(early.engine, null, 'INR')[0]?.reason,
      'The cost of 20 of 30 TCS is unknown, so their gain is unknown too. Record the cost under Data quality, Opening positions.',
    );
    const { engine, reasons, position } = engineOf(books, '2024-01-04', { prices: [series('TCS', closes)] });
    const after = engine.series(null);
    // 25 × 110 come out; 5 × (110 - 100) are a gain; 5 are left that cost 500.
    assert.deepEqual([after.taken_out[2], after.realised[2], after.cost[2]], [2750, 50, 500]);
    assert.equal(position()?.own.unrealised, 50);
    assert.deepEqual(reasons(), [['COST_UNKNOWN', 'TCS', null, 0]]);
    assert.match(valueReasons(engine, null, 'INR')[0]?.reason ?? '', /^20 TCS of unknown cost were sold/);
  });

  it('cash in and out is in no value and no flow', () => {
    const books = ledger()
      .cashIn(1000, '2024-01-01')
      .buy('TCS', 1, 100, '2024-01-02')
      .cashOut(50, '2024-01-03');
    const { engine } = engineOf(books, '2024-01-03', { prices: [series('TCS', { '2024-01-02': 100 })] });
    const { cash, put_in, taken_out, value } = engine.series(null);
    assert.deepEqual(
      [Array.from(cash), Array.from(put_in), Array.from(taken_out)],
      [
        [1000, 0, -50],
        [0, 100, 0],
        [0, 0, 0],
      ],
    );
    assert.deepEqual(Array.from(value), [0, 100, 100]);
  });
});

describe('the engine: splits of the ledger and closes of the market', () => {
  // Ten shares at 100; one becomes two on the 3rd, when the close is 50.
  const prices = (changes = [action('2024-01-03', 2)]) => [
    series(
      'TCS',
      { '2024-01-01': 100, '2024-01-02': 100, '2024-01-03': 50, '2024-01-04': 50, '2024-01-05': 50 },
      { changes },
    ),
  ];
  const FLAT = [1000, 1000, 1000, 1000, 1000];

  it('a SPLIT on the ex-date leaves the value as it was', () => {
    const books = ledger().buy('TCS', 10, 100, '2024-01-01').split('TCS', 2, '2024-01-03');
    const { values, reasons, position } = engineOf(books, '2024-01-05', { prices: prices() });
    assert.deepEqual([values(), reasons()], [FLAT, []]);
    assert.deepEqual([position()?.quantity, position()?.price, position()?.own.unrealised], [20, 50, 0]);
  });

  it('one that is booked days later, or earlier, counts from the ex-date', () => {
    for (const day of ['2024-01-02', '2024-01-05']) {
      const books = ledger().buy('TCS', 10, 100, '2024-01-01').split('TCS', 2, day);
      const { values, reasons } = engineOf(books, '2024-01-05', { prices: prices() });
      assert.deepEqual([values(), reasons()], [FLAT, []], day);
    }
  });

  it('a bonus booked as a purchase for nothing when it is credited counts from the ex-date, whatever is bought between', () => {
    const books = ledger()
      .buy('TCS', 10, 100, '2024-01-01')
      .buy('TCS', 1, 50, '2024-01-04')
      .buy('TCS', 10, 0, '2024-01-05');
    const { values, reasons, position } = engineOf(books, '2024-01-05', { prices: prices() });
    assert.deepEqual([values(), reasons()], [[1000, 1000, 1000, 1050, 1050], []]);
    assert.deepEqual([position()?.quantity, position()?.open_lots], [21, 3]);
  });

  it('a bonus whose fraction is paid out is recognised: 1 for 2 on 5 shares gives 2', () => {
    const books = ledger().buy('TCS', 5, 100, '2024-01-01').buy('TCS', 2, 0, '2024-01-05');
    const changes = [action('2024-01-03', 1.5)];
    const { values, reasons } = engineOf(books, '2024-01-05', { prices: prices(changes) });
    // 5 × 100, then 7 × 50 from the ex-date on.
    assert.deepEqual([values(), reasons()], [[500, 500, 350, 350, 350], []]);
  });

  it('a split that the ledger lacks: the value falls with the close, and it is told', () => {
    const { values, reasons } = engineOf(ledger().buy('TCS', 10, 100, '2024-01-01'), '2024-01-05', {
      prices: prices(),
    });
    assert.deepEqual(values(), [1000, 1000, 500, 500, 500]);
    assert.deepEqual(reasons(), [['SPLIT_NOT_IN_LEDGER', 'TCS', '2024-01-03', 1]]);
  });

  it('a bonus that gives nothing is not told: 1 for 10 on 5 shares gives no share', () => {
    const changes = [action('2024-01-03', 1.1)];
    const few = engineOf(ledger().buy('TCS', 5, 100, '2024-01-01'), '2024-01-05', {
      prices: prices(changes),
    });
    assert.deepEqual(few.reasons(), []);
    const more = engineOf(ledger().buy('TCS', 10, 100, '2024-01-01'), '2024-01-05', {
      prices: prices(changes),
    });
    assert.deepEqual(more.reasons(), [['SPLIT_NOT_IN_LEDGER', 'TCS', '2024-01-03', 1]]);
    const [told] = valueReasons(more.engine, null, 'INR');
    assert.match(
      told?.reason ?? '',
      /The shares of \w+ changed on 3 Jan 2024 \(1\.1 for 1\).*Apply the corporate action/,
    );
  });

  it('a split before the purchase, or after everything was sold, is nobody’s concern', () => {
    const books = ledger().buy('TCS', 10, 50, '2024-01-03').sell('TCS', 10, 50, '2024-01-04');
    const changes = [action('2024-01-03', 2), action('2024-01-05', 2)];
    assert.deepEqual(engineOf(books, '2024-01-05', { prices: prices(changes) }).reasons(), []);
  });

  it('a close that is carried over a split is divided by it, known to the market or to the ledger alone', () => {
    const books = ledger().buy('TCS', 10, 100, '2024-01-01').split('TCS', 2, '2024-01-03');
    for (const changes of [[], [action('2024-01-03', 2)]]) {
      const { values } = engineOf(books, '2024-01-05', {
        prices: [series('TCS', { '2024-01-01': 100 }, { changes })],
      });
      assert.deepEqual(values(), FLAT);
    }
  });

  it('a split and a bonus of one day may be one row of the ledger', () => {
    const books = ledger().buy('TCS', 10, 100, '2024-01-01').split('TCS', 4, '2024-01-05');
    const changes = [action('2024-01-03', 2), action('2024-01-03', 2)];
    const quarter = [series('TCS', { '2024-01-01': 100, '2024-01-03': 25, '2024-01-05': 25 }, { changes })];
    assert.deepEqual(engineOf(books, '2024-01-05', { prices: quarter }).values(), FLAT);
  });
});

describe('the engine: currencies', () => {
  const prices = [
    series('AAPL', { '2024-01-01': 10, '2024-01-02': 12, '2024-01-03': 12 }, { currency: 'USD' }),
  ];
  const rates = [dollars({ '2024-01-01': 80, '2024-01-02': 90, '2024-01-03': 100 })];

  it('portfolio/Report rules 7: the gain is what the price made at the rate of the end, and what the rate made of the cost', () => {
    const books = ledger()
      .currency('USD')
      .buy('AAPL', 10, 10, '2024-01-01')
      .sell('AAPL', 4, 12, '2024-01-02');
    const { engine, position } = engineOf(books, '2024-01-03', { prices, rates });
    const figures = engine.series(null);
    assert.deepEqual(Array.from(figures.value), [8000, 6480, 7200]);
    assert.deepEqual(Array.from(figures.cost), [8000, 4800, 4800]);
    // Sold: 4 × 12 × 90 = 4320 against 4 × 10 × 80 = 3200; of the gain 40 dollars × 10 rupees are the rate's.
    assert.deepEqual([figures.realised[1], figures.currency_realised[1]], [1120, 400]);
    // Held: 60 dollars of cost × (100 - 80), and the 400.
    assert.deepEqual(Array.from(figures.currency_effect), [0, 1000, 1600]);
    // 8 dollars × 90 of the sale, and 12 dollars × 100 of what is held.
    assert.deepEqual([position()?.base.price_effect, position()?.base.currency_effect], [1920, 1600]);
    // 4320 received and 7200 held, 8000 paid.
    assert.equal((position()?.base.realised ?? 0) + (position()?.base.unrealised ?? 0), 3520);
  });

  it('a rate is carried; after a week, and before the first, it is an estimate', () => {
    const books = ledger().currency('USD').buy('AAPL', 1, 10, '2024-01-01');
    const { engine, reasons } = engineOf(books, '2024-01-12', {
      prices: [{ ...prices[0], carry_days: 30 } as PriceSeries],
      rates: [dollars({ '2024-01-03': 80 })],
    });
    assert.deepEqual(Array.from(engine.series(null).put_in).slice(0, 1), [800]);
    // The 1st and 2nd, and the 11th and 12th.
    assert.deepEqual(reasons(), [['RATE_ESTIMATED', 'AAPL', '2024-01-01', 4]]);
  });

  it('no rate at all: the constant of the settings, else unknown', () => {
    const books = ledger().currency('USD').buy('AAPL', 1, 10, '2024-01-01');
    assert.deepEqual(engineOf(books, '2024-01-01', { prices, rates: [dollars({}, 82)] }).values(), [820]);
    const unknown = engineOf(books, '2024-01-02', { prices });
    assert.deepEqual(unknown.values(), [Number.NaN, Number.NaN]);
    assert.deepEqual(unknown.reasons(), [['NO_RATE', 'AAPL', '2024-01-01', 2]]);
    assert.equal(unknown.position()?.base.value, null);
    assert.equal(unknown.position()?.own.value, 12);
  });

  it('a consolidation that leaves a tiny lot without units hands its cost on, and the sums still agree', () => {
    // 0.0000000004 units at a billion dollars cost 0.4 dollars; a tenth of them is less than can be written.
    const books = ledger()
      .currency('USD')
      .buy('AAPL', '0.0000000004', 1_000_000_000, '2024-01-01')
      .buy('AAPL', 1, 10, '2024-01-02')
      .split('AAPL', 0.1, '2024-01-03');
    const { engine } = engineOf(books, '2024-01-03', { prices, rates });
    const { realised, cost, put_in } = engine.series(null);
    // 0.4 × 80 + 10 × 90 were paid; the 0.4 count as of the second lot now, at 90.
    assert.deepEqual(Array.from(put_in), [32, 900, 0]);
    assert.ok(Math.abs((cost[2] ?? 0) - 936) < 1e-9);
    assert.ok(Math.abs((realised[2] ?? 0) - 4) < 1e-9, 'what it counts for more is a gain of the rate');
  });

  it('portfolios and the total may each have a currency of their own', () => {
    const engine = createEngine({
      portfolios: [
        { name: 'America', currency: 'USD' },
        { name: 'Main', currency: 'INR' },
      ],
      total: { name: 'Networth', currency: 'INR' },
      transactions: [
        ...ledger('America').currency('USD').buy('AAPL', 10, 10, '2024-01-01').rows,
        ...ledger('Main').buy('TCS', 1, 100, '2024-01-01').rows,
      ],
      prices: [...prices, series('TCS', { '2024-01-01': 100 })],
      rates,
      to: dayNumber('2024-01-02'),
    });
    assert.deepEqual(Array.from(engine.series('America').value), [100, 120]);
    assert.deepEqual(Array.from(engine.series('Main').value), [100, 100]);
    assert.deepEqual(Array.from(engine.series(null).value), [8100, 10_900]);
    assert.throws(() => engine.series('Nowhere'), RangeError);
  });
});

describe('the engine: what cannot be read', () => {
  it('a row that the ledger refuses is told and decides nothing, not even the currency', () => {
    const books = ledger()
      .currency('USD')
      .buy('TCS', 0, 10, '2024-01-01')
      .currency('INR')
      .buy('TCS', 1, 100, '2024-01-02');
    const { engine, reasons, position } = engineOf(books, '2024-01-02', {
      prices: [series('TCS', { '2024-01-02': 100 })],
    });
    assert.deepEqual(reasons(), [['ROW_LEFT_OUT', 'TCS', '2024-01-01', 1]]);
    assert.equal(position()?.currency, 'INR');
    assert.equal(engine.series(null).value.at(-1), 100);
  });

  it('portfolio/Import and ledger rules 3: a split while nothing is held changes nothing, and leaves nothing out', () => {
    // Before the first purchase, between a sale and the next purchase: 10 at 100, all sold, 10 at 50.
    const books = ledger()
      .split('TCS', 2, '2024-01-01')
      .buy('TCS', 10, 100, '2024-01-02')
      .sell('TCS', 10, 110, '2024-01-03')
      .split('TCS', 2, '2024-01-04')
      .buy('TCS', 10, 50, '2024-01-05');
    const closes = { '2024-01-02': 100, '2024-01-03': 110, '2024-01-04': 55, '2024-01-05': 50 };
    const { engine, reasons, position } = engineOf(books, '2024-01-05', { prices: [series('TCS', closes)] });
    assert.deepEqual(reasons(), []);
    assert.deepEqual(Array.from(engine.series(null).value).slice(-4), [1000, 0, 0, 500]);
    assert.deepEqual([position()?.quantity, position()?.own.realised], [10, 100]);
  });

  it('no transactions, or only later ones: no days', () => {
    const empty = engineOf(ledger(), '2024-01-01', {});
    assert.deepEqual([empty.engine.length, empty.reasons()[0]?.[0]], [0, 'NO_TRANSACTIONS']);
    const later = engineOf(ledger().buy('TCS', 1, 1, '2024-02-01'), '2024-01-01', {});
    assert.equal(later.engine.length, 0);
    later.engine.advance({ to: dayNumber('2024-02-02') });
    assert.equal(later.engine.length, 2);
  });
});
