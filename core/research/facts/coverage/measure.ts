import { addDays, dayInWords } from '../../../platform/index.ts';
import {
  type Authority,
  AUTHORITIES,
  AUTHORITY_WORDS,
  type Coverage,
  type CoverageReason,
  type CoverageRow,
  isAtLeast,
  type MetricId,
  weakestOf,
} from '../../port/index.ts';
import { byText } from '../figures.ts';
import { isStandaloneSegment } from '../metric-families.ts';
import { minimumOf, type Obligation, OBLIGATIONS } from './obligations.ts';
import { comparePeriods } from '../period-key.ts';
import type { Entry } from '../rivals.ts';
import { gapWords, type GroupFound, type Segments } from './words.ts';

/** Where entries are looked up. */
interface Measurable {
  of(metric: MetricId): readonly Entry[];
}

/** Segments that come to less or more of the revenue, in percent points, do not attest it. */
const ATTESTED = { least: 90, most: 130 };
/** Ids that a row names at most. */
const MOST_IDS = 20;

interface Measured {
  is_covered: boolean;
  reason: CoverageReason | null;
  achieved: Authority | null;
  detail: string;
  fact_ids: string[];
}

/** What is covered by what sources state, before anything is derived. */
export function measureBefore(book: Measurable, as_of: string): ReadonlyMap<string, Measured> {
  return new Map(OBLIGATIONS.map((one) => [one.id, measure(one, book, as_of)]));
}

/**
 * Coverage after derivation (research/Evidence acquisition rules 8): a row that was covered stays as it was, and one that is
 * not keeps the reason that it had. Its words and the best authority are of what is known by then.
 */
export function measureAfter(
  book: Measurable,
  as_of: string,
  before: ReadonlyMap<string, Measured>,
): Coverage {
  const rows = OBLIGATIONS.map((obligation): CoverageRow => {
    const first = before.get(obligation.id) ?? measure(obligation, book, as_of);
    const again = first.is_covered ? first : measure(obligation, book, as_of);
    const now = again.is_covered ? again : { ...again, reason: first.reason };
    const { id, title, section, family, is_required } = obligation;
    return {
      obligation: id,
      title,
      section,
      family,
      is_required,
      minimum: minimumOf(obligation),
      achieved: now.achieved,
      is_covered: now.is_covered,
      reason: now.reason,
      detail: now.detail,
      fact_ids: now.fact_ids,
      before: { is_covered: first.is_covered, reason: first.reason },
    };
  });
  const required = rows.filter(({ is_required }) => is_required);
  const covered = required.filter(({ is_covered }) => is_covered);
  return {
    rows,
    required_pct: (covered.length / required.length) * 100,
    verdict: covered.length === required.length ? 'SUFFICIENT' : 'REVIEW_REQUIRED',
  };
}

function measure(obligation: Obligation, book: Measurable, as_of: string): Measured {
  const minimum = minimumOf(obligation);
  const groups = obligation.groups.map((metrics): GroupFound => {
    const inScope = metrics
      .flatMap((metric) => [...book.of(metric)])
      .filter(({ fact }) => obligation.scopes.includes(fact.scope));
    const belongs = inScope.filter((entry) => counts(entry, obligation));
    const fresh = belongs.filter((entry) => isFresh(entry, obligation, as_of));
    const enough = fresh.filter(
      ({ fact }) => fact.is_validated && minimum !== null && isAtLeast(fact.authority, minimum),
    );
    const elsewhere = inScope.filter(
      (entry) => !counts(entry, obligation) && isFresh(entry, obligation, as_of),
    );
    return { metrics, enough, fresh, belongs, elsewhere };
  });
  const segments = obligation.id === 'segments' ? segmentsOf(book) : null;
  const isCovered = groups.every(({ enough }) => enough.length > 0) && isAttested(segments);
  const named = groups
    .flatMap(({ enough, fresh }) => (isCovered ? enough : fresh))
    .toSorted(
      (one, other) =>
        comparePeriods(other.fact.period, one.fact.period) || byText(one.fact.fact_id, other.fact.fact_id),
    );
  const fact_ids = [...new Set(named.map(({ fact }) => fact.fact_id))].slice(0, MOST_IDS);
  if (isCovered) {
    const covering = weakestBest(groups.map(({ enough }) => enough));
    const newest = named[0]?.fact.period;
    const by = covering === null ? 'its sources' : AUTHORITY_WORDS[covering];
    const latest = obligation.fresh === 'AHEAD' ? 'It looks ahead to' : 'Newest figure:';
    const when = newest === undefined ? '' : ` ${latest} ${dayInWords(newest.end)}.`;
    const detail = `Based on ${by}.${when}`;
    return { is_covered: true, reason: null, achieved: covering, detail, fact_ids };
  }
  return {
    is_covered: false,
    reason: whyNot(obligation, groups),
    achieved: weakestBest(groups.map(({ fresh }) => fresh)),
    detail: gapWords(obligation, groups, segments),
    fact_ids,
  };
}

function whyNot({ reason }: Obligation, groups: readonly GroupFound[]): CoverageReason {
  if (groups.some(({ fresh }) => fresh.length === 0)) return reason;
  return groups.every(({ enough }) => enough.length > 0)
    ? 'segment_attestation_failed'
    : 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE';
}

/** Whether the evidence is of a kind that counts for this. */
function counts({ chosen }: Entry, { source_families }: Obligation): boolean {
  return chosen.families.some((family) => source_families.includes(family));
}

function isFresh({ fact: { period } }: Entry, { fresh }: Obligation, as_of: string): boolean {
  const today = as_of.slice(0, 10);
  if (fresh === null) return true;
  return fresh === 'AHEAD' ? period.end >= today : period.end >= addDays(today, -fresh);
}

/** The weakest of what each group has at best; null where none has anything. */
function weakestBest(groups: readonly (readonly Entry[])[]): Authority | null {
  return weakestOf(groups.map(bestOf).filter((one) => one !== null));
}

function bestOf(entries: readonly Entry[]): Authority | null {
  const ranks = entries.map(({ fact }) => AUTHORITIES.indexOf(fact.authority));
  return ranks.length === 0 ? null : AUTHORITIES[Math.min(...ranks)]!;
}

/** Sales between segments make them more than the whole. */
function isAttested(segments: Segments | null): boolean {
  if (segments === null) return true;
  const { share_pct } = segments;
  return share_pct !== null && share_pct >= ATTESTED.least && share_pct <= ATTESTED.most;
}

/** What the newest segments come to; null where there are none. Of several statements of the whole the one that fits counts. */
function segmentsOf(book: Measurable): Segments | null {
  const all = book.of('segment_revenue').filter(({ fact }) => fact.scope === 'segment');
  const whole = all.filter(({ fact }) => !isStandaloneSegment(fact.scope_detail));
  const segments = whole.length > 0 ? whole : all;
  const newest = segments.toSorted((one, other) => comparePeriods(other.fact.period, one.fact.period))[0];
  if (newest === undefined) return null;
  const { period, unit } = newest.fact;
  const of = segments.filter(({ fact }) => fact.period.key === period.key);
  const sum = of.reduce((total, { chosen }) => total + chosen.value.toNumber(), 0);
  const shares = book
    .of('revenue')
    .filter(({ fact }) => fact.period.key === period.key && fact.unit === unit)
    .map(({ chosen }) => (sum / chosen.value.toNumber()) * 100)
    .filter((share) => Number.isFinite(share));
  const fitting = shares.find((share_pct) => isAttested({ period: period.key, share_pct }));
  return { period: period.key, share_pct: fitting ?? shares[0] ?? null };
}
