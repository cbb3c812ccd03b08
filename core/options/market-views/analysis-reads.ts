import type { DIRECTIONS, VERDICTS } from '../records/index.ts';
import type { Workspace } from '../store/index.ts';
import type { Scored } from './scores.ts';

export interface MarketFilter {
  underlying?: string | undefined;
  model?: string | undefined;
}

type Direction = (typeof DIRECTIONS)[number];

/** An analysis with its outcome. */
export interface Analysis {
  id: string;
  at: string;
  day: string;
  horizonAt: string;
  underlying: string;
  probabilityUp: number;
  verdict: (typeof VERDICTS)[number];
  model: string | null;
  missing: string[];
  receivedAt: string;
  /** Null where none is known. */
  outcome: { realised: Direction; returnPct: number | null } | null;
}

export interface Analyses {
  /** In the order of time. */
  all: Analysis[];
  /** Outcomes that do not count: of an analysis that has one, of a time before its horizon, of no known analysis. */
  later: number;
  early: number;
  unmatched: number;
}

interface AnalysisRow {
  record_id: string;
  at: string;
  day: string;
  horizon_at: string;
  underlying: string;
  probability_up: number;
  verdict: Analysis['verdict'];
  model: string | null;
  missing_inputs_json: string;
  received_at: string;
}

/**
 * Analyses with their outcomes. The first outcome that came for an analysis counts, if it is of its horizon or later: what was
 * once known is not written over, and nobody chooses a better moment before the horizon.
 */
export async function readAnalyses(workspace: Workspace, filter: MarketFilter = {}): Promise<Analyses> {
  const rows = await workspace.select<AnalysisRow>(
    `select a.record_id, a.at, a.day, a.horizon_at, a.underlying, a.probability_up, a.verdict, a.model,
       a.missing_inputs_json, i.received_at
     from market_analyses a
     join ingest_records i on i.owner_user_id = a.owner_user_id and i.record_id = a.record_id
     where a.owner_user_id = :owner order by a.at, a.record_id`,
  );
  const outcomes = await workspace.select<{
    analysis_id: string;
    at: string;
    realised: Direction;
    return_pct: number | null;
  }>(
    `select o.analysis_id, o.at, o.realised, o.return_pct
     from market_outcomes o
     join ingest_records i on i.owner_user_id = o.owner_user_id and i.record_id = o.record_id
     where o.owner_user_id = :owner order by i.received_at, o.at, o.record_id`,
  );
  const known = new Map(rows.map((row) => [row.record_id, analysisOf(row)]));
  let [later, early, unmatched] = [0, 0, 0];
  const isWanted = ({ underlying, model }: Analysis) =>
    (filter.underlying === undefined || underlying === filter.underlying) &&
    (filter.model === undefined || model === filter.model);
  for (const { analysis_id, at, realised, return_pct } of outcomes) {
    const analysis = known.get(analysis_id);
    if (analysis === undefined) unmatched += 1;
    else if (!isWanted(analysis)) continue;
    else if (at < analysis.horizonAt) early += 1;
    else if (analysis.outcome !== null) later += 1;
    else analysis.outcome = { realised, returnPct: return_pct };
  }
  return { all: [...known.values()].filter(isWanted), later, early, unmatched };
}

const analysisOf = (row: AnalysisRow): Analysis => ({
  id: row.record_id,
  at: row.at,
  day: row.day,
  horizonAt: row.horizon_at,
  underlying: row.underlying,
  probabilityUp: row.probability_up,
  verdict: row.verdict,
  model: row.model,
  missing: JSON.parse(row.missing_inputs_json) as string[],
  receivedAt: row.received_at,
  outcome: null,
});

export type Resolved = Analysis & { outcome: NonNullable<Analysis['outcome']> };

export const resolvedOf = (analyses: readonly Analysis[]): Resolved[] =>
  analyses.filter((one): one is Resolved => one.outcome !== null);

/** FLAT is not higher: the forecast is that the underlying is higher at the horizon, so it counts as not happened. */
export const scored = ({ probabilityUp, outcome }: Resolved): Scored => ({
  probability: probabilityUp,
  happened: outcome.realised === 'UP' ? 1 : 0,
});
