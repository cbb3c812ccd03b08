import { type Decimal, isCalendarDate } from '../../../platform/index.ts';
import {
  type Authority,
  type ClaimLabel,
  type EvidencePacket,
  isAtLeast,
  type MetricId,
  METRICS,
  MINIMUM_AUTHORITY,
  type Observation,
  type Period,
  type RunMode,
  type Scope,
  type SourceFamily,
} from '../../port/index.ts';
import { addMonths, dayAfter } from '../../../platform/index.ts';
import { isAfter, isDated } from './adaptation.ts';
import { figureOf } from '../figures.ts';
import type { FiscalCalendar } from '../fiscal-calendar.ts';
import { familyOf, isGuidance, isOfTwelveMonths, isOnShares } from '../metric-families.ts';
import type { ShareBasis, ShareChanges } from './share-basis.ts';

/** What a figure is derived by, as the fact names it. */
export interface Derivation {
  shape: 'single' | 'series' | 'industry';
  formula: string;
  inputs: readonly string[];
}

/** One statement of one figure, or one derivation of it. */
export interface Candidate {
  metric: MetricId;
  scope: Scope;
  scope_detail: string | null;
  period: Period;
  unit: string;
  value: Decimal;
  value_high: Decimal | null;
  decimals: number | null;
  authority: Authority;
  label: ClaimLabel;
  is_validated: boolean;
  source_ids: readonly string[];
  families: readonly SourceFamily[];
  published_at: string | null;
  filing: string | null;
  locator: string;
  basis: ShareBasis;
  derivation: Derivation | null;
  notes: readonly string[];
}

/** A figure that a source has without a usable value. */
export interface Unavailable {
  metric: MetricId;
  scope: Scope;
  period: Period;
  source_id: string;
  reason: string;
}

export interface Readers {
  calendar: FiscalCalendar;
  changes: ShareChanges;
  mode: RunMode;
  as_of: string;
}

/** A statement read: a figure, the reason why there is none, or nothing where it was published too late. */
type Read =
  | { candidate: Candidate; unavailable: null }
  | { candidate: null; unavailable: Unavailable | null };

/** What one observation says. What cannot be used is unavailable with its reason, and never 0. */
export function readObservation(packet: EvidencePacket, said: Observation, readers: Readers): Read {
  const published_at = said.published_at ?? packet.published_at;
  // Published after the moment of the run: it is not known yet, and not unavailable either.
  if (isAfter(published_at, readers.as_of)) return { candidate: null, unavailable: null };
  const spanned = periodOf(said, readers.calendar);
  const period = spanned ?? { key: said.end, start: null, end: said.end };
  const missing = (reason: string): Read => ({
    candidate: null,
    unavailable: {
      metric: said.metric,
      scope: said.scope,
      period,
      source_id: packet.source_id,
      reason,
    },
  });
  if (packet.source_class === 'UNAVAILABLE') return missing('The source could not be read.');
  if (said.value === null) return missing(said.reason ?? 'The source gives no figure.');
  const value = figureOf(said.value);
  if (value === null) return missing(`"${said.value.slice(0, 40)}" is not a number.`);
  const value_high = said.value_high === null ? null : figureOf(said.value_high);
  if (said.value_high !== null && value_high === null)
    return missing('The end of its range is not a number.');
  if (spanned === null) return missing('The source does not say which days it covers.');
  const isFound =
    packet.source_class === 'DISCOVERED' || (readers.mode === 'HISTORICAL' && !isDated(published_at));
  const authority = isFound ? 'DISCOVERED' : packet.authority;
  const is_validated = isEnough(said.metric, authority);
  const notes =
    isFound && packet.authority !== 'DISCOVERED'
      ? [`${packet.publisher} published it on an unknown date, so it counts as found, not verified.`]
      : [];
  return {
    unavailable: null,
    candidate: {
      metric: said.metric,
      scope: said.scope,
      scope_detail: said.scope_detail,
      period,
      unit: said.unit,
      value,
      value_high,
      decimals: said.decimals,
      authority,
      label: is_validated ? 'VERIFIED_FACT' : 'SOURCE_REPORTED',
      is_validated,
      source_ids: [packet.source_id],
      families: packet.families,
      published_at,
      filing: said.filing,
      locator: said.locator,
      basis: basisOf(said, published_at, readers.changes),
      derivation: null,
      notes,
    },
  };
}

/** Whether an authority meets the minimum of the figure's family. What was only discovered meets none. */
export function isEnough(metric: MetricId, authority: Authority): boolean {
  const minimum = MINIMUM_AUTHORITY[familyOf(metric)];
  return minimum !== null && authority !== 'DISCOVERED' && isAtLeast(authority, minimum);
}

/** A price is on the shares of its day; what a company reports is on those of the day on which it said so. */
function basisOf(said: Observation, published_at: string | null, changes: ShareChanges): ShareBasis {
  if (!isOnShares(said.metric)) return '';
  const isOfDay = familyOf(said.metric) === 'EXCHANGE_PRICES' || METRICS[said.metric].kind === 'EVENT';
  return changes.basisOf(said.share_basis, isOfDay ? said.end : published_at);
}

/** The canonical period; null where the days are none, or a flow has no first day. */
function periodOf({ metric, start, end }: Observation, calendar: FiscalCalendar): Period | null {
  if (!isCalendarDate(end)) return null;
  const { kind } = METRICS[metric];
  if (kind === 'EVENT') return { key: end, start: null, end };
  if (kind === 'STOCK') {
    // A price is of its day, also of the last one of a quarter.
    return familyOf(metric) === 'FINANCIAL_STATEMENTS' ? calendar.ofDay(end) : { key: end, start: null, end };
  }
  if (start === null) {
    if (isOfTwelveMonths(metric)) return { key: 'TTM', start: dayAfter(addMonths(end, -12)), end };
    // A year that a company speaks of has no first day in its words.
    const year = isGuidance(metric) ? calendar.ofDay(end) : null;
    return year !== null && /^FY\d{4}$/.test(year.key) ? year : null;
  }
  if (!isCalendarDate(start) || start > end) return null;
  return isOfTwelveMonths(metric) ? { key: 'TTM', start, end } : calendar.ofSpan(start, end);
}
