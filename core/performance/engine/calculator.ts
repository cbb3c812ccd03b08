import { type LedgerTransaction, rowsOfText } from '../../portfolio/ledger/replay.ts';
import { ledgerMovements } from './ledger-movements.ts';
import { DAILY_FIGURES, type DailyFigure } from './daily-series.ts';
import { createEngine, type Engine } from './engine.ts';
import type { PriceSeries, RateSeries } from './engine-input.ts';
import type { Feed, PriceUpdate, CalculatorRequest, RateUpdate, ScopeFigures } from './messages.ts';
import { coveredSeries } from './covered-series.ts';
import { type HeldUnits, recordedSpans } from './recorded-units.ts';
import { positionFigures } from './position-figures.ts';
import type { Since } from './newer-series.ts';
import { priceKey } from './price-book.ts';
import { unpackedDays, unpackedDoubles, unpackedNumerics } from './packed-numbers.ts';
import { firstNotBefore } from './price-line.ts';
import { valueReasons } from './value-reasons.ts';

/** How much is kept between questions; the person who asked longest ago goes first. */
interface CalculatorLimits {
  owners: number;
  bytes: number;
}

/** The thread of a process is told another number of bytes. */
const USUAL_LIMITS: CalculatorLimits = { owners: Number.POSITIVE_INFINITY, bytes: 256_000_000 };
/** A row of the ledger with its lots and records, as it lies in memory. */
const ROW_BYTES = 1200;
const NUMBER_BYTES = 8;
/** A day that never comes. */
const AFTER_ALL = 1_000_000_000;

interface Closes {
  days: Int32Array;
  closes: Float64Array;
}

/** A symbol's closes as they are stored, and the prices observed beside them, by day. */
interface Known extends Closes {
  observed: readonly { day: number; price: number }[];
}

/** A feed, read when it comes: Postgres is still busy with the next one then. */
interface DecodedFeed {
  ledger: { portfolio: string; symbol: string; rows: LedgerTransaction[] }[];
  prices: DecodedPrices[];
  rates: RateSeries[];
  recorded: HeldUnits[] | undefined;
}

interface DecodedPrices extends Omit<PriceUpdate, 'closes'> {
  closes: (Closes & { since: number | null }) | null;
}

interface OwnerState {
  state: number;
  engine: Engine;
  closes: Map<string, Known>;
  bytes: number;
}

/** The inside of the calculating thread: the engines of the persons who asked last, kept up by what is fed. */
export function createCalculator(limits: CalculatorLimits = USUAL_LIMITS) {
  const states = new Map<string, OwnerState>();
  const fed = new Map<string, DecodedFeed[]>();

  function begin(question: CalculatorRequest, feeds: readonly DecodedFeed[]): OwnerState {
    const closes = new Map<string, Known>();
    const engine = createEngine({
      portfolios: question.portfolios,
      total: { name: 'total', currency: question.currency },
      transactions: feeds.flatMap(({ ledger }) => ledger.flatMap(({ rows }) => rows)),
      prices: feeds.flatMap(({ prices }) => prices.map((one) => seriesOf(closes, one))),
      rates: feeds.flatMap(({ rates }) => rates),
      to: question.to,
    });
    record(engine, feeds);
    return { state: question.state, engine, closes, bytes: 0 };
  }

  function record(engine: Engine, feeds: readonly DecodedFeed[]): void {
    const recorded = feeds.findLast((one) => one.recorded !== undefined)?.recorded;
    if (recorded !== undefined) engine.record(recorded);
  }

  function goOn(known: OwnerState, question: CalculatorRequest, feeds: readonly DecodedFeed[]): void {
    const { engine, closes } = known;
    const rows = feeds.flatMap(({ ledger }) => ledger);
    if (rows.length > 0) engine.replace(rows);
    record(engine, feeds);
    const prices = feeds.flatMap(({ prices: news }) => news);
    const rates = feeds.flatMap(({ rates: news }) => news);
    if (prices.length > 0 || rates.length > 0 || question.to > engine.to) {
      engine.advance({
        to: question.to,
        prices: prices.map((one) => seriesOf(closes, one)),
        rates,
      });
    }
    known.state = question.state;
  }

  function shrink(kept: string): void {
    let bytes = 0;
    for (const one of states.values()) bytes += one.bytes;
    for (const [owner, one] of states) {
      if (states.size <= limits.owners && bytes <= limits.bytes) return;
      if (owner === kept) continue;
      states.delete(owner);
      bytes -= one.bytes;
    }
  }

  return {
    feed(feed: Feed): void {
      const told = toldBy(feed);
      const known = fed.get(feed.owner);
      if (known === undefined) fed.set(feed.owner, [told]);
      else known.push(told);
    },

    /** @returns null where the state of which the question speaks is not here. */
    answer(question: CalculatorRequest): ScopeFigures | null {
      const { owner } = question;
      const feeds = fed.get(owner) ?? [];
      fed.delete(owner);
      const known = states.get(owner);
      // While it changes it is nobody's: a failure leaves no half of it behind.
      states.delete(owner);
      let current: OwnerState;
      if (question.from === null) {
        current = begin(question, feeds);
      } else {
        if (known === undefined || known.state !== question.from) return null;
        current = known;
        goOn(current, question, feeds);
      }
      const figures = figuresOf(current.engine, question);
      current.bytes = bytesOf(current, question);
      states.set(owner, current);
      shrink(owner);
      return figures;
    },

    forget(owner: string): void {
      states.delete(owner);
      fed.delete(owner);
    },

    get owners(): number {
      return states.size;
    },
  };
}

