import { type DbTransaction, type Leased, type Leases, DAY_MS } from '../../platform/index.ts';
import type { FactLedger } from '../port/index.ts';
import { type StageName } from '../runs/index.ts';
import type { StageResult } from './stage-result.ts';

export type ResearchClaim = Leased<'id'>;

/** Rows of one statement: each value is a parameter, and Postgres takes 65,535 of them. */
const ROWS_AT_ONCE = 1000;
/** What was worked out so long ago is worked out anew. */
const CACHE_DAYS = 30;

/** Forgets facts that were worked out too long ago. @returns how many ledgers went. */
export async function pruneStageCache(trx: DbTransaction, now: Date): Promise<number> {
  return (await trx('research.ai_research_stage_cache')
    .where('created_at', '<', new Date(now.getTime() - CACHE_DAYS * DAY_MS))
    .delete()) as number;
}

const json = (value: unknown): string => JSON.stringify(value);

interface OfRun {
  run_id: string;
  owner_user_id: string;
}

/** Writes of the worker. Each is one transaction under the run's lease: whoever lost it writes nothing. */
export function createCheckpoints(leases: Leases<'id'>, leaseMs: number) {
  const insert = async (
    trx: DbTransaction,
    table: string,
    rows: Record<string, unknown>[],
    key: string[],
  ): Promise<void> => {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await trx(table)
        .insert(rows.slice(from, from + ROWS_AT_ONCE))
        .onConflict(key)
        .ignore();
  };

  async function writeEvidence(
    trx: DbTransaction,
    of: OfRun,
    { packets, refused, failures }: NonNullable<StageResult['evidence']>,
    now: Date,
  ): Promise<void> {
    await insert(
      trx,
      'research.ai_research_packets',
      packets.map((packet) => ({
        ...of,
        source_id: packet.source_id,
        provider: packet.provider,
        publisher: packet.publisher,
        authority: packet.authority,
        source_class: packet.source_class,
        title: packet.title,
        url: packet.url,
        published_at: packet.published_at,
        published_precision: packet.published_precision,
        fetched_at: packet.fetched_at,
        origin: packet.origin,
        evidence_hash: packet.evidence_hash,
        content: json(packet),
      })),
      ['run_id', 'source_id'],
    );
    const recorded = { ...of, recorded_at: now };
    const sources = [
      ...packets.map(({ provider, source_id, title }) => ({
        ...recorded,
        provider,
        source_key: `${provider} ${source_id}`,
        outcome: 'USED',
        reason: null,
        detail: title,
      })),
      ...failures.map(({ provider, kind, message }) => ({
        ...recorded,
        provider,
        source_key: `${provider} ${kind} ${message}`.slice(0, 500),
        outcome: 'FAILED',
        reason: kind,
        detail: message,
      })),
    ];
    await insert(trx, 'research.ai_research_evidence_sources', sources, ['run_id', 'source_key']);
    const used = new Set(packets.map(({ source_id }) => source_id));
    await refuse(
      trx,
      refused.map(({ provider, source_id, reason, detail }) => ({
        ...recorded,
        provider,
        source_key: `${provider} ${source_id}${reason === 'DUPLICATE' ? ' (again)' : used.has(source_id) ? ' (in part)' : ''}`,
        outcome: 'REFUSED',
        reason,
        detail,
      })),
    );
  }

  /** What was taken and is no evidence after all, such as a packet whose hash does not hold, is refused from then on. */
  async function refuse(trx: DbTransaction, rows: readonly { source_key: string }[]): Promise<void> {
    // One statement changes a row once.
    const once = [...new Map(rows.toReversed().map((row) => [row.source_key, row])).values()].toReversed();
    for (let from = 0; from < once.length; from += ROWS_AT_ONCE)
      await trx('research.ai_research_evidence_sources')
        .insert(once.slice(from, from + ROWS_AT_ONCE))
        .onConflict(['run_id', 'source_key'])
        .merge(['outcome', 'reason', 'detail', 'recorded_at']);
  }

  async function writeLedger(trx: DbTransaction, of: OfRun, ledger: FactLedger): Promise<void> {
    await insert(
      trx,
      'research.ai_research_facts',
      ledger.facts.map((fact, at) => ({
        ...of,
        ...fact,
        nr: at + 1,
        period: json(fact.period),
        source_ids: json(fact.source_ids),
        derivation: fact.derivation === null ? null : json(fact.derivation),
        notes: json(fact.notes),
      })),
      ['run_id', 'fact_id'],
    );
    await insert(
      trx,
      'research.ai_research_conflicts',
      ledger.conflicts.map((one, at) => ({
        ...of,
        fact_id: one.fact_id,
        nr: at + 1,
        rule: one.rule,
        chosen: one.chosen,
        content: json(one),
      })),
      ['run_id', 'fact_id'],
    );
  }

  async function writeCoverage(
    trx: DbTransaction,
    of: OfRun,
    { rows }: FactLedger['coverage'],
  ): Promise<void> {
    await insert(
      trx,
      'research.ai_research_coverage',
      rows.map((row, at) => ({
        ...of,
        obligation: row.obligation,
        nr: at + 1,
        section: row.section,
        family: row.family,
        is_required: row.is_required,
        is_covered: row.is_covered,
        reason: row.reason,
        content: json(row),
      })),
      ['run_id', 'obligation'],
    );
  }

  async function remember(trx: DbTransaction, of: OfRun, result: StageResult, now: Date): Promise<void> {
    if (result.ledger === undefined || result.input_hash === null || result.is_cached === true) return;
    await trx('research.ai_research_stage_cache')
      .insert({
        owner_user_id: of.owner_user_id,
        input_hash: result.input_hash,
        stage: 'LEDGER',
        output: json(result.ledger),
        created_at: now,
      })
      .onConflict(['owner_user_id', 'input_hash'])
      .ignore();
  }

  /** Progress that is durable is what keeps a lease, not a process that is merely alive. */
  const touched = (now: Date) => ({ updated_at: now, lease_until: new Date(now.getTime() + leaseMs) });

  return {
    /**
     * Says that a stage begins. @returns whether the run is to be cancelled instead.
     * @throws LeaseLost
     */
    async begin(trx: DbTransaction, claim: ResearchClaim, stage: StageName, now: Date): Promise<boolean> {
      const { cancel_requested } = await leases.assertLease<{ cancel_requested: boolean }>(trx, claim);
      if (cancel_requested) return true;
      await trx('research.ai_research_stages')
        .where({ run_id: claim.id, stage })
        .update({ status: 'RUNNING', started_at: now, attempts: trx.raw('attempts + 1') });
      await trx('research.ai_research_runs')
        .where({ id: claim.id })
        .update({ stage, ...touched(now) });
      return false;
    },

    /** What a stage came to, with its status. @throws LeaseLost, and nothing is written. */
    async complete(
      trx: DbTransaction,
      claim: ResearchClaim,
      { stage, owner, result, now }: { stage: StageName; owner: string; result: StageResult; now: Date },
    ): Promise<void> {
      await leases.assertLease(trx, claim);
      const of = { run_id: String(claim.id), owner_user_id: owner };
      if (result.evidence !== undefined) await writeEvidence(trx, of, result.evidence, now);
      if (result.ledger !== undefined) await writeLedger(trx, of, result.ledger);
      if (result.coverage !== undefined) await writeCoverage(trx, of, result.coverage);
      await remember(trx, of, result, now);
      const { status, detail, input_hash, is_cached = false } = result;
      await trx('research.ai_research_stages')
        .where({ run_id: claim.id, stage })
        .update({ status, detail, input_hash, is_cached, finished_at: now });
      await trx('research.ai_research_runs')
        .where({ id: claim.id })
        .update({
          ...touched(now),
          ...(result.ledger === undefined
            ? {}
            : { hash_mismatch: result.ledger.hash_mismatch, unavailable: json(result.ledger.unavailable) }),
          ...(result.coverage === undefined
            ? {}
            : { verdict: result.coverage.verdict, required_pct: result.coverage.required_pct }),
        });
    },
  };
}
