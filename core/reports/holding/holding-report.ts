import { exactSum, type Figure, knownFigure, shownFigures, unknown } from '../../finance/figures/index.ts';
import { hiddenXirr } from '../../finance/returns/index.ts';
import type { Instrument } from '../../market/instruments/index.ts';
import { daysBetween } from '../../platform/index.ts';
import type { LedgerActionView, SymbolFacts, TransactionView } from '../../portfolio/index.ts';
import type { ReportWarning } from '../warning.ts';
import type { UpcomingRow } from '../upcoming/index.ts';
import { costMethods, earned, NO_TRANSACTIONS } from './earned.ts';
import { heldSince } from './lots.ts';
import type { HoldingAction, HoldingFigure, HoldingReport, OpenLot } from './view.ts';

/** Everything the report is made of. */
interface HoldingParts {
  facts: SymbolFacts;
  /** In India. */
  today: string;
  /** What the registry says of it; null where it does not know it. */
  instrument: Instrument | null;
  weight: Figure;
  lots: OpenLot[];
  /** What is expected of it, by date. */
  expected: readonly UpcomingRow[];
  actions: HoldingAction[];
  prices: HoldingReport['prices'];
  transactions: { items: TransactionView[]; total: number };
  warnings: ReportWarning[];
}

const NOT_HELD = 'It is not held now.';

/** The report of one symbol; pure. */
export function holdingReport(parts: HoldingParts): HoldingReport {
  const { facts, instrument, lots, actions, prices, transactions } = parts;
  const { holdings, ledgers, total, snapshot } = facts;
  const [first] = holdings;
  const [row] = transactions.items;
  const isHeld = holdings.some(({ quantity }) => quantity !== 0);
  const quantity = exactSum(holdings.map((one) => one.quantity));
  const since = isHeld ? heldSince(facts) : { date: null, reason: NOT_HELD };
  const newest = holdings
    .filter(({ current_price }) => current_price !== null)
    .reduce<(typeof holdings)[number] | null>(
      (latest, one) => (latest === null || (one.priced_at ?? '') > (latest.priced_at ?? '') ? one : latest),
      null,
    );
  const ofTotal = (value: number | null, reason: string | undefined): Figure =>
    !isHeld ? unknown(NOT_HELD) : value === null ? unknown(reason ?? 'It is not known.') : knownFigure(value);
  const averages = new Set(holdings.map((one) => one.avg_buy_price));
  const average =
    averages.size === 1
      ? (first?.avg_buy_price ?? null)
      : total.total_invested === null
        ? null
        : total.total_invested / quantity;
  const hidden =
    snapshot.xirr === null ? null : hiddenXirr(snapshot.xirr, daysOfFlows(facts, isHeld, parts.today));
  const { values, reasons } = shownFigures<
    Exclude<HoldingFigure, 'holding_since' | 'next_payment' | 'prices'>
  >({
    average_cost: ofTotal(average, first?.cost_reason ?? total.reasons.total_invested),
    invested: ofTotal(total.total_invested, total.reasons.total_invested),
    price: ofTotal(newest?.current_price ?? null, total.reasons.current_value),
    value: ofTotal(total.current_value, total.reasons.current_value),
    weight_pct: isHeld ? parts.weight : unknown(NOT_HELD),
    day_change: ofTotal(total.day_change, total.reasons.day_change),
    unrealised_gain: ofTotal(total.total_profit, total.reasons.total_profit),
    unrealised_gain_pct: ofTotal(total.total_profit_pct, total.reasons.total_profit_pct),
    ...earned(facts),
    xirr_pct:
      snapshot.xirr === null
        ? unknown(snapshot.reasons.xirr ?? NO_TRANSACTIONS)
        : hidden === null
          ? knownFigure(snapshot.xirr)
          : unknown(hidden),
  });
  const next = nextPayment(parts.expected);
  const closed = isHeld ? null : lastExit(facts);
  const missing: HoldingReport['reasons'] = { ...reasons };
  // Several rates fit: one is shown, and the reason names the others.
  if (values.xirr_pct !== null && snapshot.reasons.xirr !== undefined)
    missing.xirr_pct = snapshot.reasons.xirr;
  if (since.reason !== null) missing.holding_since = since.reason;
  if (next === null) missing.next_payment = isHeld ? 'No payment is expected in the next year.' : NOT_HELD;
  if (prices.reason !== null) missing.prices = prices.reason;
  return {
    symbol: first?.symbol ?? ledgers[0]?.position.symbol ?? row?.symbol ?? '',
    name: firstKnown(holdings.map(({ name }) => name)) ?? instrument?.name ?? null,
    isin:
      firstKnown([...holdings.map(({ isin }) => isin), ...ledgers.map(({ position }) => position.isin)]) ??
      instrument?.isin ??
      null,
    sector: firstKnown(holdings.map(({ sector }) => sector)) ?? instrument?.sector ?? null,
    asset_class: classOf(parts),
    currency: facts.currency,
    portfolio: facts.scope.name,
    is_held: isHeld,
    holdings,
    settlements: facts.settlements,
    portfolios: [
      ...new Set([
        ...holdings.map((one) => one.portfolio),
        ...ledgers.map((one) => one.portfolio),
        ...transactions.items.map((one) => one.portfolio),
      ]),
    ].sort(),
    quantity,
    ...values,
    priced_at: newest?.priced_at ?? null,
    price_note: newest?.price_note ?? null,
    day_change_pct: isHeld ? total.day_change_pct : null,
    day_change_label: total.day_change_label,
    partial: partOfDay(isHeld ? total.partial : {}),
    cost_methods: costMethods(facts, quantity),
    xirr_alternatives_pct: values.xirr_pct === null ? [] : snapshot.xirr_alternatives,
    holding_since: since.date,
    closed_on: closed?.date ?? null,
    closed_by: closed?.type ?? null,
    lots,
    next_payment: next,
    actions,
    prices: { ...prices, average_cost: values.average_cost },
    transactions: transactions.items,
    transactions_count: transactions.total,
    warnings: parts.warnings,
    reasons: missing,
  };
}

