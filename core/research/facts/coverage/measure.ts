import { addDays } from '../../../platform/index.ts';
import {
  type Authority,
  AUTHORITIES,
  AUTHORITY_WORDS,
  type Coverage,
  type CoverageReason,
  type CoverageRow,
  isAtLeast,
  type MetricId,
  METRICS,
  weakestOf,
} from '../../port/index.ts';
import { byText } from '../figures.ts';
import { isStandaloneSegment } from '../metric-families.ts';
import { minimumOf, type Obligation, OBLIGATIONS } from './obligations.ts';
import { comparePeriods } from '../period-key.ts';
import type { Entry } from '../rivals.ts';

/** Where entries are looked up. */
export interface Measurable {
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
 * not keeps the reason that it had.
 */
export function measureAfter(
  book: Measurable,
  as_of: string,
  before: ReadonlyMap<string, Measured>,
): Coverage {
  const rows = OBLIGATIONS.map((obligation): CoverageRow => {
    const first = before.get(obligation.id) ?? measure(obligation, book, as_of);
    const again = first.is_covered ? first : measure(obligation, book, as_of);
    const now = again.is_covered ? again : { ...first, fact_ids: again.fact_ids };
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
  const groups = obligation.groups.map((metrics) => metrics.flatMap((metric) => [...book.of(metric)]));
  const belongs = groups.map((entries) => entries.filter((entry) => isOf(entry, obligation)));
  const fresh = belongs.map((entries) => entries.filter((entry) => isFresh(entry, obligation, as_of)));
  const minimum = minimumOf(obligation);
  const enough = fresh.map((entries) =>
    entries.filter(({ fact }) => fact.is_validated && minimum !== null && isAtLeast(fact.authority, minimum)),
  );
  const best = fresh.map(bestOf);
  const achieved = weakestOf(best.filter((one) => one !== null));
  const isCovered = enough.every((entries) => entries.length > 0) && isAttested(obligation, book);
  const named = (isCovered ? enough : fresh)
    .flat()
    .toSorted(
      (one, other) =>
        comparePeriods(other.fact.period, one.fact.period) || byText(one.fact.fact_id, other.fact.fact_id),
    );
  const fact_ids = [...new Set(named.map(({ fact }) => fact.fact_id))].slice(0, MOST_IDS);
  if (isCovered) {
    const covering = weakestOf(enough.map(bestOf).filter((one) => one !== null));
    const newest = named[0]?.fact.period;
    const by = covering === null ? 'its sources' : AUTHORITY_WORDS[covering];
    const detail = `It rests on ${by}; the newest figure is of ${newest?.end ?? 'its day'}.`;
    return { is_covered: true, reason: null, achieved: covering, detail, fact_ids };
  }
  return {
    is_covered: false,
    ...whyNot(obligation, { belongs, fresh, enough, achieved }),
    achieved,
    fact_ids,
  };
}

interface Found {
  belongs: Entry[][];
  fresh: Entry[][];
  enough: Entry[][];
  achieved: Authority | null;
}

function whyNot(obligation: Obligation, found: Found): { reason: CoverageReason; detail: string } {
  const { advice, reason } = obligation;
  const { belongs, fresh, enough, achieved } = found;
  const missing = obligation.groups.filter((_, at) => fresh[at]!.length === 0);
  if (missing.length === 0 && enough.every((entries) => entries.length > 0)) {
    const detail = `The segments do not come to the revenue of the company, so none of them is relied on. ${advice}`;
    return { reason: 'segment_attestation_failed', detail };
  }
  if (missing.length === 0) {
    const minimum = minimumOf(obligation);
    const needs =
      minimum === null
        ? 'Nothing of this kind covers anything.'
        : `It takes ${AUTHORITY_WORDS[minimum]} or better.`;
    const by = achieved === null ? 'weak sources' : AUTHORITY_WORDS[achieved];
    const detail = `It is known from ${by} alone. ${needs} ${advice}`;
    return { reason: 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE', detail };
  }
  const stale = belongs.flat().map(({ fact }) => fact.period.end);
  const last = stale.toSorted().at(-1);
  const detail =
    last !== undefined && fresh.every((entries) => entries.length === 0)
      ? `The newest figure is of ${last}, which is too old. ${advice}`
      : `Nothing is known of this: ${missing.map(titleOf).join('; ')}. ${advice}`;
  return { reason, detail };
}

/** The first of several figures, any of which would do. */
function titleOf([metric]: readonly MetricId[]): string {
  return metric === undefined ? 'any figure' : METRICS[metric].title;
}

function isOf({ fact, chosen }: Entry, { scopes, source_families }: Obligation): boolean {
  return scopes.includes(fact.scope) && chosen.families.some((family) => source_families.includes(family));
}

function isFresh({ fact: { period } }: Entry, { fresh }: Obligation, as_of: string): boolean {
  const today = as_of.slice(0, 10);
  if (fresh === null) return true;
  return fresh === 'AHEAD' ? period.end >= today : period.end >= addDays(today, -fresh);
}

function bestOf(entries: readonly Entry[]): Authority | null {
  const ranks = entries.map(({ fact }) => AUTHORITIES.indexOf(fact.authority));
  return ranks.length === 0 ? null : AUTHORITIES[Math.min(...ranks)]!;
}

/** Whether the newest segments come to the company's revenue. Sales between segments make them more. */
function isAttested({ id }: Obligation, book: Measurable): boolean {
  if (id !== 'segments') return true;
  const all = book.of('segment_revenue').filter(({ fact }) => fact.scope === 'segment');
  const whole = all.filter(({ fact }) => !isStandaloneSegment(fact.scope_detail));
  const segments = whole.length > 0 ? whole : all;
  const newest = segments.toSorted((one, other) => comparePeriods(other.fact.period, one.fact.period))[0];
  if (newest === undefined) return true;
  const of = segments.filter(({ fact }) => fact.period.key === newest.fact.period.key);
  const wholes = book
    .of('revenue')
    .filter(({ fact }) => fact.period.key === newest.fact.period.key && fact.unit === newest.fact.unit);
  const sum = of.reduce((total, { chosen }) => total + chosen.value.toNumber(), 0);
  return wholes.some(({ chosen }) => {
    const share = (sum / chosen.value.toNumber()) * 100;
    return share >= ATTESTED.least && share <= ATTESTED.most;
  });
}
