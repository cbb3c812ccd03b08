import { dayInWords } from '../../platform/dates.ts';
import { doubtAfterSplit, isSaleOfAll, roundingOf } from '../../finance/lots/closing-sale.ts';
import { DisposalLog, knownUnits, type TakenBack } from '../../finance/lots/disposals.ts';
import { splitFraction } from '../../finance/lots/split-ratio.ts';
import {
  type Amount,
  divideRounded,
  FIXED_ONE,
  type Fixed,
  FixedPointError,
  parseAmount,
  parseFixed,
  share,
} from '../../platform/fixed-point.ts';
import { PositionBooks, type PositionDetail, type Trade } from './position-books.ts';
import type { TakenLedgerLot } from './ledger-lots.ts';
import { LedgerBounds, refusalOfUnits } from './ledger-bounds.ts';
import { isNegative } from './replay-order.ts';
import { type Skip, skip } from './skipped-row.ts';
import { ACTIVITY_EFFECTS, type LedgerTransaction } from './transaction.ts';

/** A position that was replayed with its detail. */
type DetailedPosition = PositionState & { detail: PositionDetail };

/**
 * The running state of one symbol in one portfolio: `apply` takes rows in replay order. Moving-average cost and FIFO
 * lots run side by side.
 *
 * What keeps the money identity: every change of a total is matched by the same change of cost or of a realised
 * gain, so that, for any value of what is held,
 * realised + (value − cost) + dividends = value + sales + dividends − purchases − fees − carried,
 * where `carried` is the cost that came with units less the cost that left with units, in mergers and demergers.
 * Units sold without a known purchase are left out of both sides: their proceeds stand in `unmatched` alone. So do units
 * whose cost nobody knows: they count as units and have no part in cost, proceeds and gain.
 *
 * The bookkeeping is in `PositionBooks`; here are the rules of each type of row.
 *
 * Detail is not kept along the way, since carrying a record for each sale costs more than the arithmetic: the rows
 * are, and `detailed()` replays them.
 */
export class PositionState extends PositionBooks {
  #detailed: PositionState | null = null;
  /** By how much rounded quantities may have moved the units held. */
  #doubt: Fixed = 0n;
  readonly #bounds = new LedgerBounds();

  /** Replays one row. Answers null, or why the row was left out, in which case nothing changed. */
  apply(row: LedgerTransaction): Skip | null {
    if (row.currency !== this.currency) {
      return skip(
        'CURRENCY_MISMATCH',
        `${this.symbol} is in ${this.currency}, but this row is in ${row.currency}`,
      );
    }
    let trade: Trade;
    try {
      trade = {
        row,
        effect: ACTIVITY_EFFECTS[row.type],
        quantity: parseFixed(row.quantity),
        price: parseFixed(row.price),
        fee: parseFixed(row.fee_tax) * FIXED_ONE,
      };
    } catch (error) {
      if (error instanceof FixedPointError) return skip('NOT_A_NUMBER', error.message);
      throw error;
    }
    if (trade.price < 0n) return skip('NEGATIVE_PRICE', 'a price cannot be negative');
    const held = this.quantity;
    const skipped = this.#bounds.refusal(trade, held) ?? this.#change(trade);
    if (skipped !== null) return skipped;
    this.#bounds.count(trade, held);
    this.notePrice(trade, held);
    if (this.quantity === 0n) this.#doubt = 0n;
    this.note(row);
    return null;
  }

  /** The form that can replay this row: cancelling a sale needs the detail, everything else does without. */
  readyFor(row: LedgerTransaction): PositionState {
    return row.type === 'SELL' && isNegative(row.quantity) ? this.detailed() : this;
  }

  /** The same position with its detail: replayed on the first call and again only after further rows. */
  detailed(): DetailedPosition {
    if (hasDetail(this)) return this;
    let copy = this.#detailed;
    if (copy === null || copy.rows.length !== this.rows.length) {
      copy = new PositionState(this, { disposals: new DisposalLog() });
      for (const row of this.rows) copy.apply(row);
      this.#detailed = copy;
    }
    return copy as DetailedPosition;
  }

