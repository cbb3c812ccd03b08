import { type LegacyReport, parseLegacyReport } from './legacy-report.ts';
import type { Steps } from '../port/index.ts';
import {
  claimView,
  parsePublication,
  type Publication,
  publishedConflict,
  publishedFact,
  publishedSource,
  SCHEMA_VERSION,
} from './payload.ts';

/** A stored report, by its version. */
export type StoredReport =
  | { version: '2.0'; publication: Publication }
  | { version: '1.0'; report: LegacyReport };

/**
 * Reads what is stored of a report: publications by their version, everything else as a report of the first one
 * (research/Versioning 1).
 * @throws yup.ValidationError, never a report that is partly read
 */
export function readReport(payload: unknown): StoredReport {
  return isPublication(payload)
    ? { version: SCHEMA_VERSION, publication: parsePublication(payload) }
    : { version: '1.0', report: parseLegacyReport(payload) };
}

/** The lists of a publication that may be long. Each is what its entries are. */
const LONG_LISTS = {
  facts: publishedFact,
  conflicts: publishedConflict,
  claims: claimView,
  sources: publishedSource,
} as const;

/**
 * The same as `readReport`, in steps of some milliseconds at the most: a large publication takes a tenth of a second.
 * @throws yup.ValidationError, never a report that is partly read
 */
export function* readReportInSteps(payload: unknown): Steps<StoredReport> {
  if (!isPublication(payload)) return readReport(payload);
  const short: Record<string, unknown> = { ...payload };
  const lists: Partial<Record<keyof typeof LONG_LISTS, unknown[]>> = {};
  for (const name of Object.keys(LONG_LISTS) as (keyof typeof LONG_LISTS)[]) {
    const list = payload[name];
    // Whatever is no list is refused with the rest.
    if (!Array.isArray(list)) continue;
    short[name] = [];
    lists[name] = list as unknown[];
  }
  const publication = parsePublication(short);
  yield;
  for (const [name, list] of Object.entries(lists)) {
    const entry = LONG_LISTS[name as keyof typeof LONG_LISTS];
    for (const one of list) {
      entry.validateSync(one, { strict: true });
      yield;
    }
  }
  return { version: SCHEMA_VERSION, publication: { ...publication, ...lists } as Publication };
}

const isPublication = (payload: unknown): payload is Record<string, unknown> =>
  typeof payload === 'object' &&
  payload !== null &&
  'schema_version' in payload &&
  payload.schema_version === SCHEMA_VERSION;

/** What the read of a dossier has at its top, of either version (research/Report: promoted fields). */
interface Promoted {
  why_this_rating: string | null;
  valuation_basis: string | null;
  segment_views: Publication['segment_views'];
  peer_set: Publication['peer_set'];
}

/** The newer fields of a report; null or left out where an older one has none. */
export function promotedFields(stored: StoredReport): Promoted {
  const report = stored.version === SCHEMA_VERSION ? stored.publication : stored.report;
  const { why_this_rating = null, valuation_basis = null, segment_views, peer_set } = report;
  return {
    why_this_rating,
    valuation_basis,
    ...(segment_views === undefined ? {} : { segment_views }),
    ...(peer_set === undefined ? {} : { peer_set }),
  } as Promoted;
}
