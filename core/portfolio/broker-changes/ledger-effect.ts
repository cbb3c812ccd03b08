import { Decimal } from '../../platform/index.ts';
import { compareText, createLedger, type LedgerPosition, type LedgerTransaction } from '../ledger/index.ts';
import { type GainOfTerm, gainsOf, type TaxEffect, taxEffects } from './tax-effect.ts';
import { type AppliedAction, deriveRows } from '../positions/index.ts';

/** What a ledger says of one symbol. */
interface Standing {
  quantity: Decimal;
  /** Of what is held, fees included; null where some of it is not known. */
  cost: Decimal | null;
  /** Null where nothing is held, or the cost of some of it is not known. */
  average_cost: Decimal | null;
  /** Of everything sold, after fees, against the oldest lots; null where some of it is not known. */
  realised: Decimal | null;
  gains: readonly GainOfTerm[];
}

/** A symbol that another version of a trade would change. */
export interface LedgerEffect {
  symbol: string;
  currency: string;
  before: Standing;
  after: Standing;
  /** Gains of a financial year and term that would differ. */
  tax: TaxEffect[];
}

const NOTHING: Standing = {
  quantity: new Decimal(0),
  cost: new Decimal(0),
  average_cost: null,
  realised: new Decimal(0),
  gains: [],
};

/**
 * What another version of a ledger comes to, symbol by symbol, with all that follows from corporate actions; symbols that stay
 * as they are are not named. Pure: both versions are replayed.
 * @param rows recorded rows of all symbols that hang together, as they are and as they would be.
 */
export function effectOf(
  { before, after }: { before: readonly LedgerTransaction[]; after: readonly LedgerTransaction[] },
  actions: readonly AppliedAction[],
): LedgerEffect[] {
  const [was, would] = [replayed(before, actions), replayed(after, actions)];
  const symbols = [...new Set([...was, ...would].map(({ symbol }) => symbol))];
  return symbols.sort().flatMap((symbol): LedgerEffect[] => {
    const [old, fresh] = [was, would].map((all) => all.find((one) => one.symbol === symbol));
    const [one, other] = [standingOf(old), standingOf(fresh)];
    const currency = (fresh ?? old)?.currency ?? '';
    const tax = taxEffects(one.gains, other.gains);
    return isSame(one, other) && tax.length === 0
      ? []
      : [{ symbol, currency, before: one, after: other, tax }];
  });
}

/** Longer than any stored id, and so behind it. */
const DERIVED_IDS = 10n ** 24n;

/** Positions by recorded rows and what follows from corporate actions, at the end of a day or of all days. */
export function replayed(
  rows: readonly LedgerTransaction[],
  actions: readonly AppliedAction[],
  until?: string,
): LedgerPosition[] {
  const derived = deriveRows(rows, actions).rows.map((row, at) => ({
    ...row,
    id: String(DERIVED_IDS + BigInt(at)),
  }));
  const ledger = createLedger();
  for (const row of [...rows, ...derived].sort((a, b) => compareText(a.date, b.date)))
    if (until === undefined || row.date <= until) ledger.apply(row);
  return ledger.result().positions;
}

function standingOf(position: LedgerPosition | undefined): Standing {
  if (position === undefined) return NOTHING;
  const { quantity, cost_basis, average_cost, realised_fifo } = position;
  return {
    quantity,
    cost: position.unknown_cost_quantity.isZero() ? cost_basis : null,
    average_cost,
    realised: position.unknown_cost_sold.isZero() ? realised_fifo : null,
    gains: gainsOf(position),
  };
}

const isSame = (one: Standing, other: Standing): boolean =>
  one.quantity.eq(other.quantity) &&
  isSameFigure(one.cost, other.cost) &&
  isSameFigure(one.realised, other.realised);

const isSameFigure = (one: Decimal | null, other: Decimal | null): boolean =>
  one === null || other === null ? one === other : one.eq(other);
