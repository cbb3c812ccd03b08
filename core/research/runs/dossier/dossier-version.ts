import type { DbTransaction } from '../../../platform/index.ts';
import { rowIdOf } from '../run-id.ts';

/**
 * The columns that change with a dossier of a run that has ended: the versions of the rows it is made of, as Postgres
 * counts them (`xmin`, the transaction that wrote a row). What belongs to a run is written with its stages and never after
 * its end; what is thought of it later, baselines among it, is of few rows.
 */
const VERSION = `
  run.xmin::text as run,
  (select string_agg(xmin::text, ',' order by nr) from research.ai_research_stages where run_id = run.id) as stages,
  (select xmin::text from research.ai_research_reports where run_id = run.id) as report,
  (select string_agg(id || ':' || xmin::text, ',' order by id) from research.ai_thesis_baselines
    where instrument_id = run.instrument_id) as baselines,
  (select string_agg(id || ':' || xmin::text, ',' order by id) from research.ai_thesis_comparisons
    where run_id in (select id from research.ai_research_runs where instrument_id = run.instrument_id)) as comparisons,
  (select string_agg(xmin::text, ',' order by horizon_days) from research.ai_thesis_outcomes
    where run_id = run.id) as outcomes`;

/** Names the state of a dossier: the same word means the same dossier. Null for a run that has not ended, or is not there. */
export async function dossierVersion(trx: DbTransaction, runId: string): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { version: string | null }[] }>(
    `select case when finished_at is not null then row_to_json(version)::text end as version
     from (select run.finished_at, ${VERSION} from research.ai_research_runs as run where run.id = ?) as version`,
    [rowIdOf(runId)],
  );
  return rows[0]?.version ?? null;
}
