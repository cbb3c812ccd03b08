import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BrokerTrade } from '../../../core/brokers/adapter.ts';
import { dailyReturns, valuePoints } from '../../../core/finance/returns/index.ts';
import { addDays } from '../../../core/platform/index.ts';
import { testCore } from '../../support/core.ts';
import { FakeBroker, held, page, trade } from '../../support/fake-broker.ts';
import { BY, INPUT, ON } from './world.ts';

// NSE/CMTR/71775 of 12 December 2025, and the settlement calendar of its clearing corporation.
const CLOSED = new Set(['2026-03-03', '2026-03-26', '2026-03-31', '2026-04-03', '2026-04-14']);
const NO_DELIVERY = new Set([...CLOSED, '2026-02-19', '2026-03-19', '2026-04-01']);
const FIRST = '2026-02-02';
const LAST = '2026-04-30';
const SYMBOLS = ['INFY', 'SBIN', 'TCS'];

const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());
const isSession = (day: string) => !isWeekend(day) && !CLOSED.has(day);
const before = (day: string): string =>
  isSession(addDays(day, -1)) ? addDays(day, -1) : before(addDays(day, -1));

/** The slow settlement: day by day to the next one on which units are delivered. */
function delivered(day: string): string {
  for (let next = addDays(day, 1); ; next = addDays(next, 1))
    if (!isWeekend(next) && !NO_DELIVERY.has(next)) return next;
}

interface Executed {
  id: string;
  symbol: string;
  day: string;
  hour: number;
  units: number;
}

/** A broker with the book as it is: what was traded, and what its list of stock shows of it. */
class TrueBook {
  readonly trades: Executed[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
    // Units that never move: a broker with an empty list is believed in nothing.
    this.trades.push({ id: `${name}-0`, symbol: 'HDFCBANK', day: '2026-01-05', hour: 10, units: 50 });
  }

  trade(symbol: string, day: string, hour: number, wanted: number): void {
    const units = Math.max(wanted, -this.units(symbol, () => true));
    if (units !== 0)
      this.trades.push({ id: `${this.#name}-${this.trades.length}`, symbol, day, hour, units });
  }

  units(symbol: string, counts: (one: Executed) => boolean): number {
    return this.trades
      .filter((one) => one.symbol === symbol && counts(one))
      .reduce((sum, { units }) => sum + units, 0);
  }

  /** Quantities above 0 of trades that count. */
  held(counts: (one: Executed) => boolean): Map<string, number> {
    const all = ['HDFCBANK', ...SYMBOLS].map((symbol) => [symbol, this.units(symbol, counts)] as const);
    return new Map(all.filter(([, units]) => units > 0));
  }

  listed(counts: (one: Executed) => boolean): BrokerTrade[] {
    return this.trades.filter(counts).map(({ id, symbol, day, hour, units }) =>
      trade(id, symbol, String(Math.abs(units)), {
        type: units > 0 ? 'BUY' : 'SELL',
        date: day,
        fee_tax: '0',
        executed_at: `${String(hour).padStart(2, '0')}:00:00`,
      }),
    );
  }
}

/** How a list of stock lags at one reading. */
interface Lag {
  isOfSessionBefore: boolean;
  listsUndelivered: boolean;
  salesLeaveAtOnce: boolean;
}

function isListed(
  { isOfSessionBefore, listsUndelivered, salesLeaveAtOnce }: Lag,
  now: { day: string; hour: number },
) {
  const day = isOfSessionBefore ? before(now.day) : now.day;
  return (one: Executed): boolean => {
    if (one.units < 0 && salesLeaveAtOnce && !isOfSessionBefore) return true;
    return listsUndelivered ? one.day < day : delivered(one.day) < day;
  };
}

