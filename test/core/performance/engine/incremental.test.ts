import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createEngine,
  DAILY_FIGURES,
  type Engine,
  type EngineInput,
  positionFigures,
} from '../../../../core/performance/engine/index.ts';
import { dayText } from '../../../../core/performance/engine/daily-series.ts';
import { valueReasons } from '../../../../core/performance/engine/value-reasons.ts';
import { PositionLine } from '../../../../core/performance/engine/position-line.ts';
import { ledger } from '../../../support/ledger-builder.ts';
import type { HeldUnits } from '../../../../core/performance/engine/recorded-units.ts';
import {
  type Books,
  FIRST,
  randomActionBooks,
  randomBooks,
  seeded,
  SYMBOLS,
  withOpenings,
} from './random-books.ts';
import { sampled } from '../../../support/soak.ts';

const SEED = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const NAMES = [null, 'Main', 'Other'];
/** Of two seeds one has corporate actions, with their rows in the ledger. */
const booksOf = (seed: number): Books => (seed % 2 === 0 ? randomBooks(seed) : randomActionBooks(seed));

/** Bit for bit: what was worked out step by step is what the whole calculation gives. */
function assertSame(found: Engine, input: EngineInput | Engine, what: string): void {
  const whole = 'series' in input ? input : createEngine(input);
  assert.equal(found.length, whole.length, what);
  for (const name of NAMES) {
    const [one, other] = [found.series(name), whole.series(name)];
    assert.equal(one.first, other.first);
    for (const figure of DAILY_FIGURES) {
      const differs = one[figure].findIndex((value, at) => !Object.is(value, other[figure][at]));
      assert.equal(differs, -1, `${figure} of ${name} on day ${differs}: ${what}`);
    }
    const figures = (engine: Engine) =>
      engine.positions(name).map((held) => positionFigures(held, engine.first, engine.length));
    assert.deepEqual(figures(found), figures(whole), what);
  }
}

/** What was known at the end of a day: closes and rates up to it, and the transactions that had been entered. */
function until(books: Books, to: number, transactions = books.transactions): Books {
  return {
    ...books,
    transactions,
    to,
    prices: books.prices.map((one) => {
      const end = one.days.filter((day) => day <= to).length;
      return { ...one, days: one.days.slice(0, end), closes: one.closes.slice(0, end) };
    }),
    rates: books.rates.map((one) => {
      const end = one.days.filter((day) => day <= to).length;
      return { ...one, days: one.days.slice(0, end), rates: one.rates.slice(0, end) };
    }),
  };
}

