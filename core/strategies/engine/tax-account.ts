import {
  financialYearOf,
  type LegalKind,
  type Regime,
  REGIMES,
  rulesFor,
  type Term,
  yearTax,
} from '../../finance/tax-law/index.ts';
import type { Amount } from '../../platform/fixed-point.ts';

/**
 * What is taxed by a person's slab is taken at the highest one, without surcharge and cess: a policy does not know its
 * owner's income, and too much is the careful mistake.
 */
export const ASSUMED_SLAB_PCT = 30;

/** A gain, or a loss, of units that were sold. */
export interface TaxableGain {
  term: Term;
  rate_pct: number;
  gain: Amount;
}

/** What a financial year came to, in rupees. */
export interface TaxedYear {
  /** Such as 2025-26. */
  fy: string;
  short_term_gain: Amount;
  long_term_gain: Amount;
  tax: Amount;
}

/** Gains and losses of one term and rate: they are kept apart, since a loss goes first where the rate is highest. */
interface GainBucket {
  term: Term;
  rate_pct: number;
  gains: Amount;
  losses: Amount;
}

export interface TaxState {
  /** The year that the buckets are of; null before the first sale. */
  fy: string | null;
  buckets: GainBucket[];
  years: TaxedYear[];
  paid: Amount;
}

/**
 * Taxes of a policy: accrued as gains are realised, on all gains and losses of the financial year together, and paid on its
 * last session (spec: Policy rules 11). Losses are not carried to another year, and the yearly exemption of long-term gains
 * is not used: it belongs to the person, whose other sales may need it.
 */
export class TaxAccount {
  #fy: string | null;
  /** The last day of that year, once a session of it began. */
  #until = '';
  readonly #buckets: GainBucket[];
  readonly #years: TaxedYear[];
  #ofYear: TaxedYear | null = null;
  #settled: Amount = 0n;
  #paid: Amount;

  constructor(state: TaxState = { fy: null, buckets: [], years: [], paid: 0n }) {
    this.#fy = state.fy;
    this.#buckets = state.buckets.map((bucket) => ({ ...bucket }));
    this.#years = [...state.years];
    this.#paid = state.paid;
    for (const { tax } of this.#years) this.#settled += tax;
    this.#reckon();
  }

  state(): TaxState {
    return {
      fy: this.#fy,
      buckets: this.#buckets.map((bucket) => ({ ...bucket })),
      years: [...this.#years],
      paid: this.#paid,
    };
  }

  /** All tax so far. It falls again when a later loss of the same year offsets gains. */
  get accrued(): Amount {
    return this.#settled + (this.#ofYear?.tax ?? 0n);
  }

  get paid(): Amount {
    return this.#paid;
  }

  get outstanding(): Amount {
    return this.accrued - this.#paid;
  }

  /** Every year with a sale, the current one last. */
  get years(): readonly TaxedYear[] {
    return this.#ofYear === null ? this.#years : [...this.#years, this.#ofYear];
  }

  /** Closes the books of an earlier year. @param day of the session that begins. */
  enter(day: string): void {
    if (day <= this.#until) return;
    const { fy, to } = financialYearOf(day);
    this.#until = to;
    if (this.#fy === fy) return;
    if (this.#ofYear !== null) {
      this.#settled += this.#ofYear.tax;
      this.#years.push(this.#ofYear);
    }
    this.#fy = fy;
    this.#buckets.length = 0;
    this.#ofYear = null;
  }

  /** Takes in what a sale realised. @returns by how much the tax of the year changed. */
  add(gains: readonly TaxableGain[]): Amount {
    const before = this.accrued;
    for (const gain of gains) addTo(this.#buckets, gain);
    this.#reckon();
    return this.accrued - before;
  }

  /** What would be outstanding after such sales. */
  outstandingAfter(gains: readonly TaxableGain[]): Amount {
    if (gains.length === 0) return this.outstanding;
    const buckets = this.#buckets.map((bucket) => ({ ...bucket }));
    for (const gain of gains) addTo(buckets, gain);
    return this.#settled + yearTax(listOf(buckets)).tax - this.#paid;
  }

  pay(amount: Amount): void {
    this.#paid += amount;
  }

  #reckon(): void {
    if (this.#fy === null || this.#buckets.length === 0) return;
    const { short_term_gain, long_term_gain, tax } = yearTax(listOf(this.#buckets));
    this.#ofYear = { fy: this.#fy, short_term_gain, long_term_gain, tax };
  }
}

function addTo(buckets: GainBucket[], { term, rate_pct, gain }: TaxableGain): void {
  let bucket = buckets.find((one) => one.term === term && one.rate_pct === rate_pct);
  if (bucket === undefined) {
    bucket = { term, rate_pct, gains: 0n, losses: 0n };
    buckets.push(bucket);
  }
  if (gain >= 0n) bucket.gains += gain;
  else bucket.losses += gain;
}

function listOf(buckets: readonly GainBucket[]): TaxableGain[] {
  const list: TaxableGain[] = [];
  for (const { term, rate_pct, gains, losses } of buckets) {
    if (gains !== 0n) list.push({ term, rate_pct, gain: gains });
    if (losses !== 0n) list.push({ term, rate_pct, gain: losses });
  }
  return list;
}

/** How a gain is taxed. */
interface AppliedTax {
  term: Term;
  rate_pct: number;
  /** Whether the value of 31 January 2018 may stand for the cost. */
  is_112a: boolean;
}

/** The dated rules of the law for sales of one day; made anew for another day. */
export class TaxRules {
  #day = '';
  readonly #byKind = new Map<LegalKind | null, readonly Regime[]>();
  /** What was found for this day already, by kind and day of purchase: a sale is looked at before it is made. */
  readonly #found = new Map<string, AppliedTax>();

  /** @param bought @param sold YYYY-MM-DD. Free of tax where no rule speaks of it. */
  ruleOf(kind: LegalKind | null, bought: string, sold: string): AppliedTax {
    if (sold !== this.#day) {
      this.#day = sold;
      this.#byKind.clear();
      this.#found.clear();
    }
    const key = `${kind ?? ''} ${bought}`;
    let rule = this.#found.get(key);
    if (rule === undefined) {
      rule = this.#findRule(kind, bought, sold);
      this.#found.set(key, rule);
    }
    return rule;
  }

  #findRule(kind: LegalKind | null, bought: string, sold: string): AppliedTax {
    let regimes = this.#byKind.get(kind);
    if (regimes === undefined) {
      regimes = REGIMES.filter(
        (regime) =>
          regime.jurisdiction === 'IN' &&
          kind !== null &&
          regime.kinds.includes(kind) &&
          regime.sold_from <= sold &&
          sold <= (regime.sold_to ?? '9999'),
      );
      this.#byKind.set(kind, regimes);
    }
    const [rule] = rulesFor({ kind, currency: 'INR', bought, sold }, regimes);
    if (rule === undefined) return { term: 'SHORT', rate_pct: 0, is_112a: false };
    const { rate_pct, is_112a = false } = rule.taxed;
    return { term: rule.term, rate_pct: rate_pct ?? ASSUMED_SLAB_PCT, is_112a };
  }
}
