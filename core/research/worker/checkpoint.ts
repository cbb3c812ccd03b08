import { type DbTransaction, type Leased, type Leases, DAY_MS } from '../../platform/index.ts';
import { ResearchStageModel, type StageName } from '../runs/index.ts';
import { json, writeCoverage, writeEvidence, writeLedger } from './evidence-rows.ts';
import { remember, spentBy, takenBy, writeReport, writeSaid } from './report-rows.ts';
import type { StageResult } from './stage-result.ts';

export type ResearchClaim = Leased<'id'>;

/** What was worked out or said so long ago is worked out or asked anew. */
const CACHE_DAYS = 30;

/** Forgets facts that were worked out too long ago. @returns how many ledgers went. */
export async function pruneStageCache(trx: DbTransaction, now: Date): Promise<number> {
  return (await trx('research.ai_research_stage_cache')
    .where('created_at', '<', new Date(now.getTime() - CACHE_DAYS * DAY_MS))
    .delete()) as number;
}

/** Writes of the worker. Each is one transaction under the run's lease: whoever lost it writes nothing. */
export function createCheckpoints(leases: Leases<'id'>, leaseMs: number) {
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

    /** What a stage came to, with its status. @returns the stage as it is stored. @throws LeaseLost, and nothing is written. */
    async complete(
      trx: DbTransaction,
      claim: ResearchClaim,
      { stage, owner, result, now }: { stage: StageName; owner: string; result: StageResult; now: Date },
    ): Promise<ResearchStageModel> {
      await leases.assertLease(trx, claim);
      const of = { run_id: String(claim.id), owner_user_id: owner };
      if (result.evidence !== undefined) await writeEvidence(trx, of, result.evidence, now);
      if (result.ledger !== undefined) await writeLedger(trx, of, result.ledger);
      if (result.coverage !== undefined) await writeCoverage(trx, of, result.coverage);
      if (result.said !== undefined) await writeSaid(trx, of, stage, result.said, now);
      const { published = null } = result;
      if (published !== null) await writeReport(trx, of, published, now);
      await remember(trx, of, stage, result, now);
      const { status, detail, input_hash, code = null, is_cached = false, asked } = result;
      const taken = await takenBy(trx, of.run_id, stage, result);
      const [row] = (await trx('research.ai_research_stages')
        .where({ run_id: claim.id, stage })
        .update({ status, detail, input_hash, code, is_cached, finished_at: now, ...taken })
        .returning('*')) as object[];
      await trx('research.ai_research_runs')
        .where({ id: claim.id })
        .update({
          ...touched(now),
          ...(asked === undefined ? {} : { cost_usd: spentBy(trx, of.run_id) }),
          ...(result.ledger === undefined
            ? {}
            : { hash_mismatch: result.ledger.hash_mismatch, unavailable: json(result.ledger.unavailable) }),
          ...(result.coverage === undefined
            ? {}
            : { verdict: result.coverage.verdict, required_pct: result.coverage.required_pct }),
        });
      return ResearchStageModel.fromDatabaseJson(row ?? {});
    },
  };
}