describe('portfolio/Connection sync rules 3: three months of two brokers, read at random moments', () => {
  it('quantity, value, flows and returns are those of the true book at every reading, and nothing is suspected', async () => {
    const moments = fc.array(
      fc.record({
        trades: fc.array(
          fc.record({
            book: fc.nat(1),
            symbol: fc.constantFrom(...SYMBOLS),
            hour: fc.integer({ min: 9, max: 15 }),
            units: fc.integer({ min: -20, max: 20 }),
          }),
          { maxLength: 4 },
        ),
        /** Hours in India at which the brokers are read; on many days none. */
        hours: fc.oneof(
          { weight: 3, arbitrary: fc.constant<number[]>([]) },
          {
            weight: 2,
            arbitrary: fc.uniqueArray(fc.constantFrom(8, 11, 14, 20), { minLength: 1, maxLength: 2 }),
          },
        ),
        lag: fc.record({
          isOfSessionBefore: fc.boolean(),
          listsUndelivered: fc.boolean(),
          salesLeaveAtOnce: fc.boolean(),
        }),
      }),
      { minLength: 88, maxLength: 88 },
    );
    await fc.assert(
      fc.asyncProperty(moments, async (days) => {
        await play(days);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  async function play(
    days: {
      trades: { book: number; symbol: string; hour: number; units: number }[];
      hours: number[];
      lag: Lag;
    }[],
  ): Promise<void> {
    const [delivering, trading] = [new FakeBroker(), new FakeBroker()];
    delivering.renewal = trading.renewal = 'none';
    trading.stock = 'TRADED';
    const world = await testCore({
      adapters: [delivering.entry('dhan'), trading.entry('ibkr_flex')],
      environment: ON,
      at: `${FIRST}T03:00:00.000Z`,
    });
    try {
      const { core, owner, clock } = world;
      const books = [new TrueBook('one'), new TrueBook('two')] as const;
      const ids = await Promise.all(
        (['dhan', 'ibkr_flex'] as const).map(
          async (broker) =>
            (await core.connections.create(owner, { ...INPUT, broker, label: broker, portfolio: broker }, BY))
              .id,
        ),
      );
      for (const [at, { trades, hours, lag }] of days.entries()) {
        const day = addDays(FIRST, at);
        if (day > LAST) break;
        const due = isSession(day) ? trades.toSorted((one, other) => one.hour - other.hour) : [];
        for (const hour of [...hours].sort((one, other) => one - other).concat(24)) {
          while (due[0] !== undefined && due[0].hour < hour) {
            const one = due.shift();
            if (one !== undefined) books[one.book === 0 ? 0 : 1].trade(one.symbol, day, one.hour, one.units);
          }
          if (hour === 24) break;
          clock.at = new Date(Date.parse(`${day}T00:00:00.000Z`) + (hour - 5.5) * 3_600_000);
          const statement = addDays(day, -1);
          const until = [() => true, (one: Executed) => one.day <= statement] as const;
          const shown = [isListed(lag, { day, hour }), until[1]] as const;
          for (const [index, broker] of [delivering, trading].entries()) {
            const book = books[index as 0 | 1];
            broker.pages = [page(...book.listed(until[index as 0 | 1]))];
            broker.holdings = [...book.held(shown[index as 0 | 1])].map(([symbol, units]) =>
              held(symbol, String(units), { avg_buy_price: '100', last_price: '100', previous_close: '100' }),
            );
          }
          trading.asOf = statement;
          for (const id of ids) await core.connections.sync(owner, id, BY);
          await core.portfolio.snapshots.take(owner);
          const found = await core.portfolio.holdings.all(owner);
          for (const [index, name] of ['dhan', 'ibkr_flex'].entries()) {
            const own = found.filter(({ portfolio }) => portfolio === name);
            const when = `${name} on ${day} at ${hour}, ${JSON.stringify(lag)}`;
            assert.deepEqual(
              own.map(({ symbol, quantity }) => [symbol, quantity]),
              [...books[index as 0 | 1].held(until[index as 0 | 1])],
              when,
            );
            assert.deepEqual(
              new Set(own.map(({ reconciliation }) => reconciliation.status)),
              new Set(['MATCHED']),
              when,
            );
          }
        }
      }
      const daily = await core.reports.days(owner, null);
      for (const { since, value, is_explained } of dailyReturns(valuePoints(daily)))
        assert.deepEqual([Number(value.toFixed(9)), is_explained], [0, true], since);
      // All was bought and sold at 100 and is worth 100: what was paid in is the value, and XIRR is 0.
      const paid = daily.flows.reduce((sum, { amount }) => sum + amount, 0);
      const units = (await core.portfolio.holdings.all(owner)).reduce(
        (sum, { quantity }) => sum + quantity,
        0,
      );
      assert.equal(paid, units * 100);
      assert.equal((await core.portfolio.quality.overview(owner)).ledger.unreconciled, 0);
    } finally {
      await world.close();
    }
  }
});
