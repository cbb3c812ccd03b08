import type { Publication } from '../publication/index.ts';
import type { PrintedReport } from './printed-report.ts';

type Statement = Publication['bull'][number];

/** What parts print of a report, of either version: what an older one does not have is null or empty. */
export interface Content {
  report: PrintedReport;
  /** Null for a report of the first version. */
  publication: Publication | null;
  company: string;
  symbol: string;
  decision: Publication['decision'];
  thesis: string;
  why: string | null;
  valuationBasis: string | null;
  bull: readonly Statement[];
  bear: readonly Statement[];
  catalysts: readonly string[];
  risks: readonly string[];
  invalidations: readonly string[];
  segments: NonNullable<Publication['segment_views']>;
  peers: NonNullable<Publication['peer_set']>;
  /** The moment that the evidence is of, ISO-8601; null where nobody says. */
  asOf: string | null;
  /** Percentage points of the required evidence; null where nobody knows. */
  requiredPct: number | null;
  payloadHash: string;
}

/** @param payloadHash names the stored payload: `sha256:` and 64 hex digits */
export function contentOf(report: PrintedReport, payloadHash: string): Content {
  const { stored } = report;
  const statements = (texts: readonly string[]): Statement[] =>
    texts.map((statement) => ({ statement, claim_ids: [] }));
  const publication = stored.version === '2.0' ? stored.publication : null;
  const said = stored.version === '2.0' ? stored.publication : stored.report;
  const legacy = stored.version === '1.0' ? stored.report : null;
  return {
    report,
    publication,
    company: publication?.identity.company_name ?? report.company_name ?? report.symbol,
    symbol: publication?.identity.symbol ?? report.symbol,
    decision: publication?.decision ?? {
      rating: legacy?.rating ?? 'NOT_RATED',
      action: legacy?.action ?? 'WATCH',
      confidence: legacy?.confidence ?? null,
      horizon: null,
      overridden: false,
      override_reason: null,
    },
    thesis: said.thesis,
    why: said.why_this_rating ?? null,
    valuationBasis: said.valuation_basis ?? null,
    bull: publication?.bull ?? statements(legacy?.bull ?? []),
    bear: publication?.bear ?? statements(legacy?.bear ?? []),
    catalysts: said.catalysts,
    risks: said.risks,
    invalidations: said.invalidations,
    segments: said.segment_views ?? [],
    peers: said.peer_set ?? [],
    asOf: publication?.as_of ?? report.as_of,
    requiredPct: report.required_pct ?? publication?.coverage.required_pct ?? null,
    payloadHash,
  };
}
