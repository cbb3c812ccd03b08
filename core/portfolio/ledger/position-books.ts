import type { DisposalLog } from '../../finance/lots/disposals.ts';
import { LotQueue } from '../../finance/lots/lot-queue.ts';
import { type Amount, type Fixed, share } from '../../platform/fixed-point.ts';
import type { DayFlow } from './flow-text.ts';
import { type LastTrade, lastTradeAfter } from './last-trade.ts';
import {
  LEDGER_LOTS,
  type LedgerDisposal,
  type LedgerUnmatched,
  type TakenLedgerLot,
} from './ledger-lots.ts';
import type { ActivityEffect, AmountTotal, LedgerTransaction } from './transaction.ts';

/** Every disposal with its lots, for reports only. */
export interface PositionDetail {
  disposals: DisposalLog<LedgerTransaction>;
}

/** A row with its numbers read. */
export interface Trade {
  row: LedgerTransaction;
  effect: ActivityEffect;
  quantity: Fixed;
  price: Fixed;
  fee: Amount;
}

/**
 * What one position holds, has cost and has earned, and the entries that change it. Whichever rule makes an entry, the money
 * identity of `PositionState` holds after it.
 */
export class PositionBooks {
  readonly portfolio: string;
  readonly symbol: string;
  readonly currency: string;
  isin: string | null = null;
  assetClass: string | null = null;
  /** The rows that counted, in replay order. */
  readonly rows: LedgerTransaction[] = [];

  quantity: Fixed = 0n;
  /** Those of `quantity` whose cost nobody knows; `cost` is that of the others. */
  unknownCost: Fixed = 0n;
  cost: Amount = 0n;
  readonly lots = new LotQueue(LEDGER_LOTS);
  fifoCost: Amount = 0n;
  realisedAverage: Amount = 0n;
  realisedFifo: Amount = 0n;
  readonly totals: Record<AmountTotal, Amount> = {
    purchases: 0n,
    sales: 0n,
    dividends: 0n,
    cash_in: 0n,
    cash_out: 0n,
  };
  readonly feeTotals = { fees: 0n, tax_withheld: 0n };
  /** Cost that came with units less cost that left with them. */
  readonly carried = { fifo: 0n, average: 0n };
  readonly unmatched: LedgerUnmatched[] = [];
  lastTrade: LastTrade | null = null;
  /** One entry a day, oldest first: the sum of the day's amounts. */
  readonly flows: DayFlow[] = [];
  /** Null in the fast form. */
  readonly detail: PositionDetail | null;

  constructor(
    of: Pick<LedgerTransaction, 'portfolio' | 'symbol' | 'currency'>,
    detail: PositionDetail | null = null,
  ) {
    this.portfolio = of.portfolio;
    this.symbol = of.symbol;
    this.currency = of.currency;
    this.detail = detail;
  }

  /** The lots of a sale: of its own day first where the row says so (section 43(5)), then the oldest (FIFO). */
  protected takeSold(row: LedgerTransaction, held: Fixed, taken: TakenLedgerLot[]): Amount {
    if (row.intraday_first !== true) return this.lots.takeOldest(held, taken);
    const { units, cost } = this.lots.takeBoughtOn(row.date, held, taken);
    return cost + this.lots.takeOldest(held - units, taken);
  }

  protected carryCost(fifo: Amount, average: Amount): void {
    this.fifoCost += fifo;
    this.cost += average;
    this.carried.fifo += fifo;
    this.carried.average += average;
  }

  /** Money that moved: into its totals and the day's cash flow, with the sign that the effect gives it. */
  protected book(row: LedgerTransaction, effect: ActivityEffect, amount: Amount, fee: Amount): void {
    if (effect.total !== null) this.totals[effect.total] += amount;
    if (effect.fee_total !== null && fee !== 0n) this.feeTotals[effect.fee_total] += fee;
    const flow = effect.cash < 0 ? -(amount + fee) : amount - fee;
    const last = this.flows.at(-1);
    if (last?.date === row.date) last.amount += flow;
    else this.flows.push({ date: row.date, amount: flow });
  }

  /** Units leave (or, negative, return) with their cost, and the difference to the proceeds is realised. */
  protected release(record: LedgerDisposal): null {
    this.quantity -= record.quantity;
    this.cost -= record.averageCost;
    this.fifoCost -= record.fifoCost;
    this.realisedAverage += record.proceeds - record.averageCost;
    this.realisedFifo += record.proceeds - record.fifoCost;
    this.detail?.disposals.add(record);
    return null;
  }

  /** Keeps a row that counted, with what it says of the security. */
  protected note(row: LedgerTransaction): void {
    this.rows.push(row);
    if (row.isin) this.isin = row.isin;
    if (row.asset_class) this.assetClass = row.asset_class;
  }

  /** Keeps the price of a row that counted. @param before units held before it. */
  protected notePrice(trade: Trade, before: Fixed): void {
    this.lastTrade = lastTradeAfter(this.lastTrade, trade, before, this.quantity);
  }

  /** The units of a row that the ledger can account for; the others are noted as unmatched. */
  protected known({ row, quantity, price, fee }: Trade, available: Fixed): Fixed {
    if (quantity <= available) return quantity;
    const missing = quantity - available;
    const ownFee = fee - share(fee, available, quantity);
    const proceeds = missing * price - ownFee;
    this.unmatched.push({ kind: 'NO_UNITS', row, quantity: missing, proceeds, fee: ownFee, parts: [] });
    return available;
  }

  /** Units whose cost nobody knows leave (or, negative, return), with proceeds that no gain can be told of. */
  protected leaveWithoutCost(
    row: LedgerTransaction,
    units: Fixed,
    proceeds: Amount,
    fee: Amount,
    parts: readonly TakenLedgerLot[],
  ): void {
    this.quantity -= units;
    this.unknownCost -= units;
    this.unmatched.push({ kind: 'NO_COST', row, quantity: units, proceeds, fee, parts });
  }

  /** Units that no corporate action moves into another share have left at an unknown price. */
  protected leaveWithoutPrice(row: LedgerTransaction, quantity: Fixed): void {
    this.unmatched.push({ kind: 'NO_PRICE', row, quantity, proceeds: 0n, fee: 0n, parts: [] });
  }
}
