import { bareSymbol, type Instrument, type Resolver } from '../../market/instruments/index.ts';
import { addMonths, type Context, istDate, notFound } from '../../platform/index.ts';
import {
  actionWords,
  type LedgerGaps,
  markedHolding,
  type PortfolioArea,
  type ReadUndecided,
  type SymbolFacts,
  type UndecidedAction,
} from '../../portfolio/index.ts';
import { type Figure, knownFigure, unknown } from '../../finance/figures/index.ts';
import type { Cached, CachedReport } from '../cached.ts';
import type { DiversificationView } from '../diversification/index.ts';
import { corporateActionRegister, fateInWords } from '../../market/register/index.ts';
import { gapWarnings } from '../ledger-gaps.ts';
import type { UpcomingQuery, UpcomingRow, UpcomingView } from '../upcoming/index.ts';
import type { ReportQuery } from '../report-query.ts';
import type { ReportWarning } from '../warning.ts';
import { actionsOf, holdingReport } from './holding-report.ts';
import { openLots } from './lots.ts';
import { splitsOfLedgerAlone, thinned, tradeMarks, unitRatio, unitsSince } from './price-series.ts';
import {
  readSymbolPrices,
  type SymbolPrices,
  type SymbolPricesParts,
  waitingSplits,
} from './symbol-prices.ts';
import type { HoldingReport, HoldingReportQuery } from './view.ts';

/** Transactions that one answer holds; there are more at the list of transactions. */
const MOST_TRANSACTIONS = 200;

/** More closes than a chart is wide show nothing more. */
const MOST_CLOSES = 1000;

/** How far ahead a payment is looked for. */
const AHEAD_MONTHS = 12;

/** Services that the report uses. */
interface HoldingReportParts extends SymbolPricesParts {
  portfolio: Pick<PortfolioArea, 'symbolFacts' | 'transactions' | 'actions' | 'gaps'>;
  diversification: CachedReport<ReportQuery, DiversificationView>;
  calendar: CachedReport<UpcomingQuery, UpcomingView>;
  readUndecided: ReadUndecided;
}

/** One symbol in one portfolio, or in all of them: the figures of the other reports, put together. */
export function createHoldingReport(
  context: Pick<Context, 'clock' | 'database'>,
  { portfolio, history, instruments, diversification, calendar, readUndecided }: HoldingReportParts,
  cached: Cached,
) {
  /** The holdings and transactions of a symbol; null without any. */
  async function inBooks(userId: string, query: HoldingReportQuery) {
    const { portfolio: name, symbol } = query;
    const [facts, transactions] = await Promise.all([
      portfolio.symbolFacts.read(userId, query),
      portfolio.transactions.list(userId, {
        symbol,
        ...(name ? { portfolio: name } : {}),
        page_size: MOST_TRANSACTIONS,
      }),
    ]);
    return facts.holdings.length === 0 && transactions.total === 0 ? null : { facts, transactions };
  }

  /** The same under the symbol of today, where one from before a change was typed. */
  async function underNewSymbol(
    userId: string,
    query: HoldingReportQuery,
    resolver: Resolver,
    today: string,
  ) {
    const typed = query.symbol.trim().toUpperCase();
    const registered = resolver.resolve({ symbol: bareSymbol(typed), on: today });
    const symbol =
      (await portfolio.symbolFacts.renamed(userId, typed)) ??
      (registered.outcome === 'FOUND' ? registered.instrument.symbol : null);
    return symbol === null ? null : await inBooks(userId, { ...query, symbol });
  }

  /**
   * A symbol from before a change leads to the one of today, which the answer names.
   * @throws 404 HOLDING_NOT_FOUND for what was never held, 404 PORTFOLIO_NOT_FOUND.
   */
  async function compute(userId: string, query: HoldingReportQuery): Promise<HoldingReport> {
    const today = istDate(context.clock.now());
    const { portfolio: name, symbol: typed } = query;
    const resolver = await instruments.resolver();
    const found = (await inBooks(userId, query)) ?? (await underNewSymbol(userId, query, resolver, today));
    if (found === null) throw notFound('HOLDING');
    const { facts, transactions } = found;
    const symbol = facts.holdings[0]?.symbol ?? transactions.items[0]?.symbol ?? typed;
    const instrument = instrumentOf(facts, symbol, resolver, today);
    const [weight, expected, decided, gaps, undecided, market] = await Promise.all([
      diversification.read(userId, { portfolio: name ?? undefined }).then((view) => weightOf(view, symbol)),
      calendar.read(userId, { from: today, to: addMonths(today, AHEAD_MONTHS) }),
      portfolio.actions.list(userId),
      portfolio.gaps.read(userId, name ?? null),
      readUndecided(userId),
      readMarket(userId, facts, symbol, today),
    ]);
    const fate = instrument === null || instrument.delisted_on !== null ? await fateOf(facts, symbol) : null;
    const names = new Set([
      symbol,
      ...transactions.items.map((row) => row.symbol),
      ...transactions.items.flatMap(({ recorded_symbol }) => recorded_symbol ?? []),
    ]);
    const isWanted = (one: { portfolio: string | null }) =>
      facts.scope.id === null || one.portfolio === facts.scope.name;
    return holdingReport({
      facts: { ...facts, holdings: facts.holdings.map((one) => markedHolding(one, undecided)) },
      today,
      instrument,
      weight,
      lots: openLots(facts, resolver, today),
      expected: expected.items.filter((row) => isPayment(row) && row.symbol === symbol && isWanted(row)),
      actions: actionsOf(decided.filter(isWanted), market.actions, names, symbol),
      prices: market.prices,
      transactions,
      warnings: [
        ...(fate === null ? [] : [{ code: 'DELISTED', message: fateInWords(fate), count: 1 }]),
        ...warningsOf(
          facts,
          gaps,
          undecided.filter((one) => names.has(one.symbol) && isWanted(one)),
          names,
        ),
      ],
    });
  }

  async function readMarket(userId: string, facts: SymbolFacts, symbol: string, today: string) {
    const first = facts.ledgers.map(({ position }) => position.first_date).toSorted()[0] ?? null;
    if (first === null)
      return {
        prices: {
          closes: [],
          trades: [],
          average_cost: null,
          reason: 'No transactions are recorded, so the chart has no beginning.',
        },
        actions: [],
      };
    const [priced, undecided] = await Promise.all([
      readSymbolPrices(context, { history, instruments }, userId, [symbol], { from: first, to: today }),
      readUndecided(userId),
    ]);
    const held = new Set(facts.holdings.map(({ id }) => id));
    const rows = priced.holdings.filter(({ id }) => held.has(id));
    const any = { portfolio_id: facts.scope.id ?? '', symbol, currency: facts.currency };
    const [series, ...others] = new Set((rows.length > 0 ? rows : [any]).map((row) => priced.of(row)));
    const counted = (series?.actions ?? []).filter(({ ex_date }) => ex_date <= today);
    const known = counted.map(unitRatio);
    const waiting = waitingSplits(undecided, symbol, today);
    const ratios = [...known, ...splitsOfLedgerAlone([...facts.ledgers, ...waiting], known)];
    const points = (others.length > 0 ? [] : (series?.prices ?? [])).map(({ day: date, value }) => ({
      date,
      close: value / unitsSince(date, ratios),
    }));
    return {
      prices: {
        closes: thinned(points, MOST_CLOSES),
        trades: tradeMarks(facts.ledgers, ratios),
        average_cost: null,
        reason: points.length > 0 ? null : withoutPrices(series, others.length > 0),
      },
      actions: counted
        .filter(({ ex_date }) => ex_date >= first)
        .map(({ ex_date, kind, new_shares, old_shares, source }) => ({
          date: ex_date,
          title: actionWords({ kind: kind as 'SPLIT', new_shares, old_shares, into_symbol: null }),
          source,
        })),
    };
  }

  return cached('holding', compute);
}