  #change(trade: Trade): Skip | null {
    const { effect, quantity } = trade;
    if (effect.quantity === 'adds' || effect.quantity === 'removes') this.#doubt += roundingOf(quantity);
    if (effect.cost === 'carries') return this.#carry(trade);
    switch (effect.quantity) {
      case 'adds':
        if (quantity === 0n) return skip('ZERO_QUANTITY', 'a purchase of no units');
        return quantity > 0n ? this.#acquire(trade) : this.#cancelPurchase(undone(trade));
      case 'removes':
        if (quantity === 0n) return skip('ZERO_QUANTITY', 'a sale of no units');
        return quantity > 0n ? this.#dispose(trade) : this.#cancelSale(undone(trade));
      case 'multiplies':
        return this.#split(trade);
      case 'keeps':
        return this.#money(trade);
    }
  }

  /** Bought units: a new lot, and more cost. */
  #acquire(trade: Trade): null {
    const { row, effect, quantity, price, fee } = trade;
    const amount = quantity * price;
    const cost = amount + fee;
    this.quantity += quantity;
    this.cost += cost;
    this.fifoCost += cost;
    this.lots.add(row);
    this.book(row, effect, amount, fee);
    return null;
  }

  /**
   * Sold units: closes what is known, lots of the same day first where they are intraday, then the oldest (a fraction: the
   * newest); the rest is unmatched.
   */
  #dispose(trade: Trade): null {
    const { row, effect, quantity, price, fee } = trade;
    const isSale = row.type === 'SELL';
    const isAll = isSale && isSaleOfAll(quantity, this.quantity, this.#doubt);
    const held = isAll ? this.quantity : this.known(trade, this.quantity);
    if (held === 0n) return null;
    // All of the money for all of the units, where these differ by a rounding alone.
    const units = isAll ? held : quantity;
    const taken: TakenLedgerLot[] = [];
    const fifoCost = isSale ? this.takeSold(row, held, taken) : this.lots.takeNewest(held, taken);
    const known = this.unknownCost === 0n ? held : knownUnits(taken);
    const averageCost = share(this.cost, known, this.quantity - this.unknownCost);
    if (isSale) this.detail?.disposals.stand({ price, quantity: held, averageCost, parts: taken });
    const amount = isAll ? share(quantity * price, known, held) : known * price;
    const knownFee = share(fee, known, units);
    if (known < held) {
      const all = isAll ? quantity * price : held * price;
      const ownFee = share(fee, held, units) - knownFee;
      const unknown = taken.filter(({ lot }) => !lot.isCostKnown);
      this.leaveWithoutCost(row, held - known, all - amount - ownFee, ownFee, unknown);
      if (known === 0n) return null;
    }
    const parts = known < held ? taken.filter(({ lot }) => lot.isCostKnown) : taken;
    this.book(row, effect, amount, knownFee);
    const costs = { averageCost, fifoCost, parts };
    const money = { proceeds: amount - knownFee, fee: knownFee };
    return this.release({ kind: 'SALE', row, price, quantity: known, ...money, ...costs });
  }

  /**
   * A BUY with a negative quantity takes a purchase back: units leave at the row's own price, the money counts
   * against purchases, and the average cost falls by that same amount (by all of it when nothing is left).
   */
  #cancelPurchase(trade: Trade): null {
    const { row, effect, quantity, price, fee } = trade;
    const bought = this.quantity - this.unknownCost;
    const known = this.known(trade, bought);
    if (known === 0n) return null;
    const knownFee = share(fee, known, quantity);
    const amount = known * price;
    const refund = amount - knownFee;
    const averageCost = known === bought ? this.cost : within(refund, this.cost);
    const parts: TakenLedgerLot[] = [];
    const fifoCost = this.lots.takeCancelled(known, price, parts);
    this.book(row, effect, -amount, knownFee);
    const costs = { averageCost, fifoCost, parts };
    const money = { proceeds: refund, fee: knownFee };
    return this.release({ kind: 'PURCHASE_CANCELLED', row, price, quantity: known, ...money, ...costs });
  }

  /**
   * A SELL with a negative quantity takes a sale back: the units return to their lots at their old cost. Needs the
   * detail, since only that knows which lots a sale had used. Sales from before a split, merger or demerger stay sold. Units of
   * unknown cost return as such, and what was noted of their sale is noted the other way round.
   */
  #cancelSale(trade: Trade): null {
    const { row, effect, quantity, price, fee } = trade;
    const none: TakenBack<LedgerTransaction> = { quantity: 0n, averageCost: 0n, parts: [] };
    const back = this.detail?.disposals.takeBack(quantity, price) ?? none;
    const returned = this.known(trade, back.quantity);
    if (returned === 0n) return null;
    this.lots.putBack(back.parts);
    const known = knownUnits(back.parts);
    const knownFee = share(fee, known, quantity);
    if (known < returned) {
      const unknown = returned - known;
      const ownFee = share(fee, returned, quantity) - knownFee;
      const parts = back.parts
        .filter(({ lot }) => !lot.isCostKnown)
        .map((part) => ({ ...part, quantity: -part.quantity }));
      this.leaveWithoutCost(row, -unknown, -unknown * price - ownFee, ownFee, parts);
      if (known === 0n) return null;
    }
    const amount = known * price;
    const parts = back.parts
      .filter(({ lot }) => lot.isCostKnown)
      .map((part) => ({ ...part, quantity: -part.quantity, cost: -part.cost }));
    let fifoCost = 0n;
    for (const part of parts) fifoCost += part.cost;
    this.book(row, effect, -amount, knownFee);
    const costs = { averageCost: -back.averageCost, fifoCost, parts };
    const money = { proceeds: -amount - knownFee, fee: knownFee };
    return this.release({ kind: 'SALE_CANCELLED', row, price, quantity: -known, ...money, ...costs });
  }

  /** Multiplies the units; the cost stays. */
  #split({ row, quantity: ratio }: Trade): Skip | null {
    if (ratio <= 0n)
      return skip('BAD_RATIO', 'a split needs a number of new shares per old share above zero');
    if (this.quantity === 0n) {
      return skip(
        'NOTHING_HELD',
        `no ${row.symbol} was held on ${dayInWords(row.date)}, so there was nothing to split`,
      );
    }
    const [numerator, denominator] = splitFraction(ratio);
    const scaled = (quantity: Fixed): Fixed => divideRounded(quantity * numerator, denominator);
    const quantity = scaled(this.quantity);
    if (quantity === 0n) return skip('BAD_RATIO', 'the split would leave no units');
    const skipped = refusalOfUnits(quantity, row.symbol);
    if (skipped !== null) return skipped;
    const lost = this.lots.rescale(scaled);
    this.#doubt = doubtAfterSplit(this.#doubt, this.quantity, numerator, denominator);
    this.quantity = quantity;
    if (this.unknownCost > 0n) {
      this.unknownCost = 0n;
      for (const lot of this.lots.open()) if (!lot.isCostKnown) this.unknownCost += lot.quantity;
      // Less than the last decimal is left of all that was paid for: its cost is gone with it.
      if (this.unknownCost === quantity) this.carryCost(-lost, -this.cost);
    }
    this.detail?.disposals.forgetSales();
    return null;
  }

  /** Units that come or leave with their cost, and cost that leaves without them. No money moves and nothing is realised. */
  #carry({ row, quantity }: Trade): Skip | null {
    if (row.type === 'TRANSFER_IN') return this.#transferIn(row, quantity);
    if (this.quantity === 0n)
      return skip('NOTHING_HELD', `no ${row.symbol} was held on ${dayInWords(row.date)}`);
    if (row.type === 'DEMERGER') {
      if (quantity < 0n || quantity > FIXED_ONE)
        return skip('BAD_RATIO', 'the share of the cost that moves must be between 0 and 1');
      const average = (this.cost * quantity) / FIXED_ONE;
      const fifo = this.lots.releaseCost(quantity);
      this.carryCost(-fifo, -average);
    } else {
      if (quantity <= 0n || quantity > this.quantity)
        return skip('ZERO_QUANTITY', 'a transfer of no units, or of more than held');
      const taken: TakenLedgerLot[] = [];
      const fifo = this.lots.takeOldest(quantity, taken);
      const known = knownUnits(taken);
      const average = share(this.cost, known, this.quantity - this.unknownCost);
      this.quantity -= quantity;
      this.unknownCost -= quantity - known;
      this.carryCost(-fifo, -average);
      if (!row.action_id) this.leaveWithoutPrice(row, quantity);
    }
    // The lots of earlier sales are others now: these stay sold.
    this.detail?.disposals.forgetSales();
    return null;
  }

  #transferIn(row: LedgerTransaction, quantity: Fixed): Skip | null {
    if (quantity <= 0n) return skip('ZERO_QUANTITY', 'a transfer of no units');
    const fifo = row.carried_cost ?? null;
    if (fifo === null) this.unknownCost += quantity;
    else {
      const [byLots, average] = [parseAmount(fifo), parseAmount(row.carried_average ?? fifo)];
      const most = byLots > average ? byLots : average;
      const skipped = this.#bounds.refusalOfMoney(most, row.symbol);
      if (skipped !== null) return skipped;
      this.#bounds.countMoney(most);
      this.carryCost(byLots, average);
    }
    this.quantity += quantity;
    this.lots.add(row);
    return null;
  }

  /**
   * Dividends and cash. The amount is quantity × price; with no quantity the price is the whole amount, and on a
   * cash row with no price the quantity is. A fee on a cash row is part of what was paid in or came out.
   */
  #money(trade: Trade): Skip | null {
    const { row, effect, quantity, price, fee } = trade;
    const income = effect.realises === 'income';
    let amount = quantity === 0n ? price * FIXED_ONE : quantity * price;
    if (!income && price === 0n) amount = quantity * FIXED_ONE;
    if (amount === 0n) return skip('ZERO_AMOUNT', 'the row moves no money: quantity × price is zero');
    if (income) this.book(row, effect, amount, fee);
    else this.book(row, effect, effect.cash < 0 ? amount + fee : amount - fee, 0n);
    return null;
  }
}

/** A row with a negative quantity, by the units that it takes back. */
function undone(trade: Trade): Trade {
  return { ...trade, quantity: -trade.quantity };
}

function hasDetail(position: PositionState): position is DetailedPosition {
  return position.detail !== null;
}

/** An amount held between nothing and `most`. */
function within(amount: Amount, most: Amount): Amount {
  if (amount < 0n) return 0n;
  return amount > most ? most : amount;
}
