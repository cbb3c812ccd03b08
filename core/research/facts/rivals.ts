import { dayInWords } from '../../platform/index.ts';
import {
  type Authority,
  AUTHORITIES,
  AUTHORITY_WORDS,
  type ConflictRule,
  type Fact,
  type FactConflict,
} from '../port/index.ts';
import type { Candidate } from './reading/candidate.ts';
import { factId } from './fact-id.ts';
import { byText, exactText, isSameRounded, roundedTo } from './figures.ts';
import { isGuidance } from './metric-families.ts';

/** A fact with what else was said of it. */
export interface Entry {
  fact: Fact;
  /** The one that was chosen. */
  chosen: Candidate;
  candidates: readonly Candidate[];
  conflict: FactConflict | null;
}

/** Candidates that say the same, as far as they are exact. */
interface Camp {
  /** The strongest and most precise one. */
  best: Candidate;
  members: Candidate[];
}

const rank = (authority: Authority) => AUTHORITIES.indexOf(authority);
const moment = (published: string | null) =>
  published === null ? Number.NEGATIVE_INFINITY : Date.parse(published);
const isPerShare = (unit: string) => unit.endsWith('/share');
/** What a company expects is meant as it is said: 17 to 18 % is not 17.5 to 18.5 %, rounded. */
const GUIDED = -2;
const placeOf = ({ metric, value, decimals, unit }: Candidate) =>
  isGuidance(metric) ? GUIDED : roundedTo(value, decimals, isPerShare(unit));

/**
 * The fact that several statements of one thing come to. Figures on other shares are no rivals: the newest shares count, and
 * the others are told in a note. Figures that are one, rounded to different places, are one: the more exact one is taken.
 * Figures that truly differ are all kept, with the rule that chose.
 */
export function settle(candidates: readonly Candidate[]): Entry {
  const { onShares, onOthers } = byShares(candidates);
  const camps = campsOf(onShares).toSorted((one, other) => differ(one, other).order);
  const [first, second] = camps;
  if (first === undefined) throw new RangeError('a fact has at least one candidate');
  const { best } = first;
  const { metric, scope, scope_detail, period, unit } = best;
  const fact_id = factId(metric, scope, scope_detail, period.key);
  const notes = new Set([...best.notes, ...onOthers.map(otherShares)]);
  const fact: Fact = {
    fact_id,
    metric,
    scope,
    scope_detail,
    period,
    unit,
    value: exactText(best.value),
    value_high: best.value_high === null ? null : exactText(best.value_high),
    authority: best.authority,
    label: best.label,
    is_validated: best.is_validated,
    source_ids: [...new Set([best, ...first.members].flatMap(({ source_ids }) => source_ids))],
    locator: best.locator,
    published_at: best.published_at,
    derivation: best.derivation,
    notes: [...notes],
  };
  if (second === undefined) return { fact, chosen: best, candidates, conflict: null };
  const told = camps.flatMap(({ members }) => members);
  const rule = differ(first, second).rule;
  const conflict: FactConflict = {
    fact_id,
    metric,
    scope,
    scope_detail,
    period,
    candidates: told.map((one) => ({
      value: exactText(one.value),
      value_high: one.value_high === null ? null : exactText(one.value_high),
      unit: one.unit,
      source_id: one.source_ids[0] ?? 'derived',
      authority: one.authority,
      published_at: one.published_at,
      filing: one.filing,
      locator: one.derivation === null ? one.locator : one.derivation.formula,
    })),
    chosen: told.indexOf(best),
    rule,
    note: noteOf(rule, first.best, second.best),
  };
  return { fact, chosen: best, candidates, conflict };
}

/**
 * Candidates on the newest shares, and those on others. Where nobody knows the shares, they stand behind those known. Second-hand
 * figures, which are told on the shares of today, do not push aside what an exchange or a company said on the shares of the day.
 */
function byShares(candidates: readonly Candidate[]): { onShares: Candidate[]; onOthers: Candidate[] } {
  const strong = candidates.filter(({ is_validated }) => is_validated);
  const newest = (strong.length > 0 ? strong : candidates).reduce<string | null>(
    (best, { basis }) => (basis !== null && (best === null || basis > best) ? basis : best),
    null,
  );
  const onShares: Candidate[] = [];
  const onOthers: Candidate[] = [];
  for (const one of candidates) (one.basis === newest ? onShares : onOthers).push(one);
  return { onShares, onOthers };
}

