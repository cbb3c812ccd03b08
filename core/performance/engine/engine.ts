import type { LedgerTransaction } from '../../portfolio/ledger/replay.ts';
import { type Contribution, type DailyArrays, emptyArrays, marketUnits } from './accumulate.ts';
import { baseCost } from './base-cost.ts';
import { DAILY_FIGURES, type DailySeries, type DayNumber } from './daily-series.ts';
import type { EngineInput, NewDays, Scope } from './engine-input.ts';
import { alignPositions, byPortfolio, type HeldLine, heldLine, isSame } from './held-line.ts';
import { PositionLine } from './position-line.ts';
import { createPriceBook, type PricedSymbol, priceKey } from './price-book.ts';
import { createRecordedBook } from './recorded-book.ts';
import { type HeldUnits, type RecordedLine, WITHOUT_LOTS } from './recorded-units.ts';
import { createScopeSums } from './scope-sums.ts';
import { createRateBook } from './rate-book.ts';
import { NO_ALIGNMENT } from './unit-alignment.ts';

const NEVER = Number.POSITIVE_INFINITY;

export type Engine = ReturnType<typeof createEngine>;

/** A position of the ledger with its figures in the currency of a scope. */
export interface Held extends Contribution {
  line: PositionLine;
  scope: Scope;
}

/**
 * Calculates in one pass over ledger, closes and rates, and afterwards only what a change touches: a symbol whose rows changed
 * is replayed (from the end, if they are the newest), and sums are made again from the first day that differs. The result
 * equals the whole calculation bit for bit. Pure: it reads no clock and no store.
 * @param replayed positions, at most to `input.to`; none of them has rows in `input.transactions`.
 */