const partOfDay = ({ day_change, day_change_pct }: HoldingParts['facts']['total']['partial']) => ({
  ...(day_change === undefined ? {} : { day_change }),
  ...(day_change_pct === undefined ? {} : { day_change_pct }),
});

/** Days from the first transaction to today, or to the last one where nothing is held any more. */
function daysOfFlows({ ledgers }: SymbolFacts, isHeld: boolean, today: string): number {
  const [first = today] = ledgers.map(({ position }) => position.first_date).toSorted();
  const last =
    ledgers
      .map(({ position }) => position.last_date)
      .toSorted()
      .at(-1) ?? today;
  return daysBetween(first, isHeld ? today : last);
}

const firstKnown = <T>(values: readonly (T | null)[]): T | null => values.find((one) => one !== null) ?? null;

function classOf({ facts, instrument, transactions }: HoldingParts): HoldingReport['asset_class'] {
  const own = firstKnown([
    ...facts.holdings.map((one) => one.asset_class),
    ...facts.ledgers.map(({ position }) => position.asset_class as HoldingReport['asset_class']),
    ...transactions.items.map((one) => one.asset_class),
  ]);
  if (own !== null) return own;
  return instrument === null || instrument.asset_class === 'Index' ? null : instrument.asset_class;
}

/** The row with which the last units left, in whichever portfolio that was later. */
function lastExit({ ledgers }: SymbolFacts) {
  return ledgers
    .flatMap(({ rows }) =>
      rows.filter(({ type }) => type === 'SELL' || type === 'TRANSFER_OUT' || type === 'FRACTION'),
    )
    .reduce<(typeof ledgers)[number]['rows'][number] | null>(
      (last, row) => (last === null || row.date >= last.date ? row : last),
      null,
    );
}

/** Payments of the next day that has any, of all portfolios together. */
function nextPayment(expected: readonly UpcomingRow[]): HoldingReport['next_payment'] {
  const [first] = expected;
  if (first === undefined) return null;
  if (first.type !== 'DIVIDEND' && first.type !== 'DISTRIBUTION' && first.type !== 'COUPON') return null;
  const same = expected.filter(
    (one) => one.date === first.date && one.type === first.type && one.currency === first.currency,
  );
  const amounts = same.flatMap(({ amount }) => amount ?? []);
  return {
    date: first.date,
    type: first.type,
    amount: amounts.length === same.length ? exactSum(amounts) : null,
    currency: first.currency,
    status: first.status,
    note: first.note,
  };
}

/** What was decided about a symbol, and what the exchange announced beside it, the newest first. */
export function actionsOf(
  decided: readonly LedgerActionView[],
  announced: readonly { date: string; title: string; source: string }[],
  names: ReadonlySet<string>,
  symbol: string,
): HoldingAction[] {
  const own = decided
    .filter((one) => names.has(one.symbol) || (one.into_symbol !== null && names.has(one.into_symbol)))
    .map((one): HoldingAction => ({
      portfolio: one.portfolio,
      symbol: one.symbol,
      ex_date: one.ex_date,
      title: one.title,
      source: one.source,
      status: one.status,
    }));
  const known = new Set(own.map(({ ex_date, title }) => `${ex_date} ${title}`));
  const others = announced
    .filter(({ date, title }) => !known.has(`${date} ${title}`))
    .map(({ date, title, source }): HoldingAction => ({
      portfolio: null,
      symbol,
      ex_date: date,
      title,
      source,
      status: 'ANNOUNCED',
    }));
  return [...own, ...others].sort((a, b) => (a.ex_date > b.ex_date ? -1 : Number(a.ex_date < b.ex_date)));
}