/** Why a chart has no prices. */
function withoutPrices(series: SymbolPrices | undefined, isOfEach: boolean): string {
  if (isOfEach) return 'Its portfolios have prices of their own. Choose one of them.';
  return series?.instrument_id
    ? 'No daily closes are stored since the first transaction.'
    : 'The instrument registry does not know it, so no daily closes are stored.';
}

/** The end of a share that NSE no longer lists. Trades after its last day are of another share. */
async function fateOf({ currency, holdings, ledgers }: SymbolFacts, symbol: string) {
  if (currency !== 'INR') return null;
  const isins = [...holdings.map(({ isin }) => isin), ...ledgers.map(({ position }) => position.isin)];
  return (await corporateActionRegister()).fateOf({
    symbols: [bareSymbol(symbol)],
    isins: [...new Set(isins.filter((isin) => isin !== null))],
    until:
      ledgers
        .map(({ position }) => position.last_date)
        .toSorted()
        .at(-1) ?? null,
  });
}

/** The instrument of the symbol in the registry, in the currency of the ledger. */
function instrumentOf(
  { currency, holdings, ledgers }: SymbolFacts,
  symbol: string,
  resolver: Resolver,
  today: string,
): Instrument | null {
  const isin =
    holdings.find((one) => one.isin !== null)?.isin ??
    ledgers.find(({ position }) => position.isin !== null)?.position.isin ??
    null;
  const last = ledgers
    .map(({ position }) => position.last_date)
    .toSorted()
    .at(-1);
  for (const on of last === undefined ? [today] : [today, last]) {
    const found = resolver.resolve({ symbol: bareSymbol(symbol), isin, on });
    if (found.outcome === 'FOUND') return found.instrument.currency === currency ? found.instrument : null;
  }
  return null;
}

function weightOf({ holdings, reasons }: DiversificationView, symbol: string): Figure {
  const found = holdings.find((one) => one.symbol === symbol);
  if (found === undefined) return unknown('It is not held now.');
  return found.share_pct === null
    ? unknown(found.reason ?? reasons.total_value ?? 'It has no value.')
    : knownFigure(found.share_pct);
}

/** Income that has not been paid yet. */
function isPayment({ type, status }: UpcomingRow): boolean {
  return (type === 'DIVIDEND' || type === 'DISTRIBUTION' || type === 'COUPON') && status !== 'PAID';
}

/** Warnings about parts that the figures exclude. */
function warningsOf(
  facts: SymbolFacts,
  gaps: LedgerGaps,
  undecided: readonly UndecidedAction[],
  names: ReadonlySet<string>,
): ReportWarning[] {
  const found = gapWarnings(
    {
      unmatched: gaps.unmatched.filter((one) => names.has(one)),
      left_out: gaps.left_out.filter((one) => names.has(one.symbol)),
    },
    undecided,
  );
  const costless = facts.ledgers.filter(({ position }) => !position.unknown_cost_sold.isZero());
  if (costless.length > 0)
    found.push({
      code: 'COST_UNKNOWN',
      message:
        'Some units that left have no known cost or price, so the realised gain excludes them. Record the cost under Data quality, Opening positions, or the sale under Transactions.',
      count: costless.length,
    });
  return found;
}
