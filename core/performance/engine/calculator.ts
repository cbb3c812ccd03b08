import { type LedgerText, type LedgerTransaction, rowsOfText } from '../../portfolio/ledger/replay.ts';
import { createCache } from '../../platform/cache/cache.ts';
import { ledgerMovements } from './ledger-movements.ts';
import { DAILY_FIGURES, type DailyFigure, type DayNumber } from './daily-series.ts';
import { createEngine, type Engine } from './engine.ts';
import type { PriceSeries, RateSeries } from './engine-input.ts';
import type { Feed, CalculatorRequest, RateUpdate, ScopeFigures } from './messages.ts';
import { coveredSeries } from './covered-series.ts';
import { type HeldUnits, recordedSpans } from './recorded-units.ts';
import { PositionLine } from './position-line.ts';
import { positionFigures } from './position-figures.ts';
import { unpackedDays, unpackedDoubles } from './packed-numbers.ts';
import { valueReasons } from './value-reasons.ts';

/** A row of the ledger with its lots and records, and a position without any, as they lie in memory. */
const ROW_BYTES = 1000;
const POSITION_BYTES = 6000;

/** A feed, read when it comes: Postgres is still busy with the next one then. */
interface DecodedFeed {
  ledger: { portfolio: string; symbol: string; rows: LedgerTransaction[] }[];
  /** Positions of a state that begins. */
  lines: PositionLine[];
  prices: PriceSeries[];
  rates: RateSeries[];
  recorded: HeldUnits[] | undefined;
}

interface OwnerState {
  state: number;
  engine: Engine;
}

/** The inside of the calculating thread: the engines of the persons who asked last, kept up by what is fed. */
export function createCalculator(mostBytes = Number.POSITIVE_INFINITY) {
  const states = createCache<OwnerState>({
    most: Number.POSITIVE_INFINITY,
    mostSize: mostBytes,
    sizeOf: ({ engine }) => bytesOf(engine),
    keepsLast: true,
  });
  const fed = new Map<string, DecodedFeed[]>();
  let last = '';

  function begin(question: CalculatorRequest, feeds: readonly DecodedFeed[]): OwnerState {
    const books = {
      portfolios: question.portfolios,
      total: { name: 'total', currency: question.currency },
      transactions: feeds.flatMap(({ ledger }) => ledger.flatMap(({ rows }) => rows)),
      prices: feeds.flatMap(({ prices }) => prices),
      rates: feeds.flatMap(({ rates }) => rates),
      to: question.to,
    };
    const lines = feeds.flatMap((one) => one.lines);
    const engine = createEngine(books, lines);
    record(engine, feeds);
    return { state: question.state, engine };
  }

  function record(engine: Engine, feeds: readonly DecodedFeed[]): void {
    const recorded = feeds.findLast((one) => one.recorded !== undefined)?.recorded;
    if (recorded !== undefined) engine.record(recorded);
  }

  function goOn(known: OwnerState, question: CalculatorRequest, feeds: readonly DecodedFeed[]): void {
    const { engine } = known;
    const rows = feeds.flatMap(({ ledger }) => ledger);
    if (rows.length > 0) engine.replace(rows);
    record(engine, feeds);
    const prices = feeds.flatMap(({ prices: news }) => news);
    const rates = feeds.flatMap(({ rates: news }) => news);
    if (prices.length > 0 || rates.length > 0 || question.to > engine.to) {
      engine.advance({ to: question.to, prices, rates });
    }
    known.state = question.state;
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
      const resting = owner === last ? undefined : states.get(last);
      if (resting !== undefined) {
        resting.engine.rest();
        states.set(last, resting);
      }
      last = owner;
      states.set(owner, current);
      return figures;
    },

    forget(owner: string): void {
      states.delete(owner);
      fed.delete(owner);
    },

    get owners(): number {
      return states.count;
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

function bytesOf(engine: Engine): number {
  const positions = engine.lines();
  const rows = positions.reduce((sum, line) => sum + line.rows.length, 0);
  return engine.bytes + rows * ROW_BYTES + positions.length * POSITION_BYTES;
}

function toldBy({ ledger = [], begins, prices = [], rates = [], recorded }: Feed): DecodedFeed {
  return {
    ledger: begins === undefined ? ledger.map((text) => ({ ...text, rows: rowsOfText(text) })) : [],
    lines: begins === undefined ? [] : ledger.map((text) => replayed(text, begins)),
    prices,
    rates: rates.map(rateSeries),
    recorded,
  };
}

function replayed(text: LedgerText, to: DayNumber): PositionLine {
  const line = new PositionLine(text.portfolio, text.symbol);
  line.setRows(rowsOfText(text));
  line.replayTo(to);
  return line;
}

function rateSeries(news: RateUpdate): RateSeries {
  const { from, to, reference } = news;
  return { from, to, reference, days: unpackedDays(news.days), rates: unpackedDoubles(news.figures) };
}
