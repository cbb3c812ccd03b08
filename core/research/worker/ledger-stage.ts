import { type Database, redactText, type Timers } from '../../platform/index.ts';
import { PacketModel, type ResearchRunModel } from '../runs/index.ts';
import { withLimit } from './acquire.ts';
import type { ResearchWorkerParts, WorkedOut } from './parts.ts';
import { inputHash, isKeepable, type StageResult } from './stage-result.ts';

/** Facts of five thousand figures take a second; what takes so long hangs. */
export const LEDGER_LIMIT_MS = 10 * 60_000;
/** Changes when packets are handed to the ledger in another way. */
const VERSION = '1';

/** A ledger with what it followed from. */
export interface KnownLedger {
  ledger: WorkedOut;
  input_hash: string;
  is_cached: boolean;
}

/** Works out the facts of a run's packets, or takes them from a run whose packets were the same. */
export function createLedgers(
  database: Pick<Database, 'asSystem'>,
  {
    buildLedger,
    peersOf,
    ledgerVersion,
  }: Pick<ResearchWorkerParts, 'buildLedger' | 'peersOf' | 'ledgerVersion'>,
  timers: Pick<Timers, 'sleep'>,
) {
  async function ledgerOf(run: ResearchRunModel, signal: AbortSignal): Promise<KnownLedger> {
    const rows = await database.asSystem('read the packets of a run of research', (trx) =>
      PacketModel.query(trx).where({ run_id: run.id }).orderBy('id'),
    );
    const packets = rows.map(({ content }) => content);
    const as_of = (run.as_of ?? run.created_at).toISOString();
    const { subject, mode, limits } = run;
    const peers = await peersOf(subject, limits.peer_count, { id: run.id, mode, as_of });
    const input_hash = inputHash('LEDGER', `${VERSION} ${ledgerVersion}`, {
      subject,
      mode,
      as_of,
      peers,
      packets: packets.map(({ source_id, evidence_hash, fetched_at }) => [
        source_id,
        evidence_hash,
        fetched_at,
      ]),
    });
    const known = await database.asSystem('look up facts of the same evidence', async (trx) => {
      const row = (await trx('research.ai_research_stage_cache')
        .where({ owner_user_id: run.owner_user_id, input_hash })
        .first('output')) as { output: WorkedOut } | undefined;
      return row?.output;
    });
    if (known !== undefined) return { ledger: known, input_hash, is_cached: true };
    const ledger = await withLimit(
      async (limited) => await buildLedger({ subject, mode, as_of, packets, peers }, limited),
      { limitMs: LEDGER_LIMIT_MS, signal, timers },
    );
    if (!isKeepable(ledger)) throw new Error('its facts have characters that cannot be stored');
    return { ledger, input_hash, is_cached: false };
  }

  const failed = (what: string, error: unknown, signal: AbortSignal): StageResult => {
    signal.throwIfAborted();
    const why = redactText(error instanceof Error ? error.message : String(error)).slice(0, 400);
    return { status: 'FAILED', detail: `${what}: ${why}`, input_hash: null };
  };

  return {
    /** @throws only the reason of `signal`, or why the database could not be used. */
    async facts(run: ResearchRunModel, signal: AbortSignal): Promise<StageResult> {
      try {
        const { ledger, input_hash, is_cached } = await ledgerOf(run, signal);
        const { facts, conflicts, hash_mismatch } = ledger;
        const words = [`${facts.length} facts`, `${conflicts.length} conflicts`];
        if (hash_mismatch > 0) words.push(`${hash_mismatch} packets refused because their hash did not hold`);
        const evidence = { packets: [], refused: ledger.refused ?? [], failures: [] };
        return {
          status: 'COMPLETED',
          detail: `${words.join(', ')}.`,
          input_hash,
          is_cached,
          ledger,
          evidence,
        };
      } catch (error) {
        return failed('The facts could not be worked out', error, signal);
      }
    },

    /** Whether the facts are enough. @throws as `facts`. */
    async coverage(run: ResearchRunModel, signal: AbortSignal): Promise<StageResult> {
      try {
        const { ledger, input_hash, is_cached } = await ledgerOf(run, signal);
        const { rows, required_pct } = ledger.coverage;
        const covered = rows.filter((row) => row.is_covered).length;
        return {
          status: 'COMPLETED',
          detail: `${covered} of ${rows.length} points are covered, ${Math.round(required_pct)}% of the required ones.`,
          input_hash,
          is_cached,
          coverage: ledger.coverage,
        };
      } catch (error) {
        return failed('Coverage could not be worked out', error, signal);
      }
    },
  };
}
