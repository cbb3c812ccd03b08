import { dayInWords } from '../../../platform/index.ts';
import {
  AUTHORITIES,
  AUTHORITY_WORDS,
  type EvidenceFamily,
  figureWords,
  type MetricId,
  METRICS,
} from '../../port/index.ts';
import { comparePeriods } from '../period-key.ts';
import type { Entry } from '../rivals.ts';
import { type Obligation, minimumOf } from './obligations.ts';

/** Figures of one group of an obligation, by how far they go. */
export interface GroupFound {
  /** What would do, each alone. */
  metrics: readonly MetricId[];
  /** Strong and new enough. */
  enough: readonly Entry[];
  /** New enough. */
  fresh: readonly Entry[];
  /** Of a source that counts. */
  belongs: readonly Entry[];
  /** New enough, of sources that do not count here. */
  elsewhere: readonly Entry[];
}

/** The newest period of which segments state revenue, and what they come to. */
export interface Segments {
  period: string;
  /** Percentage points of the company's revenue; null where that is not known for the period. */
  share_pct: number | null;
}

/** What is needed where figures of a family are too weak. */
const NEEDED: Readonly<Record<EvidenceFamily, string>> = {
  FINANCIAL_STATEMENTS: 'Only a figure that the company filed or published counts.',
  EXCHANGE_PRICES: 'Only a price from an exchange or a broker counts.',
  CORPORATE_ACTIONS: 'Only an exchange’s own list counts.',
  COMPANY_GUIDANCE: 'Only guidance from the company itself counts.',
  DISCOVERED: '',
};

/** Why an obligation is not covered, of what is known at that moment: what is there, why it does not do, and what to do. */
export function gapWords(
  obligation: Obligation,
  groups: readonly GroupFound[],
  segments: Segments | null,
): string {
  const { advice, family } = obligation;
  if (segments !== null && groups.every(({ enough }) => enough.length > 0))
    return sentences([attestationWords(segments), advice]);
  const isWeak = groups.some(
    ({ enough, fresh, belongs, elsewhere }) =>
      enough.length === 0 && (fresh.length > 0 || (belongs.length === 0 && elsewhere.length > 0)),
  );
  const unknown = groups.filter(({ belongs, elsewhere }) => belongs.length === 0 && elsewhere.length === 0);
  return sentences([
    ...groups.map((group) => groupWords(obligation, group)),
    unknown.length === 0 ? '' : `No data for: ${unknown.map(({ metrics }) => titlesOf(metrics)).join('; ')}.`,
    isWeak && minimumOf(obligation) !== null ? NEEDED[family] : '',
    advice,
  ]);
}

/** What is there of a group; empty where nothing is. */
function groupWords({ fresh: freshness }: Obligation, found: GroupFound): string {
  const { metrics, enough, fresh, belongs, elsewhere } = found;
  if (fresh.length > 0) return `${told(metrics, enough.length > 0 ? enough : fresh)}.`;
  if (belongs.length > 0) {
    const isOver = freshness === 'AHEAD' ? 'it is for a period that has ended' : 'it is too old';
    return `${told(metrics, belongs, 'NEWEST')}: ${isOver}.`;
  }
  return elsewhere.length === 0 ? '' : `${told(metrics, elsewhere)}: this source does not count for it.`;
}

/** `Price to book: 4.02 (2026-09-30, calculated from second-hand data)` */
function told(
  metrics: readonly MetricId[],
  entries: readonly Entry[],
  first: 'STRONGEST' | 'NEWEST' = 'STRONGEST',
): string {
  const rank = ({ fact }: Entry) => AUTHORITIES.indexOf(fact.authority);
  const place = ({ fact }: Entry) => metrics.indexOf(fact.metric);
  const newest = (one: Entry, other: Entry) => comparePeriods(other.fact.period, one.fact.period);
  const [best] = entries.toSorted((one, other) =>
    first === 'NEWEST'
      ? newest(one, other) || rank(one) - rank(other)
      : rank(one) - rank(other) || place(one) - place(other) || newest(one, other),
  );
  if (best === undefined) return titlesOf(metrics);
  const { metric, period, authority, derivation } = best.fact;
  const by = `${derivation === null ? 'from' : 'calculated from'} ${AUTHORITY_WORDS[authority]}`;
  return `${METRICS[metric].title}: ${figureWords(best.fact)} (${dayInWords(period.end)}, ${by})`;
}

function attestationWords({ period, share_pct }: Segments): string {
  return share_pct === null
    ? `The company’s revenue of ${period} is unknown, so its segments cannot be checked and none of them is used.`
    : `The segments of ${period} add up to ${Math.round(share_pct)}% of the company’s revenue, so none of them is used.`;
}

/** `Revenue from operations, Total income or Interest earned` */
function titlesOf(metrics: readonly MetricId[]): string {
  const titles = metrics.map((metric) => METRICS[metric].title);
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} or ${titles.at(-1) ?? ''}`;
}

const sentences = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
