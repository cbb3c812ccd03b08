import { carriedOver, type Departure, type Slip } from './paper-slips.ts';
import { Rational, sumOf } from './rational.ts';

/** A sale that may still be taken back. */
interface PaperSale {
  price: Rational;
  averageUnitCost: Rational;
  parts: { slip: Slip; units: Rational; isIntraday: boolean }[];
}

const LAST_DIGIT = Rational.of('0.0000000001');
const MILLION = Rational.of('1000000');
const ZERO = Rational.ZERO;
/** Of the ratios that print alike with 10 decimals the one with the smallest denominator up to here is meant. */
const MOST_OLD_SHARES = 10_000n;

/**
 * One share of one portfolio as a patient bookkeeper keeps it: slips of paper, each with its units and what one of them
 * cost, in fractions that are never rounded. Written apart from the product's replay, to compare with it.
 *
 * Units alone are rounded, to the 10 decimals that are stored, where a ratio makes them: that is part of the rules.
 */
export class PaperAccount {
  readonly slips: Slip[] = [];
  /** Moving-average cost of one unit of known cost. */
  averageUnit = ZERO;
  assetClass: string | null = null;
  realisedFifo = ZERO;
  realisedAverage = ZERO;
  purchases = ZERO;
  sales = ZERO;
  fees = ZERO;
  dividends = ZERO;
  taxWithheld = ZERO;
  cashIn = ZERO;
  cashOut = ZERO;
  /** Cost that came with units less cost that left with them. */
  carriedFifo = ZERO;
  carriedAverage = ZERO;
  readonly unmatched = { NO_UNITS: ZERO, NO_COST: ZERO };
  unmatchedProceeds = ZERO;
  /** A consolidation left nothing of all that had a known cost. */
  hasLostCost = false;
  /** By how much rounded numbers may have moved the units held. */
  doubt = ZERO;
  /** The day on the calendar of the desk. */
  today = '';
  readonly departures: Departure[] = [];
  /** Units sold that were not there. */
  readonly missing: { day: string; units: Rational; proceeds: Rational }[] = [];
  #sales: PaperSale[] = [];

  get units(): Rational {
    return sumOf(this.slips.map((slip) => slip.units));
  }
  get knownUnits(): Rational {
    return sumOf(this.slips.map((slip) => (slip.unitCost === null ? ZERO : slip.units)));
  }
  get averageCost(): Rational {
    return this.averageUnit.times(this.knownUnits);
  }
  get fifoCost(): Rational {
    return sumOf(this.open.map((slip) => slip.units.times(slip.unitCost ?? ZERO)));
  }
  get open(): Slip[] {
    return this.slips.filter((slip) => slip.units.sign > 0);
  }

  buy(units: Rational, price: Rational, fee: Rational, day: string): void {
    const amount = units.times(price);
    this.#arrive(units, amount.plus(fee));
    const isBonus = price.sign === 0;
    const unitCost = amount.plus(fee).over(units);
    this.#add({ acquired: day, units, unitCost, price, isBonus });
    this.purchases = this.purchases.plus(amount);
    this.fees = this.fees.plus(fee);
    this.#doubtOf(units);
  }

  /** Units without a known cost, or with cost by lots and by average. */
  transferIn(
    units: Rational,
    cost: { fifo: Rational; average: Rational } | null,
    acquired: string,
    { isOpening, old }: Pick<Slip, 'isOpening' | 'old'> = { isOpening: true, old: null },
  ): void {
    if (cost !== null) {
      this.#arrive(units, cost.average);
      this.carriedFifo = this.carriedFifo.plus(cost.fifo);
      this.carriedAverage = this.carriedAverage.plus(cost.average);
    }
    const unitCost = cost === null ? null : cost.fifo.over(units);
    this.#add({ acquired, units, unitCost, price: null, isOpening, old });
    this.#doubtOf(units);
  }

