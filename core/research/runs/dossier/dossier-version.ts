import { createSharedRead, type Database } from '../../../platform/index.ts';

/**
 * Of runs that have ended, each of its person: the versions of the rows that a dossier is made of, as Postgres counts them
 * (`xmin`, the transaction that wrote a row). What belongs to a run is written with its stages and never after its end;
 * what is thought of it later, baselines among it, is of few rows.
 */
const VERSIONS = `
  select run.owner_user_id::text as owner, run.id::text as run_id, json_build_array(
    run.xmin::text,
    (select string_agg(xmin::text, ',' order by nr) from research.ai_research_stages where run_id = run.id),
    (select xmin::text from research.ai_research_reports where run_id = run.id),
    (select string_agg(id || ':' || xmin::text, ',' order by id) from research.ai_thesis_baselines
      where instrument_id = run.instrument_id and owner_user_id = run.owner_user_id),
    (select string_agg(id || ':' || xmin::text, ',' order by id) from research.ai_thesis_comparisons
      where run_id in (select id from research.ai_research_runs
        where instrument_id = run.instrument_id and owner_user_id = run.owner_user_id)),
    (select string_agg(xmin::text, ',' order by horizon_days) from research.ai_thesis_outcomes where run_id = run.id)
  )::text as version
  from unnest($1::bigint[], $2::bigint[]) as asked (owner, run_id)
  join research.ai_research_runs as run on run.id = asked.run_id and run.owner_user_id = asked.owner
  where run.finished_at is not null`;

/**
 * Names the state of a person's dossier: the same word means the same dossier. Undefined for a run that has not ended, and
 * for what is not the person's. Reads that are made together share one query, which sees all owners and tells
 * nothing of what a dossier says.
 */
export function createDossierVersions({
  systemPool,
}: Pick<Database, 'systemPool'>): (userId: string, rowId: string) => Promise<string | undefined> {
  const versions = createSharedRead<string>(async (keys) => {
    const asked = keys.map((key) => key.split(' '));
    const { rows } = await systemPool.query<{ owner: string; run_id: string; version: string }>({
      name: 'dossier_versions',
      text: VERSIONS,
      values: [asked.map(([owner]) => owner), asked.map(([, runId]) => runId)],
    });
    return new Map(rows.map(({ owner, run_id, version }) => [`${owner} ${run_id}`, version]));
  });
  return async (userId, rowId) => await versions(`${userId} ${rowId}`);
}
