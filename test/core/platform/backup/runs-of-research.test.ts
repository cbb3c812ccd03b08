import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backup, restore } from '../../../../core/platform/backup/backup.ts';
import { query } from '../../../support/plain-database.ts';
import { type TestDatabase, testDatabase } from '../../../support/postgres.ts';

/** Each table of research with its rows as text, and the events of runs. */
async function research(url: string): Promise<Record<string, unknown>[]> {
  const tables = await query(
    url,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema = 'research' or (table_schema, table_name) = ('evidence', 'events') order by 1`,
  );
  const parts = tables.map(
    ({ name }) =>
      `select '${String(name)}' as name, array_agg(t::text order by t::text) as rows from ${String(name)} t`,
  );
  return await query(url, `${parts.join(' union all ')} order by name`);
}

describe('backup and restore of research', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  let dir: string;
  let file: string;
  let source: TestDatabase;
  let target: TestDatabase;
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-backup-test-'));
    file = path.join(dir, 'munim.backup');
    [source, target] = await Promise.all([testDatabase(), testDatabase()]);
  });
  after(async () => {
    await Promise.all([source.drop(), target.drop(), rm(dir, { recursive: true, force: true })]);
  });

  it('bring back runs that point at each other, whichever comes first, and what belongs to them', async () => {
    await query(source.url, `insert into identity.users (login, name) values ('asha', 'Asha')`);
    // A retry has the larger id, but nothing says that it is read first: here each of two is the other's.
    const run = `insert into research.ai_research_runs (id, owner_user_id, route, mode, status, symbol, instrument_id, subject,
      accepted_on, estimated_cost_usd, limits, created_at, updated_at, finished_at)`;
    const values = (id: number) =>
      `${run} values (${id}, 1, 'V2', 'CURRENT', 'FAILED', 'KAVERI', 7, '{}', '2026-03-02', 0, '{}', now(), now(), now())`;
    await query(
      source.url,
      `${[3, 1, 2].map(values).join('; ')};
      update research.ai_research_runs set retry_of = case id when 1 then 2 when 2 then 1 else 2 end;
      insert into research.ai_research_stages (run_id, owner_user_id, stage, nr, lifecycle) values (3, 1, 'LEDGER', 1, 'FACTS');
      insert into research.ai_research_stage_cache (owner_user_id, input_hash, stage, output, created_at)
        values (1, 'sha256:00', 'LEDGER', '{"facts": [{"value": "0.10"}]}', now());
      insert into research.ai_research_packets (run_id, owner_user_id, source_id, provider, publisher, authority, source_class,
          title, published_precision, fetched_at, origin, evidence_hash, content)
        values (1, 1, 'sec:1', 'sec', 'SEC', 'FILING', 'VERIFIED_FETCHED', 'Report', 'UNKNOWN', now(), 'FILE', 'sha256:01', '{}');
      insert into research.ai_research_conflicts (run_id, owner_user_id, fact_id, nr, rule, chosen, content)
        values (2, 1, 'revenue.consolidated.fy2026', 1, 'FIRST_SEEN', 0, '{"text": "\u20b9"}');
      insert into research.ai_thesis_baselines (run_id, owner_user_id, instrument_id, created_at) values (1, 1, 7, now());
      insert into research.ai_thesis_comparisons (run_id, owner_user_id, baseline_id, classification, reasons, created_at)
        values (2, 1, 1, 'UNCHANGED', '[]', now());
      insert into research.ai_research_evaluation_cases (owner_user_id, tier, seed, inputs, inputs_hash, verdict, created_at, decided_at)
        values (1, 'one', 7, '{}', 'sha256:02', 'PASS', now(), now());
      insert into research.ai_research_evaluation_judgements
          (case_id, owner_user_id, judge, ordering, latency_ms, prompt_hash, invalid_reason, created_at)
        values (1, 1, 'first', 'FORWARD', 1.5, 'sha256:03', 'no scorecard', now());
      insert into evidence.events (owner_user_id, at, actor, kind, subject, data, pillar)
        values (1, now(), 'system', 'AI_RESEARCH_FAILED', 'ai-1', '{}', 'research')`,
    );
    await backup({ url: source.url, file });
    await restore({ url: target.url, file });
    assert.deepEqual(await research(target.url), await research(source.url));
    const pointers = 'select id, retry_of from research.ai_research_runs order by id';
    assert.deepEqual(await query(target.url, pointers), [
      { id: '1', retry_of: '2' },
      { id: '2', retry_of: '1' },
      { id: '3', retry_of: '2' },
    ]);
    // What stands once it is given stands in the restored database too.
    for (const change of [
      `update research.ai_research_evaluation_cases set verdict = 'FAIL'`,
      'delete from research.ai_research_evaluation_judgements',
    ])
      await assert.rejects(query(target.url, change), /are only added/);
    // The reference holds: whoever points at a run that goes points at none.
    await query(target.url, 'delete from research.ai_research_runs where id = 2');
    assert.deepEqual(await query(target.url, pointers), [
      { id: '1', retry_of: null },
      { id: '3', retry_of: null },
    ]);
  });
});
