import { type LegacyReport, parseLegacyReport } from './legacy-report.ts';
import { parsePublication, type Publication, SCHEMA_VERSION } from './payload.ts';

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
  const version =
    typeof payload === 'object' && payload !== null && 'schema_version' in payload
      ? payload.schema_version
      : undefined;
  return version === SCHEMA_VERSION
    ? { version: SCHEMA_VERSION, publication: parsePublication(payload) }
    : { version: '1.0', report: parseLegacyReport(payload) };
}

/** What the read of a dossier has at its top, of either version (research/Report: promoted fields). */
export interface Promoted {
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
