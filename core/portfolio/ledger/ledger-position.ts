import { type DisposalKind, matchedLots, shareOut, type UnmatchedKind } from '../../finance/lots/index.ts';
import {
  type Amount,
  amountToDecimal,
  FIXED_ONE,
  type Fixed,
  fixedToDecimal,
} from '../../platform/fixed-point.ts';
import { flowText } from './flow-text.ts';
import { isLotChange } from './lot-chain.ts';
import type { LedgerTransaction } from './transaction.ts';
import type { LedgerDisposal, LedgerLot, LedgerUnmatched } from './ledger-lots.ts';
import type { PositionState } from './position.ts';
import { type Decimal } from '../../platform/index.ts';

/** Units bought together that are still held. */
interface Lot {
  /** The day from which they count as held: through a merger, that of the original purchase. */
  date: string;
  transaction_id: string | null;
  quantity: Decimal;
  /** Per unit, the share of the fee included; rounded to 10 decimals, `cost` is exact. Null where nobody knows it. */
  unit_cost: Decimal | null;
  cost: Decimal | null;
  /** Units of unknown cost that were there before the records begin: held on `date`, and nobody knows since when. */
  is_opening: boolean;
}

/** A part of a sale and the lot it came from. */
interface LotMatch {
  lot_date: string;
  lot_transaction_id: string | null;
  /** Bought and sold on one day, and matched before older lots. */
  is_intraday: boolean;
  quantity: Decimal;
  cost: Decimal;
  /** Share of the sale's proceeds after fee. */
  proceeds: Decimal;
  gain: Decimal;
}

/** A sale, or the cancellation of a sale or purchase (a row with a negative quantity). */
interface Disposal {
  kind: DisposalKind;
  transaction_id: string | null;
  date: string;
  /** Units that the ledger could account for; negative where a sale was cancelled. */
  quantity: Decimal;
  /** Received after the fee. */
  proceeds: Decimal;
  fee: Decimal;
  average_cost: Decimal;
  average_gain: Decimal;
  fifo_cost: Decimal;
  fifo_gain: Decimal;
  matches: LotMatch[];
}

/** Units of a row for which no purchase (for a cancelled sale: no sale), or no cost, is known. */
interface Unmatched {
  kind: UnmatchedKind;
  transaction_id: string | null;
  date: string;
  quantity: Decimal;
  /** Its share of the row's amount after fee: in no total and no cash flow. */
  proceeds: Decimal;
  /** The lots of unknown cost that it took, with their shares of proceeds and fee; none where there were no units. */
  parts: UnmatchedLot[];
}

/** Units of unknown cost that a sale took out of a lot. */
interface UnmatchedLot {
  lot_date: string;
  lot_transaction_id: string | null;
  /** The lot is an opening position: its units were there on `lot_date`, and nobody knows since when. */
  is_opening: boolean;
  quantity: Decimal;
  proceeds: Decimal;
  fee: Decimal;
}

/** Money that moved on a day: negative when the investor paid, positive when the investor received. */
interface CashFlow {
  date: string;
  amount: Decimal;
}

/**
 * What the ledger knows of one symbol in one portfolio, in the currency of its rows. Figures become decimals when
 * read, so a caller pays only for what it looks at.
 */
export class LedgerPosition {
  readonly #state: PositionState;

  constructor(state: PositionState) {
    this.#state = state;
  }

  get portfolio(): string {
    return this.#state.portfolio;
  }
  get symbol(): string {
    return this.#state.symbol;
  }
  get currency(): string {
    return this.#state.currency;
  }
  /** The last one that a row carried. */
  get isin(): string | null {
    return this.#state.isin;
  }
  /** The last one that a row carried. */
  get asset_class(): string | null {
    return this.#state.assetClass;
  }
  get first_date(): string {
    return this.#state.rows[0]?.date ?? '';
  }
  get last_date(): string {
    return this.#state.rows.at(-1)?.date ?? '';
  }
  /** Price of one unit, in units of today, in the last trade; null without one. */
  get last_trade(): { date: string; price: Decimal } | null {
    const { lastTrade } = this.#state;
    return lastTrade === null ? null : { date: lastTrade.date, price: fixedToDecimal(lastTrade.price) };
  }
  /** Rows replayed into this position. */
  get transactions(): number {
    return this.#state.rows.length;
  }

