import { COVERED_FIGURES, DAILY_FIGURES, dayText } from './daily-series.ts';
import type { ScopeFigures } from './messages.ts';
import type { ScopeName } from './engine-sync.ts';
import type { Books } from './values-store.ts';
import { firstDifference } from './price-line.ts';
import { MOVEMENT_COLUMNS } from './ledger-movements.ts';
import type { PortfolioValues, ValueReason } from './values-view.ts';

type PlainSeries = (number | null)[];

/** The figures of the thread as plain data, with the names of the portfolios in the place of their ids. */
export function portfolioValues(figures: ScopeFigures, scope: ScopeName, books: Books): PortfolioValues {
  const names = new Map(books.portfolios.map(({ id, name }) => [id, name]));
  const named = (id: string) => names.get(id) ?? id;
  const about = new Map(books.positions.map((row) => [`${row.portfolio_id}\0${row.symbol}`, row]));
  const { covered } = figures;
  return {
    portfolio: scope.name,
    currency: scope.currency,
    days: Array.from({ length: figures.length }, (_, at) => dayText(figures.first + at)),
    daily: plainFigures(DAILY_FIGURES, figures.daily),
    positions: figures.positions.map((one) => {
      const row = about.get(`${one.portfolio}\0${one.symbol}`);
      return {
        ...one,
        portfolio: named(one.portfolio),
        isin: row?.isin ?? one.isin,
        asset_class: row?.asset_class ?? one.asset_class,
      };
    }),
    is_estimated: figures.is_estimated,
    is_converted: figures.is_converted,
    movements: figures.movements,
    covered:
      covered === null
        ? null
        : {
            daily: plainFigures(COVERED_FIGURES, covered.daily),
            excluded: covered.excluded.map((one) => ({ ...one, portfolio: named(one.portfolio) })),
          },
    recorded_symbols: [
      ...new Set(
        books.recorded
          .filter(({ portfolio }) => scope.id === null || portfolio === scope.id)
          .map(({ symbol }) => symbol),
      ),
    ],
    recorded: figures.recorded.map(({ from, to }) => ({ from: dayText(from), to: dayText(to) })),
    reasons: [
      ...figures.reasons.filter(isNotDeclined(books)).map((one) => ({
        ...one,
        portfolio: one.portfolio === null ? null : named(one.portfolio),
      })),
      ...incomplete(books, scope, named),
    ],
  };
}

/** Series with the same figures are one list: most people have no currency effect, no cash and no gaps. */
function plainFigures<N extends string>(
  names: readonly N[],
  figures: Record<N, Float64Array>,
): Record<N, PlainSeries> {
  const made: [Float64Array, PlainSeries][] = [];
  return Object.fromEntries(
    names.map((name) => {
      const own = figures[name];
      const known = made.find(([other]) => firstDifference(other, own, own.length) >= own.length);
      const list = known?.[1] ?? plain(own);
      if (known === undefined) made.push([own, list]);
      return [name, list];
    }),
  ) as Record<N, PlainSeries>;
}

/** Number of different figures in the series of a view. */
export function figuresIn({ days, daily, covered, movements }: PortfolioValues): number {
  const series = new Set([...Object.values(daily), ...Object.values(covered?.daily ?? {})]);
  return days.length * (series.size + 1) + movements.day.length * MOVEMENT_COLUMNS.length;
}

/** Actions that the person declined for a position are not reported again. */
function isNotDeclined({ declined }: Books): (one: ValueReason) => boolean {
  const known = new Set(
    declined.map(({ portfolio_id, symbol, ex_date }) => `${portfolio_id}\0${symbol}\0${ex_date}`),
  );
  return ({ code, portfolio, symbol, from }) =>
    code !== 'SPLIT_NOT_IN_LEDGER' || !known.has(`${portfolio ?? ''}\0${symbol ?? ''}\0${from ?? ''}`);
}

/** Holdings that the ledger does not explain. Their units are recorded ones. */
function incomplete({ holdings }: Books, scope: ScopeName, named: (id: string) => string): ValueReason[] {
  return holdings
    .filter((one) => one.has_other_quantity && (scope.id === null || one.portfolio_id === scope.id))
    .map(({ portfolio_id, symbol }) => ({
      code: 'LEDGER_INCOMPLETE',
      portfolio: named(portfolio_id),
      symbol,
      from: null,
      to: null,
      days: 0,
      reason: `The transactions of ${symbol} do not add up to the holding, so past values count its units as they were recorded. Import the missing ones, or add an opening position under Data quality.`,
    }));
}

/** A list of exactly this length; one that grows takes half as much again, and ten times as long. */
function plain(figures: Float64Array): PlainSeries {
  const list: PlainSeries = [];
  list.length = figures.length;
  for (let at = 0; at < figures.length; at += 1) {
    const figure = figures[at] ?? Number.NaN;
    list[at] = Number.isNaN(figure) ? null : figure;
  }
  return list;
}
