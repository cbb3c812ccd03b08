/** Words of AI research: what statuses, stages and reasons mean. */
import { day, moment } from '../../../../../charts/index.ts';
import type { Dossier, DossierFact, DossierPacket, DossierSource, ResearchRun } from '../../api/types.ts';

export const STATUSES: Readonly<
  Record<ResearchRun['status'], { label: string; color: string; meaning: string }>
> = {
  queued: { label: 'Waiting', color: 'gray', meaning: 'It is waiting for its turn.' },
  running: { label: 'Running', color: 'blue', meaning: 'Its stages are being worked through.' },
  COMPLETED: {
    label: 'Completed',
    color: 'teal',
    meaning: 'Every required section rests on strong enough evidence.',
  },
  PARTIAL: {
    label: 'Partial',
    color: 'yellow',
    meaning: 'The report is there, but it could not be made into a PDF.',
  },
  REVIEW_REQUIRED: {
    label: 'Review required',
    color: 'orange',
    meaning: 'Some required sections lack strong enough evidence, so the report is not approved.',
  },
  FAILED: { label: 'Failed', color: 'red', meaning: 'It ended without a report.' },
  CANCELLED: { label: 'Cancelled', color: 'gray', meaning: 'It was cancelled.' },
};

export const STAGE_COLORS: Readonly<Record<Dossier['stages'][number]['status'], string>> = {
  PENDING: 'gray',
  RUNNING: 'blue',
  COMPLETED: 'teal',
  FAILED: 'red',
  BLOCKED: 'orange',
  SKIPPED: 'gray',
};

export const MODES: Readonly<Record<ResearchRun['mode'], { label: string; meaning: string }>> = {
  CURRENT: { label: 'Current', meaning: 'Uses what is known now, fetched from the sources.' },
  OFFLINE: { label: 'Offline', meaning: 'Uses only stored and imported documents. Nothing is fetched.' },
  HISTORICAL: { label: 'Historical', meaning: 'Uses only what was published up to a moment in the past.' },
};

export const RULES: Readonly<Record<Dossier['conflicts'][number]['rule'], string>> = {
  HIGHER_AUTHORITY: 'The stronger publisher is used',
  LATEST_REVISION: 'The latest revision is used',
  REPORTED_OVER_DERIVED: 'The reported figure is used, not the calculated one',
  FIRST_SEEN: 'The first one is used',
};

/** `OTHER_COMPANY` is "Other company". */
export function plain(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Authority = DossierFact['authority'];

/** Who published it, from the strongest to the weakest. */
export const AUTHORITIES: Readonly<Record<Authority, { label: string; color: string; meaning: string }>> = {
  FILING: { label: 'Filing', color: 'teal', meaning: 'Filed with an exchange or a regulator.' },
  REGULATOR: { label: 'Exchange list', color: 'teal', meaning: 'From an exchange’s lists.' },
  COMPANY: { label: 'Company', color: 'teal', meaning: 'Published by the company on its own site.' },
  OFFICIAL: { label: 'Official price', color: 'teal', meaning: 'A price from an exchange or a broker.' },
  AGGREGATOR: {
    label: 'Second-hand',
    color: 'orange',
    meaning: 'Reported by a third party. It is shown, but does not count towards coverage.',
  },
  DISCOVERED: {
    label: 'Web',
    color: 'orange',
    meaning: 'Found on the web. It is shown, but does not count towards coverage.',
  },
};

/** What a point of coverage needs, in words that fit its line. */
export const NEEDS: Readonly<Record<Authority, string>> = {
  FILING: 'a filing',
  REGULATOR: 'an exchange’s list',
  COMPANY: 'a filing or the company’s own page',
  OFFICIAL: 'a price from an exchange or a broker',
  AGGREGATOR: 'any source',
  DISCOVERED: 'any source',
};

export const FAMILIES: Readonly<Record<DossierFact['family'], string>> = {
  FINANCIAL_STATEMENTS: 'Financial statements',
  EXCHANGE_PRICES: 'Prices and valuation',
  CORPORATE_ACTIONS: 'Corporate actions',
  COMPANY_GUIDANCE: 'What the company expects',
  DISCOVERED: 'What analysts expect',
};

export const PROVIDERS: Readonly<Record<DossierSource['provider'], string>> = {
  internal: 'Munim’s own records',
  sec: 'SEC filings',
  nse_filings: 'NSE filings',
  nse_announcements: 'NSE announcements',
  exchange_actions: 'Corporate actions of the exchanges',
  nse_archive: 'NSE prices',
  bse_announcements: 'BSE announcements',
  issuer: 'The company’s pages',
  yahoo: 'Yahoo',
  news: 'Headlines',
};

export const ORIGINS: Readonly<Record<DossierPacket['origin'], string>> = {
  NETWORK: 'from the source',
  FILE: 'imported file',
  KEPT: 'kept copy',
};

const SCOPES: Readonly<Record<string, string>> = {
  consolidated: 'Consolidated',
  standalone: 'Standalone',
  company: 'Company',
  market: 'Market',
  segment: 'Segment',
  peer: 'Peer',
};

export const scopeText = ({ scope, scope_detail }: Pick<DossierFact, 'scope' | 'scope_detail'>): string =>
  [SCOPES[scope] ?? scope, scope_detail].filter((one) => one !== null).join(', ');

/** `FY2027Q1` is "Q1 FY2027", `FY2026M9` "nine months of FY2026", and a day is told as one. */
export function periodText({ key, end }: DossierFact['period']): string {
  if (key === 'TTM') return `twelve months to ${day(end)}`;
  if (key === 'LATEST') return `latest, ${day(end)}`;
  const [, year, part] = /^(FY\d{4})(Q\d|H1|M9)$/.exec(key) ?? [];
  if (year !== undefined && part !== undefined)
    return part === 'H1'
      ? `first half of ${year}`
      : part === 'M9'
        ? `nine months of ${year}`
        : `${part} ${year}`;
  if (/^\d{4}-\d{2}-\d{2}$/.test(key)) return day(key);
  const [from, to] = key.split(/[-/](?=FY|\d{4}-)/);
  if (from === undefined || to === undefined) return key;
  return key.startsWith('FY') ? `${from} to ${to}` : `${day(from)} to ${day(to)}`;
}

export const asked = ({ mode, cutoff }: ResearchRun): string =>
  cutoff === null ? MODES[mode].label : `${MODES[mode].label}, as of ${moment(cutoff)}`;

/** All digits of a figure, in the groups of its currency. */
export function exactText({
  value,
  value_high,
  unit,
}: Pick<DossierFact, 'value' | 'value_high' | 'unit'>): string {
  const groups = unit.startsWith('INR') ? /(\d)(?=(?:\d{2})+\d$)/g : /(\d)(?=(?:\d{3})+$)/g;
  const grouped = (text: string): string => {
    const [whole = '', fraction] = text.split('.');
    const parted = whole.replace(groups, '$1,');
    return fraction === undefined ? parted : `${parted}.${fraction}`;
  };
  return `${grouped(value)}${value_high === null ? '' : ` to ${grouped(value_high)}`} ${unit}`;
}

/** `sha256:` and the first digits of a hash. */
export const shortHash = (hash: string): string => hash.slice(0, 'sha256:'.length + 10);

/** Only addresses of the web are followed; another scheme is text. */
export const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);

/** Rows under what they share, in the order in which that comes first. */
export function groupsOf<T>(rows: readonly T[], keyOf: (row: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups];
}