describe('the engine, step by step', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  it('transactions appended in any order and any portions give what the whole calculation gives', () => {
    fc.assert(
      fc.property(SEED, (seed) => {
        const books = withOpenings(booksOf(seed), seed);
        const random = seeded(seed + 1);
        const rows = books.transactions.toSorted(() => random() - 0.5);
        const begin = Math.floor(random() * rows.length);
        const engine = createEngine({ ...books, transactions: rows.slice(0, begin) });
        for (let at = begin; at < rows.length;) {
          const some = 1 + Math.floor(random() * 3);
          engine.append(rows.slice(at, at + some));
          at += some;
          // A look in between must not change what comes.
          if (random() < 0.5) engine.series(null);
          if (random() < 0.3) engine.rest();
        }
        assertSame(engine, books, `seed ${seed}`);
      }),
      { numRuns: sampled(30, 3_000) },
    );
  });

  it('positions replayed before the rest is known, to any day, give what the whole calculation gives', () => {
    fc.assert(
      fc.property(SEED, (seed) => {
        const books = withOpenings(booksOf(seed), seed);
        const random = seeded(seed + 3);
        const keyOf = (row: (typeof books.transactions)[number]) => `${row.portfolio} ${row.symbol}`;
        const positions = [...new Set(books.transactions.map(keyOf))].map((key) =>
          books.transactions.filter((row) => keyOf(row) === key),
        );
        const lines = positions.slice(1).map((rows) => {
          const line = new PositionLine(rows[0]?.portfolio ?? '', rows[0]?.symbol ?? '');
          line.setRows(rows);
          line.replayTo(Math.floor(FIRST + random() * (books.to - FIRST)));
          return line;
        });
        assertSame(
          createEngine({ ...books, transactions: positions[0] ?? [] }, lines),
          books,
          `seed ${seed}`,
        );
      }),
      { numRuns: sampled(15, 1_000) },
    );
  });

  it('NO_PRICE names the days on which units were held without a price, each position looked at day by day', () => {
    fc.assert(
      fc.property(SEED, (seed) => {
        const books = withOpenings(booksOf(seed), seed);
        const engine = createEngine({
          ...books,
          prices: books.prices
            .filter((_, at) => (seed >> at) % 2 === 0)
            .map((one) => ({ ...one, carry_days: 1 })),
        });
        for (const name of NAMES) {
          const found = valueReasons(engine, name, 'INR').filter(({ code }) => code === 'NO_PRICE');
          const expected = engine.contributions(name).flatMap(({ line, market, price }) => {
            const days = Array.from({ length: engine.length }, (_, at) => engine.first + at).filter((day) => {
              const step = market.day.findLastIndex((from) => from <= day);
              return (
                (market.units[step] ?? 0) !== 0 && !((price?.price[day - engine.first] ?? Number.NaN) >= 0)
              );
            });
            const [from = 0] = days;
            return days.length === 0
              ? []
              : [[line.portfolio, line.symbol, dayText(from), dayText(days.at(-1) ?? 0), days.length]];
          });
          assert.deepEqual(
            found.map(({ portfolio, symbol, from, to, days }) => [portfolio, symbol, from, to, days]),
            expected,
          );
        }
      }),
      { numRuns: sampled(30, 3_000) },
    );
  });

  it('days that pass one by one, or several at once, give what the whole calculation gives', () => {
    fc.assert(
      fc.property(SEED, (seed) => {
        const books = withOpenings(booksOf(seed), seed);
        const random = seeded(seed + 2);
        let day = FIRST + Math.floor(random() * 50);
        const engine = createEngine(until(books, day));
        while (day < books.to) {
          const next = Math.min(books.to, day + 1 + Math.floor(random() * random() * 30));
          engine.advance(until(books, next));
          day = next;
          if (random() < 0.3) engine.rest();
          if (random() < 0.3) assertSame(engine, until(books, day), `seed ${seed} on day ${day}`);
        }
        assertSame(engine, books, `seed ${seed}`);
      }),
      { numRuns: sampled(15, 1_000) },
    );
  });

  it('rows that are corrected or deleted, closes and splits of the past that become known: the same', () => {
    fc.assert(
      fc.property(SEED, (seed) => {
        const [books, other] = [booksOf(seed), booksOf(seed + 7)];
        const engine = createEngine(books);
        engine.series(null);
        const keys = new Set(
          [...books.transactions, ...other.transactions].map((row) => `${row.portfolio} ${row.symbol}`),
        );
        engine.replace(
          [...keys].map((key) => {
            const [portfolio = '', symbol = ''] = key.split(' ');
            const rows = other.transactions.filter(
              (row) => row.portfolio === portfolio && row.symbol === symbol,
            );
            return { portfolio, symbol, rows };
          }),
        );
        if (seed % 2 === 0) engine.series(null);
        if (seed % 3 === 0) engine.rest();
        const prices = other.prices;
        const gone = books.prices.filter(({ symbol }) => !prices.some((one) => one.symbol === symbol));
        engine.advance({
          to: other.to,
          prices: [
            ...prices,
            ...gone.map((one) => ({
              ...one,
              days: new Int32Array(),
              closes: new Float64Array(),
              changes: [],
            })),
          ],
          rates: other.rates,
        });
        assertSame(engine, other, `seed ${seed}`);
      }),
      { numRuns: sampled(25, 2_000) },
    );
  });

  it('nothing but an action or a rate of the past becomes known: the same', () => {
    fc.assert(
      fc.property(SEED, (seed) => {
        const books = withOpenings(booksOf(seed), seed);
        const changes = (symbol: string) =>
          booksOf(seed + 2).prices.find((one) => one.symbol === symbol)?.changes ?? [];
        const corrected: Books = {
          ...books,
          prices: books.prices.map((one) => ({ ...one, changes: changes(one.symbol) })),
          rates: books.rates.map((one) => ({
            ...one,
            rates: one.rates.map((rate, at) => (at > 4 ? rate + 1 : rate)),
          })),
        };
        const engine = createEngine(books);
        engine.series(null);
        engine.advance({ to: books.to, rates: corrected.rates });
        assertSame(engine, { ...books, rates: corrected.rates }, `seed ${seed}`);
        engine.advance({ to: books.to, prices: corrected.prices });
        assertSame(engine, corrected, `seed ${seed}`);
      }),
      { numRuns: sampled(25, 2_000) },
    );
  });

  it('a split that only rows which are gone knew is no split of the others any more', () => {
    const books = ledger('Main').buy('TCS', 10, 100, '2024-01-01').split('TCS', 2, '2024-01-03');
    const other = ledger('Other').buy('TCS', 10, 100, '2024-01-01').rows;
    const input: EngineInput = {
      portfolios: ['Main', 'Other'].map((name) => ({ name, currency: 'INR' })),
      total: { name: 'Networth', currency: 'INR' },
      transactions: [...books.rows, ...other],
      prices: [
        {
          symbol: 'TCS',
          currency: 'INR',
          days: Int32Array.of(FIRST),
          closes: Float64Array.of(100),
          changes: [],
          carry_days: 9,
        },
      ],
      rates: [],
      to: FIRST + 3,
    };
    const engine = createEngine(input);
    assert.equal(engine.series('Other').value[3], 500);
    engine.replace([{ portfolio: 'Main', symbol: 'TCS', rows: [] }]);
    assertSame(engine, { ...input, transactions: other }, 'without the split');
    assert.equal(engine.series('Other').value[3], 1000);
  });

  it('holdings beyond the transactions that come, change and are explained later: the same', () => {
    fc.assert(
      fc.property(SEED, (seed) => {
        const books = booksOf(seed);
        const random = seeded(seed + 5);
        const recorded = (): HeldUnits[] =>
          SYMBOLS.filter(() => random() < 0.5).map((symbol) => {
            const days = Array.from({ length: 12 }, (_, at) => FIRST - 5 + at * 5).filter(
              () => random() < 0.7,
            );
            return {
              portfolio: random() < 0.5 ? 'Main' : 'Other',
              symbol,
              currency: symbol === 'GAMMA' ? 'USD' : 'INR',
              days,
              units: days.map(() => Math.floor(random() * 30)),
              average: random() < 0.8 ? 7 : null,
            };
          });
        const last = recorded();
        const at = Math.floor(random() * books.transactions.length);
        const engine = createEngine({ ...books, transactions: books.transactions.slice(0, at) });
        engine.record(recorded());
        if (seed % 2 === 0) engine.series(null);
        engine.append(books.transactions.slice(at));
        engine.series('Main');
        engine.record(last);
        const whole = createEngine(books);
        whole.record(last);
        assertSame(engine, whole, `seed ${seed}`);
      }),
      { numRuns: sampled(40, 3_000) },
    );
  });

  it('does not go back', () => {
    const engine = createEngine(randomBooks(1));
    assert.throws(() => engine.advance({ to: FIRST }), RangeError);
  });
});