  /**
   * A sale takes the oldest slips. One that differs from what is held by no more than roundings do is of everything.
   * @param boughtOn purchases of this day leave first, where its trades are matched first.
   */
  sell(units: Rational, price: Rational, fee: Rational, boughtOn: string | null = null): void {
    this.#doubtOf(units);
    const held = this.units;
    const off = held.minus(units).size();
    const isAll = off.sign > 0 && !this.doubt.isBelow(off) && !units.isBelow(off.times(MILLION));
    const sold = isAll || held.isBelow(units) ? held : units;
    const [amount, charge] = isAll
      ? [units.times(price), fee]
      : [sold.times(price), fee.times(sold).over(units)];
    const missing = isAll ? ZERO : units.minus(sold);
    const lost = missing.times(price).minus(fee.minus(charge));
    this.#unmatched('NO_UNITS', missing, lost);
    if (missing.sign > 0) this.missing.push({ day: this.today, units: missing, proceeds: lost });
    if (sold.sign === 0) return this.#settle();
    const isFirst = (slip: Slip) => slip.acquired === boughtOn && slip.price !== null && slip.price.sign > 0;
    const first = new Set(this.open.filter(isFirst));
    this.#sales.push({
      price,
      averageUnitCost: this.averageUnit,
      parts: this.#leave([...first, ...this.open], sold, amount, charge, first),
    });
  }

  /** The part of a share that is paid out in cash: of the newest slips. */
  payFraction(units: Rational, price: Rational): void {
    this.#leave(this.open.toReversed(), units, units.times(price), ZERO);
  }

  /** A purchase taken back: slips of the same price first, the newest first. Their average cost falls by what comes back. */
  takeBackPurchase(units: Rational, price: Rational, fee: Rational): void {
    const bought = this.knownUnits;
    const back = bought.isBelow(units) ? bought : units;
    const missing = units.minus(back);
    const charge = fee.times(back).over(units);
    this.#unmatched('NO_UNITS', missing, missing.times(price).minus(fee.minus(charge)));
    this.#doubtOf(units);
    if (back.sign === 0) return this.#settle();
    const total = this.averageCost;
    const refund = back.times(price).minus(charge);
    const released = back.equals(bought) || total.isBelow(refund) ? total : refund.sign < 0 ? ZERO : refund;
    const newest = this.open.toReversed().filter((slip) => slip.unitCost !== null);
    const same = newest.filter((slip) => slip.price?.equals(price) ?? false);
    let left = back;
    let fifo = ZERO;
    for (const slip of [...same, ...newest]) {
      const part = left.isBelow(slip.units) ? left : slip.units;
      fifo = fifo.plus(part.times(slip.unitCost ?? ZERO));
      slip.units = slip.units.minus(part);
      left = left.minus(part);
    }
    this.purchases = this.purchases.minus(back.times(price));
    this.fees = this.fees.plus(charge);
    this.realisedFifo = this.realisedFifo.plus(refund.minus(fifo));
    this.realisedAverage = this.realisedAverage.plus(refund.minus(released));
    const known = this.knownUnits;
    this.averageUnit = known.sign === 0 ? ZERO : total.minus(released).over(known);
    this.#settle();
  }

  /** A sale taken back: units return to their slips. The latest sale of this price and size is meant, else the latest. */
  takeBackSale(units: Rational, price: Rational, fee: Rational): void {
    this.#doubtOf(units);
    let left = units;
    let [known, unknown, averageCost, fifo] = [ZERO, ZERO, ZERO, ZERO];
    while (left.sign > 0 && this.#sales.length > 0) {
      const wanted = left;
      const of = (sale: PaperSale) => sumOf(sale.parts.map((part) => part.units));
      const sale =
        this.#sales.findLast((one) => one.price.equals(price) && !of(one).isBelow(wanted)) ??
        this.#sales.at(-1);
      for (const part of sale?.parts.toReversed() ?? []) {
        const back = left.isBelow(part.units) ? left : part.units;
        part.units = part.units.minus(back);
        part.slip.units = part.slip.units.plus(back);
        left = left.minus(back);
        this.#depart(part, back.negated(), back.times(price).negated(), fee.times(back).over(units), true);
        if (part.slip.unitCost === null) unknown = unknown.plus(back);
        else {
          known = known.plus(back);
          fifo = fifo.plus(back.times(part.slip.unitCost));
          averageCost = averageCost.plus(back.times(sale?.averageUnitCost ?? ZERO));
        }
      }
      this.#sales = this.#sales.filter((one) => of(one).sign > 0);
    }
    const charge = (part: Rational) => fee.times(part).over(units);
    this.#unmatched('NO_UNITS', left, left.times(price).minus(charge(left)));
    if (unknown.sign > 0)
      this.#unmatched('NO_COST', unknown.negated(), unknown.times(price).plus(charge(unknown)).negated());
    if (known.sign > 0) {
      const before = this.knownUnits.minus(known);
      this.averageUnit = this.averageUnit.times(before).plus(averageCost).over(this.knownUnits);
      const proceeds = known.times(price).plus(charge(known)).negated();
      this.sales = this.sales.minus(known.times(price));
      this.fees = this.fees.plus(charge(known));
      this.realisedFifo = this.realisedFifo.plus(proceeds.plus(fifo));
      this.realisedAverage = this.realisedAverage.plus(proceeds.plus(averageCost));
    }
    this.#settle();
  }

  /** New units for old ones; slips keep their day and cost. Units are rounded on the sum from the oldest slip on. */
  multiply(ratio: Rational): void {
    const all = this.units.times(ratio);
    if (all.toPlaces(10, 'even').sign === 0) return;
    const [average, fifo] = [this.averageCost, this.fifoCost];
    const moved = carriedOver(this.open, ratio);
    for (const { slip, units, cost } of moved) {
      slip.units = units;
      if (cost !== null && units.sign > 0) slip.unitCost = cost.over(units);
    }
    for (const slip of this.slips) if (slip.old !== null) slip.old.ratio = slip.old.ratio.times(ratio);
    const known = this.knownUnits;
    this.averageUnit = known.sign === 0 ? ZERO : average.over(known);
    if (known.sign === 0) {
      // Less than the last decimal is left of all that was paid for: its cost is gone with it.
      this.carriedFifo = this.carriedFifo.minus(fifo);
      this.carriedAverage = this.carriedAverage.minus(average);
      this.hasLostCost ||= average.sign !== 0 || fifo.sign !== 0;
    }
    this.doubt = this.doubt.times(ratio).toPlaces(10, 'up');
    if (!all.equals(all.toPlaces(10, 'even'))) this.doubt = this.doubt.plus(LAST_DIGIT);
    this.#sales = [];
  }

  /** Takes a part of every slip's cost away. @returns what left. */
  giveUpCost(part: Rational): { fifo: Rational[]; average: Rational } {
    const fifo = this.open.map((slip) => slip.units.times(slip.unitCost ?? ZERO).times(part));
    const average = this.averageCost.times(part);
    const left = new Rational(1n).minus(part);
    for (const slip of this.open) slip.unitCost = slip.unitCost?.times(left) ?? null;
    this.averageUnit = this.averageUnit.times(left);
    this.carriedFifo = this.carriedFifo.minus(sumOf(fifo));
    this.carriedAverage = this.carriedAverage.minus(average);
    this.#sales = [];
    return { fifo, average };
  }

  /** Everything leaves with its cost. */
  giveUpAll(): void {
    this.carriedFifo = this.carriedFifo.minus(this.fifoCost);
    this.carriedAverage = this.carriedAverage.minus(this.averageCost);
    for (const slip of this.slips) slip.units = ZERO;
    this.averageUnit = ZERO;
    this.#sales = [];
    this.#settle();
  }

  /** Takes units off slips in this order; what is of known cost is realised against both methods. */
  #leave(
    slips: Slip[],
    units: Rational,
    amount: Rational,
    charge: Rational,
    ofToday: ReadonlySet<Slip> = new Set(),
  ): PaperSale['parts'] {
    const parts: PaperSale['parts'] = [];
    let left = units;
    let [known, fifo] = [ZERO, ZERO];
    for (const slip of slips) {
      const part = left.isBelow(slip.units) ? left : slip.units;
      if (part.sign === 0) continue;
      slip.units = slip.units.minus(part);
      left = left.minus(part);
      const own = { slip, units: part, isIntraday: ofToday.has(slip) };
      parts.push(own);
      this.#depart(own, part, amount.times(part).over(units), charge.times(part).over(units), false);
      if (slip.unitCost === null) continue;
      known = known.plus(part);
      fifo = fifo.plus(part.times(slip.unitCost));
    }
    const share = known.over(units);
    const [sales, fees] = [amount.times(share), charge.times(share)];
    this.sales = this.sales.plus(sales);
    this.fees = this.fees.plus(fees);
    this.realisedFifo = this.realisedFifo.plus(sales).minus(fees).minus(fifo);
    this.realisedAverage = this.realisedAverage.plus(sales).minus(fees).minus(known.times(this.averageUnit));
    this.#unmatched('NO_COST', units.minus(known), amount.minus(sales).minus(charge.minus(fees)));
    this.#settle();
    return parts;
  }

  #add(slip: Pick<Slip, 'acquired' | 'units' | 'unitCost' | 'price'> & Partial<Slip>): void {
    this.slips.push({ isOpening: false, isBonus: false, isDelivered: false, old: null, ...slip });
  }

  #depart(
    { isIntraday, slip }: PaperSale['parts'][number],
    units: Rational,
    amount: Rational,
    charge: Rational,
    isCancelled: boolean,
  ): void {
    if (units.sign === 0) return;
    const cost = slip.unitCost?.times(units) ?? null;
    const old = slip.old === null ? null : { ...slip.old };
    this.departures.push({
      day: this.today,
      slip,
      units,
      cost,
      amount,
      charge,
      isIntraday,
      isCancelled,
      old,
    });
  }

  #arrive(units: Rational, cost: Rational): void {
    const known = this.knownUnits;
    this.averageUnit = this.averageUnit.times(known).plus(cost).over(known.plus(units));
  }

  #unmatched(kind: 'NO_UNITS' | 'NO_COST', units: Rational, proceeds: Rational): void {
    this.unmatched[kind] = this.unmatched[kind].plus(units);
    this.unmatchedProceeds = this.unmatchedProceeds.plus(proceeds);
  }

  /** A number that needs the tenth decimal may have been rounded or cut off there. */
  #doubtOf(units: Rational): void {
    if (!units.equals(units.toPlaces(9, 'down'))) this.doubt = this.doubt.plus(LAST_DIGIT);
  }

  #settle(): void {
    if (this.knownUnits.sign === 0) this.averageUnit = ZERO;
    if (this.units.sign === 0) this.doubt = ZERO;
  }
}

const ratios = new Map<string, Rational>();

/** The fraction that a recorded ratio stands for, by trying every number of old shares. */
export function ratioMeant(text: string): Rational {
  const known = ratios.get(text);
  if (known !== undefined) return known;
  const written = Rational.of(text);
  let meant = written;
  for (let old = 1n; old <= MOST_OLD_SHARES; old += 1n) {
    const tried = new Rational(written.times(new Rational(old)).toPlaces(0, 'even').n, old);
    if (tried.sign <= 0 || !tried.toPlaces(10, 'even').equals(written)) continue;
    meant = tried;
    break;
  }
  ratios.set(text, meant);
  return meant;
}