function otherShares({ value, unit, source_ids, basis }: Candidate): string {
  const shares =
    basis === null
      ? 'without saying on which shares'
      : basis === ''
        ? 'on the shares before the split or bonus'
        : `on the shares since ${dayInWords(basis)}`;
  return `${source_ids[0] ?? 'A source'} says ${exactText(value)} ${unit}, ${shares}, so it is not compared.`;
}

function campsOf(candidates: readonly Candidate[]): Camp[] {
  const camps: Camp[] = [];
  // The most exact first, so that one camp does not grow from rounding to rounding.
  for (const one of candidates.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const camp = camps.find(({ members }) => isSame(members[0]!, one));
    if (camp === undefined) camps.push({ best: one, members: [one] });
    else camp.members.push(one);
  }
  for (const camp of camps) {
    camp.members.sort(byPreference);
    camp.best = camp.members[0]!;
  }
  return camps;
}

function isSame(one: Candidate, other: Candidate): boolean {
  if (one.unit !== other.unit) return false;
  const place = Math.max(placeOf(one), placeOf(other));
  if (!isSameRounded(one.value, other.value, place)) return false;
  if (one.value_high === null || other.value_high === null) return one.value_high === other.value_high;
  return isSameRounded(one.value_high, other.value_high, place);
}

/** Within a camp: the stronger, what is stated, the more exact, the first to say so. */
function byPreference(one: Candidate, other: Candidate): number {
  return (
    rank(one.authority) - rank(other.authority) ||
    statedFirst(one, other) ||
    placeOf(one) - placeOf(other) ||
    byMoment(one.published_at, other.published_at) ||
    byText(one.source_ids[0] ?? '', other.source_ids[0] ?? '')
  );
}

function statedFirst(one: Candidate, other: Candidate): number {
  const isDerived = ({ derivation }: Candidate) => derivation !== null;
  return isDerived(one) === isDerived(other) ? 0 : isDerived(one) ? 1 : -1;
}

/** Earlier first; what has no time comes last. */
function byMoment(one: string | null, other: string | null): number {
  if (one !== null && other !== null) return moment(one) - moment(other);
  return one === other ? 0 : one === null ? 1 : -1;
}

/** Which of two camps is chosen, and by which rule. */
function differ(one: Camp, other: Camp): { order: number; rule: ConflictRule } {
  const authority = rank(one.best.authority) - rank(other.best.authority);
  if (authority !== 0) return { order: authority, rule: 'HIGHER_AUTHORITY' };
  const derived = statedFirst(one.best, other.best);
  if (derived !== 0) return { order: derived, rule: 'REPORTED_OVER_DERIVED' };
  const [last, otherLast] = [lastOf(one), lastOf(other)];
  if (last !== otherLast) return { order: last > otherLast ? -1 : 1, rule: 'LATEST_REVISION' };
  return { order: byPreference(one.best, other.best), rule: 'FIRST_SEEN' };
}

/** When the camp was last confirmed by a source as strong as its best one. */
function lastOf({ best, members }: Camp): number {
  return Math.max(
    ...members.filter((one) => one.authority === best.authority).map((one) => moment(one.published_at)),
  );
}

function noteOf(rule: ConflictRule, chosen: Candidate, other: Candidate): string {
  if (chosen.unit !== other.unit)
    return `One is in ${chosen.unit}, the other in ${other.unit}, and Munim converts neither.`;
  switch (rule) {
    case 'HIGHER_AUTHORITY':
      return `Figures of ${AUTHORITY_WORDS[chosen.authority]} come before those of ${AUTHORITY_WORDS[other.authority]}.`;
    case 'LATEST_REVISION':
      return `It was restated on ${chosen.published_at === null ? 'an unknown day' : dayInWords(chosen.published_at.slice(0, 10))}.`;
    case 'REPORTED_OVER_DERIVED':
      return `The reported figure is used; ${other.derivation?.formula ?? 'the derivation'} gives a different one.`;
    case 'FIRST_SEEN':
      return 'Both were published at the same time, and neither source is stronger, so the first one is used.';
  }
}
