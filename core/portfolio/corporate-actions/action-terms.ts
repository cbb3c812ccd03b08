import { type Decimal, decimal } from '../../platform/index.ts';
import type { LedgerActionKind, LedgerActionModel } from '../models.ts';
import type { LedgerActionView } from './view.ts';

/** A corporate action of a symbol of a portfolio, with all that decides what it does. Numbers are exact text. */
export interface ActionTerms {
  portfolio_id: string;
  /** As it was called before the action. */
  symbol: string;
  kind: LedgerActionKind;
  /** YYYY-MM-DD. */
  ex_date: string;
  new_shares: string | null;
  old_shares: string | null;
  into_symbol: string | null;
  into_isin: string | null;
  cost_pct: string | null;
  fraction_price: string | null;
  /** Who says so: NSE, BSE, YAHOO, FILE, MANUAL, COMPANY, REGISTER, REGISTER_TOTAL, CLOSES. */
  source: string;
}

/** An action with the position on which it acts, as that is called today. */
export type PositionTerms = ActionTerms & { position: string };

export const isRatioKind = (kind: LedgerActionKind): boolean =>
  kind === 'SPLIT' || kind === 'BONUS' || kind === 'CONSOLIDATION';

/** In the place of the share that a merger or demerger brought, where it was declined before anybody said which. */
export const UNDISCLOSED = 'UNKNOWN';

export type LedgerActionRow = LedgerActionModel & { portfolio: string; rows: number };

export function toLedgerActionView(row: LedgerActionRow): LedgerActionView {
  const { id, portfolio, symbol, kind, ex_date, source, status, decided_by, rows } = row;
  const isUndisclosed =
    row.into_symbol === UNDISCLOSED ||
    (row.new_shares !== null &&
      row.old_shares !== null &&
      row.new_shares.eq(row.old_shares) &&
      row.into_symbol === null);
  const terms = isUndisclosed
    ? { kind, new_shares: null, old_shares: null, into_symbol: null }
    : {
        kind,
        new_shares: numberOf(row.new_shares),
        old_shares: numberOf(row.old_shares),
        into_symbol: row.into_symbol,
      };
  return {
    id,
    portfolio_id: row.portfolio_id,
    portfolio,
    symbol,
    ex_date,
    ...terms,
    into_isin: row.into_isin,
    cost_pct: numberOf(row.cost_pct),
    fraction_price: numberOf(row.fraction_price),
    source,
    status,
    decided_at: row.decided_at.toISOString(),
    decided_by,
    rows,
    title: actionWords(terms),
  };
}

const numberOf = (value: Decimal | null): number | null => value?.toNumber() ?? null;

/** One action in a person's words: "5 for 1 split", "1:1 bonus", "merged into HDFCBANK, 42 for 25"; "merger" without terms. */
export function actionWords(terms: {
  kind: LedgerActionKind;
  new_shares: string | number | null;
  old_shares: string | number | null;
  into_symbol: string | null;
}): string {
  const [to, from] = smallestTerms(terms.new_shares, terms.old_shares);
  const into = terms.into_symbol ?? '';
  if (terms.new_shares === null && terms.kind !== 'RENAME') return terms.kind.toLowerCase();
  switch (terms.kind) {
    case 'SPLIT':
      return `${to} for ${from} split`;
    case 'CONSOLIDATION':
      return `${to} for ${from} consolidation`;
    case 'BONUS':
      return `${to - from}:${from} bonus`;
    case 'RENAME':
      return `renamed to ${into}`;
    case 'MERGER':
      return `merged into ${into}, ${to} for ${from}`;
    case 'DEMERGER':
      return `demerger of ${into}, ${to} for ${from}`;
  }
}

/** A ratio in its smallest whole numbers: a face value from 10 to 2 is 5 for 1. */
export function smallestTerms(
  newShares: string | number | null,
  oldShares: string | number | null,
): [newShares: number, oldShares: number] {
  const [to, from] = [decimal(newShares ?? 1), decimal(oldShares ?? 1)];
  const scale = 10 ** Math.max(to.decimalPlaces(), from.decimalPlaces());
  const [a, b] = [to.times(scale).toNumber(), from.times(scale).toNumber()];
  const divisor = greatestDivisor(a, b);
  return [a / divisor, b / divisor];
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