function figuresOf(engine: Engine, { scope, portfolios, currency }: CalculatorRequest): ScopeFigures {
  const series = engine.series(scope);
  const positions = engine.positions(scope);
  const contributions = engine.contributions(scope);
  const begins = Math.min(
    engine.first + engine.length,
    ...contributions.map(({ line }) => line.steps.day[0] ?? engine.to),
  );
  const skipped = begins - engine.first;
  const daily = Object.fromEntries(DAILY_FIGURES.map((name) => [name, series[name].slice(skipped)]));
  const into =
    scope === null ? currency : (portfolios.find(({ name }) => name === scope)?.currency ?? currency);
  const reasons = valueReasons(engine, scope, into);
  return {
    first: begins,
    length: engine.length - skipped,
    daily: daily as Record<DailyFigure, Float64Array>,
    positions: positions.flatMap((held) => positionFigures(held, engine.first, engine.length) ?? []),
    reasons,
    is_estimated: reasons.some(({ code }) => code === 'RATE_ESTIMATED'),
    is_converted: contributions.some(({ foreign }) => foreign !== null),
    movements: ledgerMovements(positions, engine.first),
    covered: coveredSeries(engine, scope, skipped),
    recorded: recordedSpans(engine.recorded(scope), engine.to),
  };
}

function bytesOf({ engine, closes }: OwnerState, { portfolios }: CalculatorRequest): number {
  let numbers = engine.length * DAILY_FIGURES.length * (portfolios.length + 1);
  for (const { days } of closes.values()) numbers += 3 * days.length + 2 * engine.length;
  const rows = engine.lines().reduce((sum, line) => sum + line.rows.length, 0);
  return numbers * NUMBER_BYTES + rows * ROW_BYTES;
}

function toldBy({ ledger = [], prices = [], rates = [], recorded }: Feed): DecodedFeed {
  return {
    ledger: ledger.map((one) => ({ portfolio: one.portfolio, symbol: one.symbol, rows: rowsOfText(one) })),
    prices: prices.map((one) => ({ ...one, closes: one.closes === null ? null : closesOf(one.closes) })),
    rates: rates.map(rateSeries),
    recorded,
  };
}

function closesOf({
  days: packed,
  closes,
  since,
}: NonNullable<PriceUpdate['closes']>): DecodedPrices['closes'] {
  const days = unpackedDays(packed);
  return { days, closes: unpackedNumerics(closes, days.length), since };
}

/** The closes that are stored, newer ones put in their place, with what was observed on other days: from the first change on. */
function seriesOf(kept: Map<string, Known>, news: DecodedPrices): PriceSeries & Since {
  const { symbol, currency, portfolio, carry_days, changes, observed } = news;
  const key = priceKey(news);
  const before = kept.get(key);
  const known: Known = { ...(before ?? { days: new Int32Array(), closes: new Float64Array() }), observed };
  let since = before === undefined ? null : firstChange(before.observed, observed);
  if (news.closes !== null) {
    Object.assign(known, later(known, news.closes, news.closes.since));
    since = since === null || news.closes.since === null ? null : Math.min(since, news.closes.since);
  }
  kept.set(key, known);
  const series = { symbol, currency, portfolio, carry_days, changes };
  return since === null
    ? { ...series, ...withObserved(known, observed) }
    : {
        ...series,
        ...withObserved(
          tailOf(known, since),
          observed.filter(({ day }) => day >= since),
        ),
        since,
      };
}

/** The first day on which the two differ; a day after all others where they do not. */
function firstChange(older: Known['observed'], newer: Known['observed']): number {
  const words = (list: Known['observed']) => new Set(list.map(({ day, price }) => `${day} ${price}`));
  const [one, other] = [words(older), words(newer)];
  const changed = [
    ...older.filter(({ day, price }) => !other.has(`${day} ${price}`)),
    ...newer.filter(({ day, price }) => !one.has(`${day} ${price}`)),
  ];
  return Math.min(AFTER_ALL, ...changed.map(({ day }) => day));
}

function later(older: Closes, newer: Closes, since: number | null): Closes {
  if (since === null) return { days: newer.days, closes: newer.closes };
  const upTo = firstNotBefore(older.days, since);
  const days = new Int32Array(upTo + newer.days.length);
  const closes = new Float64Array(days.length);
  days.set(older.days.subarray(0, upTo));
  days.set(newer.days, upTo);
  closes.set(older.closes.subarray(0, upTo));
  closes.set(newer.closes, upTo);
  return { days, closes };
}

function tailOf({ days, closes }: Closes, since: number): Closes {
  const from = firstNotBefore(days, since);
  return { days: days.slice(from), closes: closes.slice(from) };
}

function withObserved({ days, closes }: Closes, observed: Known['observed']): Closes {
  const others = observed
    .filter(({ day }) => days[firstNotBefore(days, day)] !== day)
    .sort((a, b) => a.day - b.day);
  if (others.length === 0) return { days, closes };
  const both = {
    days: new Int32Array(days.length + others.length),
    closes: new Float64Array(days.length + others.length),
  };
  let from = 0;
  for (const [before, { day, price }] of others.entries()) {
    const upTo = firstNotBefore(days, day);
    both.days.set(days.subarray(from, upTo), from + before);
    both.closes.set(closes.subarray(from, upTo), from + before);
    both.days[upTo + before] = day;
    both.closes[upTo + before] = price;
    from = upTo;
  }
  both.days.set(days.subarray(from), from + others.length);
  both.closes.set(closes.subarray(from), from + others.length);
  return both;
}

function rateSeries(news: RateUpdate): RateSeries {
  const { from, to, reference } = news;
  return { from, to, reference, days: unpackedDays(news.days), rates: unpackedDoubles(news.figures) };
}
