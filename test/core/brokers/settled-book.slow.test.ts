import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCore } from '../../../core/assembly/index.ts';
import { dailyReturns, valuePoints } from '../../../core/finance/returns/index.ts';
import { addDays, DAY_MS, istInstant } from '../../../core/platform/index.ts';
import type { BrokerChange } from '../../../core/portfolio/broker-changes/index.ts';
import { type TestCore, testCore } from '../../support/core.ts';
import { FakeBroker, held, page } from '../../support/fake-broker.ts';
import { leapingTimers } from '../../support/leaping-timers.ts';
import { type Fact, factsOf, isSession, type Lag, TrueBook } from './true-book.ts';
import { sampled } from '../../support/soak.ts';
import { BY, INPUT, ON } from './world.ts';

const FIRST = '2026-02-02';
const LAST = '2026-04-30';
const SYMBOLS = ['INFY', 'SBIN', 'TCS'];
const NAMES = ['dhan', 'ibkr_flex'] as const;
const HOUR_MS = 3_600_000;

interface Day {
  trades: { book: 0 | 1; symbol: string; hour: number; units: number }[];
  corrections: { book: 0 | 1; nth: number; fact: Fact }[];
  /** Hours in India at which the brokers are read; on many days none. */
  hours: number[];
  lag: Lag;
  /** Days by which the clock is wrong for one reading before. */
  step: number;
  /** Changes that wait are accepted from this one on, as many as there are hours. */
  accepted: number;
}

const book = fc.constantFrom<0 | 1>(0, 1);
const days: fc.Arbitrary<Day[]> = fc.array(
  fc.record({
    trades: fc.array(
      fc.record({
        book,
        symbol: fc.constantFrom(...SYMBOLS),
        hour: fc.integer({ min: 9, max: 15 }),
        units: fc.integer({ min: -20, max: 20 }),
      }),
      { maxLength: 4 },
    ),
    corrections: fc.array(
      fc.record({
        book,
        nth: fc.nat(30),
        fact: fc.constantFrom<Fact>('price', 'fee', 'quantity', 'quantity', 'cancel', 'return', 'return'),
      }),
      { maxLength: 2 },
    ),
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
    step: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(-3, -1, 1, 3) },
    ),
    accepted: fc.nat(3),
  }),
  { minLength: 88, maxLength: 88 },
);

/** Units that come without a trade are in the list of the next session, and on record three sessions later. */
const GIFT = { day: '2026-03-11', units: 5 };

describe('portfolio/Connection sync rules 3: three months of two brokers, read at random moments', () => {
  it('quantity, value, payments and returns are those of the true book, and exactly its changes wait', async () => {
    await fc.assert(
      fc.asyncProperty(days, async (some) => {
        const play = await Play.open();
        try {
          for (const [at, day] of some.entries()) await play.day(addDays(FIRST, at), day);
          await play.end();
        } finally {
          await play.close();
        }
      }),
      { numRuns: sampled(1, 3), endOnFailure: true },
    );
  });
});

class Play {
  readonly #books = [new TrueBook('one'), new TrueBook('two')] as const;
  #gift: 'NONE' | Date | 'RECORDED' = 'NONE';

  private constructor(
    readonly world: TestCore,
    /** Another process on the same database. */
    readonly other: TestCore['core'],
    readonly brokers: readonly [FakeBroker, FakeBroker],
    readonly ids: readonly string[],
  ) {}

  static async open(): Promise<Play> {
    const brokers = [new FakeBroker(), new FakeBroker()] as const;
    brokers[0].renewal = brokers[1].renewal = 'none';
    brokers[1].stock = 'TRADED';
    const adapters = [brokers[0].entry('dhan'), brokers[1].entry('ibkr_flex')];
    const world = await testCore({ adapters, environment: ON, at: `${FIRST}T03:00:00.000Z` });
    const { core, clock, owner } = world;
    const other = await createCore({
      config: core.config,
      ownerUrl: core.database.urls.ownerUrl,
      isSeparationTried: true,
      clock,
      log: core.log,
      outsideTimers: leapingTimers(),
      adapters,
    });
    const ids = await Promise.all(
      NAMES.map(
        async (broker) =>
          (await core.connections.create(owner, { ...INPUT, broker, label: broker, portfolio: broker }, BY))
            .id,
      ),
    );
    return new Play(world, other, brokers, ids);
  }