export function createEngine(input: EngineInput, replayed: readonly PositionLine[] = []) {
  const scopes = new Map(input.portfolios.map((scope) => [scope.name, scope]));
  const lines = new Map<string, HeldLine>();
  /** Sorted by portfolio and symbol: the order of the sums. */
  let order: HeldLine[] = [];
  const recorded = createRecordedBook();
  const prices = createPriceBook(input.prices);
  const rates = createRateBook(input.rates);
  let to = input.to;
  let origin = NEVER;
  let length = 0;
  const sums = createScopeSums(input.portfolios, input.total);
  /** First day whose sums are out of date. */
  let dirty: DayNumber = NEVER;

  function lineOf(portfolio: string, symbol: string): HeldLine {
    return lines.get(`${portfolio}\0${symbol}`) ?? adopt(new PositionLine(portfolio, symbol));
  }

  function adopt(line: PositionLine): HeldLine {
    const scope = scopes.get(line.portfolio);
    if (scope === undefined) throw new RangeError(`There is no portfolio named ${line.portfolio}.`);
    const held = heldLine(line, scope);
    lines.set(`${line.portfolio}\0${line.symbol}`, held);
    order = [];
    dirty = Math.min(dirty, line.firstDay);
    return held;
  }

  function sorted(): HeldLine[] {
    if (order.length === 0) order = [...lines.values()].sort((a, b) => byPortfolio(a.line, b.line));
    return order;
  }

  function symbolOf({ portfolio, symbol, currency }: PositionLine): PricedSymbol | null {
    return currency === null ? null : prices.symbolOf({ portfolio, symbol, currency });
  }

  /** Lays the axis of days again for a row older than all others, or for days beyond the room. */
  function layAxis(): void {
    let first = NEVER;
    for (const { line } of lines.values()) first = Math.min(first, line.firstDay);
    for (const { steps } of recorded.lines) first = Math.min(first, steps.day[0] ?? NEVER);
    const begins = first <= to ? first : NEVER;
    const isMoved = begins !== origin;
    const before = length;
    origin = begins;
    length = begins === NEVER ? 0 : to - begins + 1;
    if (isMoved) dirty = Math.min(dirty, begins);
    sums.lay(length, isMoved);
    if (isMoved) {
      prices.begin(origin, length, sums.capacity);
      rates.begin(origin, length);
    } else if (length !== before) {
      prices.extend(length, sums.capacity);
      layRates();
      dirty = Math.min(dirty, origin + before);
    }
  }

  function layRates(): void {
    const at = rates.lay(length);
    if (!Number.isFinite(at)) return;
    dirty = Math.min(dirty, origin + at);
    for (const held of lines.values()) held.bases.clear();
  }

  /** Replays due rows, and aligns the units of these positions with the prices of their symbols. @param left also aligned. */
  function bring(touched: Iterable<HeldLine>, left: readonly (PricedSymbol | null)[] = []): void {
    const names = new Set<string>();
    for (const held of touched) {
      held.line.replayTo(to);
      held.bases.clear();
      names.add(held.line.symbol);
    }
    const without = new Set(left);
    const found = sorted().filter(({ line }) => names.has(line.symbol) && line.currency !== null);
    for (const { symbol, dirty: from, ...own } of alignPositions(found, symbolOf)) {
      without.delete(symbol);
      dirty = Math.min(dirty, from);
      settle(symbol, own);
    }
    for (const symbol of without) settle(symbol, { changes: symbol?.series?.changes ?? [], trades: [] });
  }

  function settle(symbol: PricedSymbol | null, own: Pick<PricedSymbol, 'changes' | 'trades'>): void {
    if (symbol === null) return;
    if (isSame(own.changes, symbol.changes) && isSame(own.trades, symbol.trades)) return;
    dirty = Math.min(dirty, origin + prices.setOwn(symbol, own));
  }

  function take(changed: Map<HeldLine, readonly LedgerTransaction[]>): void {
    // A symbol whose rows are gone leaves its prices without its splits.
    const before = [...changed.keys()].map(({ line }) => symbolOf(line));
    for (const [held, rows] of changed) dirty = Math.min(dirty, held.line.setRows(rows));
    layChanged(changed.keys(), before);
  }

  function layChanged(changed: Iterable<HeldLine>, before: readonly (PricedSymbol | null)[] = []): void {
    layAxis();
    if (origin !== NEVER) bring(changed, before);
    layRecorded();
  }

  function layRecorded(): void {
    const from = recorded.lay(
      ({ portfolio, symbol }) => lines.get(`${portfolio}\0${symbol}`)?.line,
      (one) => prices.symbolOf(one).changes,
    );
    if (from === NEVER) return;
    dirty = Math.min(dirty, from);
    layAxis();
  }

  function ofRecord(line: RecordedLine, into: Scope): Contribution {
    const { rate } = rates.between(line.currency, into.currency);
    const foreign = line.currency === into.currency ? null : { rate, base: WITHOUT_LOTS };
    const symbol = prices.symbolOf(line);
    const market = marketUnits(line, []);
    return { line, market, alignment: NO_ALIGNMENT, price: prices.lineOf(symbol), foreign };
  }

  function contribution(held: HeldLine, into: Scope): Held {
    const { line, scope, market, alignment } = held;
    const symbol = symbolOf(line);
    const currency = line.currency ?? into.currency;
    let foreign: Contribution['foreign'] = null;
    if (currency !== into.currency) {
      const { rate } = rates.between(currency, into.currency);
      const base = held.bases.get(into.currency) ?? baseCost(line, rate, origin);
      held.bases.set(into.currency, base);
      foreign = { rate, base };
    }
    return { line, scope, market, alignment, price: symbol === null ? null : prices.lineOf(symbol), foreign };
  }

  function sumUp(): void {
    const from = Math.max(0, dirty - origin);
    dirty = NEVER;
    if (origin === NEVER || from >= length) return;
    const positions = sorted().filter(({ line }) => line.state !== null);
    sums.addUp(
      [
        ...positions.map((held) => ({
          scope: held.scope,
          into: (scope: Scope) => contribution(held, scope),
        })),
        ...recorded.lines.flatMap((line) => {
          const scope = scopes.get(line.portfolio);
          return scope === undefined ? [] : [{ scope, into: (one: Scope) => ofRecord(line, one) }];
        }),
      ],
      origin,
      from,
      length,
    );
  }

  function append(transactions: readonly LedgerTransaction[]): void {
    const changed = new Map<HeldLine, LedgerTransaction[]>();
    for (const row of transactions) {
      const held = lineOf(row.portfolio, row.symbol);
      const known = changed.get(held) ?? [...held.line.rows];
      known.push(row);
      changed.set(held, known);
    }
    take(changed);
  }
  layChanged(replayed.map(adopt));
  append(input.transactions);

  return {
    /** Number of days of the series; the first is `first`. */
    get length() {
      return length;
    },
    get first(): DayNumber {
      return origin === NEVER ? to : origin;
    },
    get to(): DayNumber {
      return to;
    },
    /** Bytes of the series, without rows and closes. */
    get bytes(): number {
      return prices.bytes + sums.bytes;
    },

    /** Frees memory until the next question, which then takes some milliseconds more. */
    rest(): void {
      prices.rest();
      sums.rest();
      dirty = Math.min(dirty, origin);
    },

    /** Adds transactions of any date. Ids must be new. */
    append,

    /** Replaces all rows of a symbol of a portfolio; without rows it is removed. */
    replace(
      changes: readonly { portfolio: string; symbol: string; rows: readonly LedgerTransaction[] }[],
    ): void {
      take(new Map(changes.map(({ portfolio, symbol, rows }) => [lineOf(portfolio, symbol), rows])));
    },

    /** Replaces the holdings that transactions do not explain. */
    record(holdings: readonly HeldUnits[]): void {
      recorded.take(holdings);
      layRecorded();
    },

    /** Advances to a day with its closes and rates; also takes corrected closes, actions and rates of the past. */
    advance({ to: day, prices: newPrices = [], rates: newRates = [] }: NewDays): void {
      if (day < to) throw new RangeError('The series do not go back.');
      rates.take(newRates);
      const isLonger = day > to;
      to = day;
      layAxis();
      if (newRates.length > 0 && !isLonger && origin !== NEVER) layRates();
      const touched: HeldLine[] = [];
      const changedSymbols = new Set<string>();
      for (const series of newPrices) {
        dirty = Math.min(dirty, origin + prices.take(series));
        changedSymbols.add(priceKey(series));
      }
      for (const held of sorted()) {
        const { portfolio, symbol, currency } = held.line;
        const hasNews =
          currency !== null &&
          [undefined, portfolio].some((of) =>
            changedSymbols.has(priceKey({ symbol, currency, portfolio: of })),
          );
        const due = isLonger ? held.line.replayTo(to) : NEVER;
        if (hasNews || due !== NEVER) touched.push(held);
      }
      if (origin !== NEVER)
        bring(
          touched,
          newPrices.flatMap(({ portfolio, ...all }) => [
            prices.symbolOf(all),
            prices.symbolOf({ ...all, portfolio }),
          ]),
        );
      layRecorded();
    },

    /**
     * The series of a portfolio, or of everything. The arrays are the engine's own: read them before the next change, or
     * copy them.
     */
    series(name: string | null): DailySeries {
      sumUp();
      const found = sums.of(name);
      if (found === undefined && scopes.get(name ?? '') === undefined)
        throw new RangeError(`There is no portfolio named ${name}.`);
      const shown = found ?? emptyArrays(0);
      const views = Object.fromEntries(DAILY_FIGURES.map((key) => [key, shown[key].subarray(0, length)]));
      return { first: origin === NEVER ? to : origin, ...(views as DailyArrays) };
    },

    /** The positions of a portfolio, or all, in the currency of the scope. */
    positions(name: string | null): Held[] {
      sumUp();
      const into = name === null ? input.total : scopes.get(name);
      if (into === undefined) throw new RangeError(`There is no portfolio named ${name}.`);
      return sorted()
        .filter(({ line, scope }) => line.state !== null && (name === null || scope.name === name))
        .map((held) => contribution(held, into));
    },

    /** All addends of a portfolio, or of everything: positions, and units recorded beyond the ledger. */
    contributions(name: string | null): Contribution[] {
      const into = name === null ? input.total : scopes.get(name);
      if (into === undefined) return [];
      return [...this.positions(name), ...this.recorded(name).map((line) => ofRecord(line, into))];
    },

    /** Units held beyond those of the ledger. */
    recorded: (name: string | null): readonly RecordedLine[] =>
      recorded.lines.filter(({ portfolio }) => name === null || portfolio === name),

    /** The replay of every symbol, also those of which no row counted. */
    lines: (): PositionLine[] => sorted().map(({ line }) => line),

    /** Days with an estimated rate, as ones; null between currencies that need none. */
    estimated: (from: string, into: string): Uint8Array | null =>
      from === into || origin === NEVER ? null : rates.between(from, into).estimated,
  };
}
