import { instalments, type SipTerms } from '../../goals/index.ts';
import { type Decimal, dayBefore } from '../../platform/index.ts';
import type { BondPaymentDue } from './bond-payments.ts';
import type { IncomeDay } from '../../income/index.ts';
import { UPCOMING_TYPES, type UpcomingRow, type UpcomingSource } from './view.ts';

export interface PlannedSip {
  id: string;
  name: string;
  symbol: string | null;
  portfolio: string | null;
  currency: string;
  terms: SipTerms;
}

export interface DatedGoal {
  id: string;
  name: string;
  currency: string;
  target_date: string;
  /** In the money of today. */
  target: Decimal;
}

interface UpcomingFacts {
  income: readonly IncomeDay[];
  bonds: readonly BondPaymentDue[];
  sips: readonly PlannedSip[];
  goals: readonly DatedGoal[];
}

/** Where two tell of one thing, the earlier of these has it. */
const PRECEDENCE: readonly UpcomingSource[] = ['INCOME', 'BOND', 'SIP', 'GOAL'];

/**
 * The calendar of a span: income, instalments and goals by date, each source, date and type once (spec: Report rules 12).
 * Facts outside the span are excluded.
 */
export function upcoming(
  facts: UpcomingFacts,
  span: { from: string; to: string },
  today: string,
): UpcomingRow[] {
  const isAhead = (date: string) => (date >= today ? 'DUE' : 'PASSED');
  const rows: UpcomingRow[] = [
    ...facts.income.map(incomeRow),
    ...facts.bonds.map(bondRow),
    ...facts.sips.flatMap((plan) =>
      instalments(plan.terms, dayBefore(span.from), span.to).map(
        ({ date, amount, is_step_up }): UpcomingRow => ({
          date,
          type: 'SIP',
          source: 'SIP',
          source_reference: `sip:${plan.id}`,
          id: plan.id,
          symbol: plan.symbol,
          name: plan.name,
          portfolio: plan.portfolio,
          amount: amount.toNumber(),
          currency: plan.currency,
          confidence: 'PLANNED',
          status: isAhead(date),
          note: is_step_up ? `Steps up by ${plan.terms.step_up_pct}%. Change the mandate in time.` : null,
        }),
      ),
    ),
    ...facts.goals.map(({ id, name, currency, target_date, target }): UpcomingRow => ({
      date: target_date,
      type: 'GOAL',
      source: 'GOAL',
      source_reference: `goal:${id}`,
      id,
      symbol: null,
      name,
      portfolio: null,
      amount: target.toNumber(),
      currency,
      confidence: 'PLANNED',
      status: isAhead(target_date),
      note: 'Target date of the goal. The amount is in today’s money.',
    })),
  ];
  return onceEach(rows.filter(({ date }) => date >= span.from && date <= span.to)).sort(inOrder);
}

function incomeRow(event: IncomeDay): UpcomingRow {
  return {
    date: event.day,
    type: event.kind,
    source: 'INCOME',
    source_reference: event.source_reference,
    id: event.id,
    symbol: event.symbol,
    name: event.name ?? event.symbol,
    portfolio: event.portfolio,
    amount: event.amount?.toNumber() ?? null,
    currency: event.currency,
    confidence: event.confidence,
    status: event.status,
    note: event.note,
  };
}

/** Under the name that the coupon's event has once it is on record. */
function bondRow(bond: BondPaymentDue): UpcomingRow {
  const { type, date, portfolio_id, symbol } = bond;
  return {
    date,
    type,
    source: 'BOND',
    source_reference: `${type.toLowerCase()}:${portfolio_id}:${symbol}:${date}`,
    id: null,
    symbol,
    name: bond.name ?? symbol,
    portfolio: bond.portfolio,
    amount: bond.amount.toNumber(),
    currency: bond.currency,
    confidence: 'INFERRED',
    status: 'FORECAST',
    note: bond.note,
  };
}

function onceEach(rows: readonly UpcomingRow[]): UpcomingRow[] {
  const found = new Map<string, UpcomingRow>();
  for (const row of rows) {
    const key = `${row.source_reference}\n${row.date}\n${row.type}`;
    const known = found.get(key);
    if (known === undefined || PRECEDENCE.indexOf(row.source) < PRECEDENCE.indexOf(known.source))
      found.set(key, row);
  }
  return [...found.values()];
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function inOrder(a: UpcomingRow, b: UpcomingRow): number {
  return (
    compare(a.date, b.date) ||
    UPCOMING_TYPES.indexOf(a.type) - UPCOMING_TYPES.indexOf(b.type) ||
    compare(a.name, b.name) ||
    compare(a.source_reference, b.source_reference)
  );
}