  /** Units held, never negative. */
  get quantity(): Decimal {
    return fixedToDecimal(this.#state.quantity);
  }
  /** Moving-average cost of what is held, fees included. */
  get cost_basis(): Decimal {
    return amountToDecimal(this.#state.cost);
  }
  /** Cost per unit to 10 decimals; null when nothing is held, or the cost of some of it is not known. */
  get average_cost(): Decimal | null {
    const { quantity, unknownCost, cost } = this.#state;
    return quantity === 0n || unknownCost > 0n ? null : perUnit(cost, quantity);
  }
  /** Units held whose cost nobody knows; the cost basis is that of the others. */
  get unknown_cost_quantity(): Decimal {
    return fixedToDecimal(this.#state.unknownCost);
  }
  /** Units that left, and whose gain is unknown for lack of a cost or a price; their proceeds are in no total. */
  get unknown_cost_sold(): Decimal {
    return this.#unmatchedUnits('NO_COST').plus(this.#unmatchedUnits('NO_PRICE'));
  }
  /** Cost of the open FIFO lots, fees included. */
  get fifo_cost_basis(): Decimal {
    return amountToDecimal(this.#state.fifoCost);
  }
  /** Gain of everything sold, after fees, against the moving average. */
  get realised_average(): Decimal {
    return amountToDecimal(this.#state.realisedAverage);
  }
  /** Gain of everything sold, after fees, against the oldest lots. */
  get realised_fifo(): Decimal {
    return amountToDecimal(this.#state.realisedFifo);
  }
  /** Paid for purchases, fees left out. */
  get purchases(): Decimal {
    return amountToDecimal(this.#state.totals.purchases);
  }
  /** Received for the sales that could be matched, before fees. */
  get sales(): Decimal {
    return amountToDecimal(this.#state.totals.sales);
  }
  /** Charges of purchases and matched sales. */
  get fees(): Decimal {
    return amountToDecimal(this.#state.feeTotals.fees);
  }
  /** Received after the tax withheld. */
  get dividends(): Decimal {
    return amountToDecimal(this.#state.totals.dividends - this.#state.feeTotals.tax_withheld);
  }
  get tax_withheld(): Decimal {
    return amountToDecimal(this.#state.feeTotals.tax_withheld);
  }
  get cash_in(): Decimal {
    return amountToDecimal(this.#state.totals.cash_in);
  }
  get cash_out(): Decimal {
    return amountToDecimal(this.#state.totals.cash_out);
  }
  /** Units sold for which no purchase is known. */
  get unmatched_quantity(): Decimal {
    return this.#unmatchedUnits('NO_UNITS');
  }

  /** Rows that change what lots are without making others: splits, and demergers of a part. */
  get lot_changes(): readonly LedgerTransaction[] {
    return this.#state.rows.filter(isLotChange);
  }

  /** Open lots, oldest first. */
  lots(): Lot[] {
    return Array.from(this.#state.lots.open(), (lot) => ({
      date: lot.heldSince,
      transaction_id: lot.record.id,
      quantity: fixedToDecimal(lot.quantity),
      unit_cost: lot.isCostKnown ? perUnit(lot.cost, lot.quantity) : null,
      cost: lot.isCostKnown ? amountToDecimal(lot.cost) : null,
      is_opening: isOpening(lot),
    }));
  }

  /**
   * Sales and cancellations in the order of the replay; their gains add up to the realised gains.
   * @param span only those of these days, both included.
   */
  disposals(span?: { from: string; to: string }): Disposal[] {
    const { records } = this.#state.detailed().detail.disposals;
    const wanted =
      span === undefined
        ? records
        : records.filter(({ row }) => row.date >= span.from && row.date <= span.to);
    return wanted.map((record) => ({
      kind: record.kind,
      transaction_id: record.row.id,
      date: record.row.date,
      quantity: fixedToDecimal(record.quantity),
      proceeds: amountToDecimal(record.proceeds),
      fee: amountToDecimal(record.fee),
      average_cost: amountToDecimal(record.averageCost),
      average_gain: amountToDecimal(record.proceeds - record.averageCost),
      fifo_cost: amountToDecimal(record.fifoCost),
      fifo_gain: amountToDecimal(record.proceeds - record.fifoCost),
      matches: matchesOf(record),
    }));
  }

  unmatched(): Unmatched[] {
    return this.#state.unmatched.map((record) => ({
      kind: record.kind,
      transaction_id: record.row.id,
      date: record.row.date,
      quantity: fixedToDecimal(record.quantity),
      proceeds: amountToDecimal(record.proceeds),
      parts: unmatchedLots(record),
    }));
  }

  #unmatchedUnits(kind: UnmatchedKind): Decimal {
    let sum = 0n;
    for (const record of this.#state.unmatched) if (record.kind === kind) sum += record.quantity;
    return fixedToDecimal(sum);
  }

  /** One flow a day, oldest first; days that come out at nothing are left in. */
  cash_flows(): CashFlow[] {
    return this.#state.flows.map(({ date, amount }) => ({ date, amount: amountToDecimal(amount) }));
  }
  /** Cash flows as stored text, which `flowsOfText` reads. */
  get flow_text(): string {
    return flowText(this.#state.flows);
  }
}

/** How lots came whose purchase is on record. */
const BOUGHT: ReadonlySet<string> = new Set(['BOUGHT', 'BONUS']);

/** Through a merger or demerger too: their lots say how they came first. */
function isOpening({ record, isCostKnown }: LedgerLot): boolean {
  if (isCostKnown || !record.action_id) return !isCostKnown;
  const [first] = record.lot_chain ?? [];
  return first !== undefined && !BOUGHT.has(first.kind);
}

function unmatchedLots({ parts, proceeds, fee, quantity }: LedgerUnmatched): UnmatchedLot[] {
  const [received, charged] = [shareOut(proceeds, quantity, parts), shareOut(fee, quantity, parts)];
  return parts.map(({ lot, quantity: own }, at) => ({
    lot_date: lot.heldSince,
    lot_transaction_id: lot.record.id,
    is_opening: isOpening(lot),
    quantity: fixedToDecimal(own),
    proceeds: amountToDecimal(received[at] ?? 0n),
    fee: amountToDecimal(charged[at] ?? 0n),
  }));
}

function matchesOf(record: LedgerDisposal): LotMatch[] {
  return matchedLots(record).map(({ lot, quantity, cost, proceeds, gain, isIntraday }) => ({
    lot_date: lot.heldSince,
    lot_transaction_id: lot.record.id,
    is_intraday: isIntraday,
    quantity: fixedToDecimal(quantity),
    cost: amountToDecimal(cost),
    proceeds: amountToDecimal(proceeds),
    gain: amountToDecimal(gain),
  }));
}

function perUnit(cost: Amount, quantity: Fixed): Decimal {
  // Amount over Fixed leaves 10 decimals; ten more keep the rounding to the stored scale honest.
  return amountToDecimal((cost * FIXED_ONE) / quantity).toDecimalPlaces(10);
}