  async close(): Promise<void> {
    await this.other.close();
    await this.world.close();
  }

  async day(day: string, given: Day): Promise<void> {
    if (day > LAST) return;
    const due = isSession(day) ? given.trades.toSorted((one, other) => one.hour - other.hour) : [];
    if (day === GIFT.day) this.#books[0].gift = GIFT;
    // What was traded on the day cannot be corrected yet: the exchange does that at night.
    for (const one of given.corrections) this.#books[one.book].correct(one.nth, one.fact, day);
    for (const hour of given.hours.toSorted((one, other) => one - other)) {
      for (let one = due[0]; one !== undefined && one.hour < hour; one = due[0]) {
        due.shift();
        this.#books[one.book].trade(one.symbol, day, one.hour, one.units);
      }
      await this.#reading(day, hour, given);
    }
    for (const one of due) this.#books[one.book].trade(one.symbol, day, one.hour, one.units);
  }

  async #reading(day: string, hour: number, { lag, step, accepted, hours }: Day): Promise<void> {
    const { core, owner, clock } = this.world;
    const now = new Date(istInstant(day, '00:00').getTime() + hour * HOUR_MS);
    const yesterday = addDays(day, -1);
    const lists = [this.#books[0].stock(lag, day), this.#books[1].traded(yesterday)] as const;
    for (const [index, broker] of this.brokers.entries()) {
      const until = index === 0 ? undefined : yesterday;
      const trades = this.#books[index as 0 | 1].tradeList(until);
      broker.pages = [{ ...page(...trades), whole: { from: null, to: yesterday, of: 'EVERYTHING' } }];
      broker.holdings = [...lists[index as 0 | 1]].map(([symbol, units]) =>
        held(symbol, String(units), { avg_buy_price: '100', last_price: '100', previous_close: '100' }),
      );
    }
    this.brokers[1].asOf = yesterday;
    if (step !== 0 && (this.#gift === 'RECORDED' || lists[0].get('HDFCBANK') === 50)) {
      clock.at = new Date(now.getTime() + step * DAY_MS);
      for (const id of this.ids) await core.connections.sync(owner, id, BY);
    }
    clock.at = now;
    // Two processes at once: one of them may find the other at work.
    for (const id of this.ids)
      await Promise.allSettled([core, this.other].map((one) => one.connections.sync(owner, id, BY)));
    await core.portfolio.snapshots.take(owner);

    const when = `on ${day} at ${hour}, ${JSON.stringify({ lag, step })}`;
    const waiting = [
      this.#books[0].read('9999', yesterday),
      this.#books[1].read(yesterday, yesterday),
    ] as const;
    const isAsked = this.#isAskedAboutGift(lists[0], now);
    await this.#assertBooks(when);
    const { open } = await core.portfolio.brokerChanges.list(owner);
    for (const [index, portfolio] of NAMES.entries()) {
      const own = open.filter((one) => one.portfolio === portfolio);
      const some = waiting[index as 0 | 1];
      const gift = index === 0 && isAsked ? ['QUANTITY HDFCBANK 50 → 55'] : [];
      assert.deepEqual(own.map(wordsOf).sort(), [...some.map(({ text }) => text), ...gift].sort(), when);
      for (const { text, accept } of some.slice(accepted, accepted + hours.length)) {
        const entry = own.find((one) => wordsOf(one) === text) ?? assert.fail(text);
        const { id, version } = entry;
        const decision = { decision: 'ACCEPT' as const, changes: [{ id, version }] };
        assert.equal((await core.portfolio.brokerChanges.decide(owner, decision, BY)).decided, 1);
        accept();
      }
    }
    if (isAsked) await this.#recordGift();
    await this.#assertBooks(`decided ${when}`);
  }

  /** Whether the person is asked about the units without a trade: two days after they were first listed. */
  #isAskedAboutGift(list: ReadonlyMap<string, number>, now: Date): boolean {
    if (this.#gift === 'RECORDED') return false;
    if (list.get('HDFCBANK') === 50) this.#gift = 'NONE';
    else if (this.#gift === 'NONE') this.#gift = now;
    return this.#gift instanceof Date && now.getTime() - this.#gift.getTime() >= 2 * DAY_MS;
  }

  async #recordGift(): Promise<void> {
    const { core, owner } = this.world;
    const { day: date, units: quantity } = GIFT;
    const row = { portfolio: 'dhan', symbol: 'HDFCBANK', type: 'BUY' as const, date, quantity, price: 100 };
    await core.portfolio.transactions.create(owner, { ...row, currency: 'INR' }, BY);
    this.#books[0].recordByHand('HDFCBANK', date, quantity);
    this.#gift = 'RECORDED';
  }

  async #assertBooks(when: string): Promise<void> {
    const { core, owner } = this.world;
    const found = await core.portfolio.holdings.all(owner);
    for (const [index, name] of NAMES.entries()) {
      // A holding of which nothing is left stays until the next reading.
      const own = found.filter(({ portfolio, quantity }) => portfolio === name && quantity > 0);
      const books = this.#books[index as 0 | 1].books();
      const isGiven = index === 0 && this.#gift instanceof Date;
      if (isGiven) books.set('HDFCBANK', 55);
      assert.deepEqual(
        own.map(({ symbol, quantity, reconciliation }) => [symbol, quantity, reconciliation.status]),
        [...books].map(([symbol, units]) => [
          symbol,
          units,
          isGiven && symbol === 'HDFCBANK' ? 'MISSING_HISTORY' : 'MATCHED',
        ]),
        `${name} ${when}`,
      );
    }
    // Units without a trade enter the line at their value of today, until the person records them.
    if (this.#gift instanceof Date) return;
    const line = await core.reports.days(owner, null);
    for (const { is_explained, since } of dailyReturns(valuePoints(line))) assert.ok(is_explained, since);
    const sums = this.#books.map((one) => one.payments());
    const paid = new Map<string, number>();
    for (const [on, amount] of sums.flatMap((one) => [...one])) paid.set(on, (paid.get(on) ?? 0) + amount);
    const rounded = (amounts: Iterable<readonly [string, number]>) =>
      [...amounts]
        .map(([on, amount]) => [on, Number(amount.toFixed(6))] as const)
        .filter(([, amount]) => amount !== 0)
        .sort(([one], [other]) => (one < other ? -1 : 1));
    assert.deepEqual(
      rounded(line.payments.amounts.map((one) => [one.day, one.amount] as const)),
      rounded(paid),
      when,
    );
    // All is worth 100; on days before, prices of trades stand for closes.
    const value = this.#books.flatMap((one) => [...one.books().values()]).reduce((sum, one) => sum + one, 0);
    assert.equal(line.carried?.value ?? line.days.at(-1)?.value, value * 100, when);
  }

  /** Everything accepted, the books are the true ones. */
  async end(): Promise<void> {
    const quiet: Day = {
      trades: [],
      corrections: [],
      hours: [20],
      lag: { isOfSessionBefore: false, listsUndelivered: false, salesLeaveAtOnce: false },
      step: 0,
      accepted: 0,
    };
    await this.#reading('2026-05-15', 20, { ...quiet, hours: Array.from({ length: 200 }, () => 20) });
    for (const one of this.#books) assert.deepEqual(one.books(), one.traded('9999'));
    const { core, owner } = this.world;
    assert.equal((await core.portfolio.quality.overview(owner)).ledger.unreconciled, 0);
  }
}

function wordsOf({ kind, symbol, before, after, quantity }: BrokerChange): string {
  if (kind === 'QUANTITY') return `QUANTITY ${symbol} ${quantity?.before} → ${quantity?.after}`;
  const facts = (of: BrokerChange['before']) =>
    factsOf(
      of === null
        ? undefined
        : { units: of.type === 'BUY' ? of.quantity : -of.quantity, price: of.price, fee: of.fee_tax },
    );
  return `${kind} ${symbol} ${(before ?? after)?.date} ${facts(before)} → ${facts(after)}`;
}
