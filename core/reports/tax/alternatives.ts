import { Decimal } from '../../platform/index.ts';
import { NullableSum, numberOf, numberOrNull } from './conversion.ts';
import { type UndecidedAction, undecidedReason } from '../../portfolio/index.ts';
import type { AppliedRule, SoldRow } from './rows.ts';
import { undecidedAt } from './undecided.ts';
import { type Rule, sharedExemption, yearlyExemption } from '../../finance/tax-law/index.ts';
import type { TaxAlternative } from './view.ts';

interface RuleSum {
  rule: Rule;
  lots: number;
  gain: NullableSum;
  reason: string | null;
  undecided: Set<UndecidedAction>;
  /** Sold lots to which the rule may apply. */
  possible: number;
}

/** Lots to which a rule may apply. */
interface PossibleLots {
  rule: Rule;
  lots: number;
  undecided: Set<UndecidedAction>;
}

/** Adds up what each rule of the table makes of the lots that it speaks of. */
export class AlternativeSums {
  readonly #sums = new Map<string, RuleSum>();
  readonly #possible = new Map<string, PossibleLots>();

  add({
    applied,
    part,
    security,
  }: Pick<SoldRow, 'applied' | 'security'> & { part: { sell_date: string } }): void {
    const undecided = undecidedAt(security, part.sell_date);
    for (const one of applied) this.#count(one, undecided);
  }

  /** A lot to which one of these rules applies, and it is unknown which: none of their sums is whole. */
  addPossible(rules: readonly Rule[], undecided: readonly UndecidedAction[]): void {
    for (const rule of rules) {
      const sum = this.#possible.get(rule.key) ?? { rule, lots: 0, undecided: new Set() };
      this.#possible.set(rule.key, sum);
      sum.lots += 1;
      for (const one of undecided) sum.undecided.add(one);
    }
  }

  #count({ rule, gain, reason }: AppliedRule, undecided: readonly UndecidedAction[]): void {
    const known = this.#sums.get(rule.key);
    const sum: RuleSum = known ?? {
      rule,
      lots: 0,
      gain: new NullableSum(),
      reason: null,
      undecided: new Set(),
      possible: 0,
    };
    if (known === undefined) this.#sums.set(rule.key, sum);
    sum.lots += 1;
    sum.gain.add(gain);
    sum.reason ??= reason;
    for (const one of undecided) sum.undecided.add(one);
  }

  /**
   * Every rule with its gain and tax, by day of effect.
   * @param fyFrom first day of the year, which decides what it leaves free.
   */
  list(fyFrom: string): TaxAlternative[] {
    for (const sum of this.#sums.values()) {
      const possible = this.#possible.get(sum.rule.key);
      sum.possible = possible?.lots ?? 0;
      for (const one of possible?.undecided ?? []) sum.undecided.add(one);
    }
    const sums = [...this.#sums.values()].sort((a, b) => (placeOf(a.rule) < placeOf(b.rule) ? -1 : 1));
    // Sales that may fall under a rule without any other sale share the free amount too.
    const alone = [...this.#possible.values()].filter(({ rule }) => !this.#sums.has(rule.key));
    const isOpen = alone.some(({ rule }) => rule.taxed.is_112a === true);
    const free = isOpen
      ? new Map<string, null>()
      : shareExemption(sums, new Decimal(yearlyExemption(fyFrom)));
    return sums.map((sum) => this.#view(sum, fyFrom, free.get(sum.rule.key) ?? null));
  }

  #view(sum: RuleSum, fyFrom: string, used: Decimal | null): TaxAlternative {
    const { rule, lots, gain, undecided, possible } = sum;
    const { regime, taxed, term } = rule;
    const { rate_pct: rate } = taxed;
    const isIndexed = taxed.is_indexed === true;
    const total = gainOf(sum);
    const reason = sum.reason ?? (possible > 0 ? MAYBE_MORE : null);
    // Where a gain under the same free amount is unknown, so is what this one has left of it.
    const isUnshared = taxed.is_112a === true && used === null;
    const taxable = total === null || isIndexed || isUnshared ? null : Decimal.max(total.minus(used ?? 0), 0);
    return {
      rule: rule.key,
      jurisdiction: regime.jurisdiction,
      label: `${regime.label}, ${term === 'LONG' ? 'long-term' : 'short-term'}`,
      section: taxed.section,
      source: regime.source,
      term,
      long_after_months: regime.long_after_months,
      effective_from: regime.sold_from,
      effective_to: regime.sold_to,
      rate_pct: rate,
      is_indexed: isIndexed,
      lots,
      currency: regime.jurisdiction === 'US' ? 'USD' : 'INR',
      gain: numberOrNull(total),
      partial:
        total !== null || gain.missing === lots
          ? null
          : {
              state: 'PARTIAL',
              figure: numberOf(gain.known),
              lots_counted: lots - gain.missing,
              lots_total: lots + possible,
            },
      exemption: taxed.is_112a === true ? yearlyExemption(fyFrom) : null,
      exemption_used: numberOrNull(used),
      taxable: numberOrNull(taxable),
      tax: taxable === null || rate === null ? null : numberOrNull(taxable.times(rate).div(100)),
      reason: isUnshared && total !== null ? UNSHARED : reasonOf(total, reason, rule),
      provisional_reason: undecidedReason([...undecided]),
    };
  }
}

/** Null where it lacks a part, or may lack one. */
const gainOf = ({ gain, possible }: RuleSum): Decimal | null => (possible > 0 ? null : gain.value);

const MAYBE_MORE =
  'This rule may also apply to units that left and whose cost, purchase or sale is unknown. Record the cost under Data quality or the sale under Transactions, or import the older trades.';
const UNSHARED =
  'Another gain that uses the same yearly exemption is unknown, so the exemption left for this one is unknown too.';

function reasonOf(total: Decimal | null, reason: string | null, { regime, taxed }: Rule): string | null {
  if (total === null) return reason;
  if (taxed.is_indexed === true)
    return 'The law indexes the cost before the gain is taxed. The gain shown here is before indexation.';
  if (taxed.rate_pct !== null) return null;
  return regime.jurisdiction === 'US'
    ? 'The rate depends on your income in the USA.'
    : 'Taxed at your slab rate.';
}

function placeOf({ regime, term }: Rule): string {
  return `${regime.jurisdiction} ${regime.kinds.join()} ${regime.sold_from} ${regime.key} ${term === 'SHORT' ? 0 : 1}`;
}

/** The part of the year's exemption that each rule uses. */
function shareExemption(sums: readonly RuleSum[], exemption: Decimal): Map<string, Decimal | null> {
  const sharing = sums.filter(({ rule }) => rule.taxed.is_112a === true);
  const gains = sharing.map((sum) => ({ rate_pct: sum.rule.taxed.rate_pct ?? 0, gain: gainOf(sum) }));
  const used = sharedExemption(gains, exemption);
  return new Map(sharing.map(({ rule }, at) => [rule.key, used[at] ?? null]));
}
