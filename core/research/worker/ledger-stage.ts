import { type Database, redactText, type Timers } from '../../platform/index.ts';
import { type EvidencePacket, inTurns, type ResearchSubject } from '../port/index.ts';
import { PacketModel, type ResearchRunModel, ResearchStageModel } from '../runs/index.ts';
import { withLimit } from './acquire.ts';
import type { ResearchWorkerParts, WorkedOut } from './parts.ts';
import { inputHash, isKeepable, type StageResult } from './stage-result.ts';

/** Facts of five thousand figures take a second; what takes so long hangs. */
const LEDGER_LIMIT_MS = 10 * 60_000;
/** Changes when packets are handed to the ledger in another way. */
const VERSION = '2';
/** Packets that are read at once, and facts that are looked through at once: others have their turn in between. */
const PACKETS_AT_ONCE = 20;
const FACTS_AT_ONCE = 200;

const momentOf = (run: ResearchRunModel): string => (run.as_of ?? run.created_at).toISOString();

/** Works out the facts of a run's packets, or takes them from a run whose packets were the same. */
export function createLedgers(
  database: Pick<Database, 'asSystem' | 'readAsSystem'>,
  {
    buildLedger,
    peersOf,
    ledgerVersion,
  }: Pick<ResearchWorkerParts, 'buildLedger' | 'peersOf' | 'ledgerVersion'>,
  timers: Pick<Timers, 'sleep'>,
) {
  interface Inputs {
    hash: string;
    peers: readonly ResearchSubject[];
    /** Ids of the packets, in the order of their sources. */
    ids: readonly string[];
  }

  /** What the ledger of a run follows from, by its hash: packets are named, and not read. */
  async function inputsOf(run: ResearchRunModel): Promise<Inputs> {
    const rows = await database.readAsSystem('name the packets of a run of research', (trx) =>
      PacketModel.query(trx)
        .where({ run_id: run.id })
        .orderBy('id')
        .select('id', 'source_id', 'evidence_hash', 'fetched_at'),
    );
    const as_of = momentOf(run);
    const { subject, mode, limits } = run;
    const peers = await peersOf(subject, limits.peer_count, { id: run.id, mode, as_of });
    const hash = inputHash('LEDGER', `${VERSION} ${ledgerVersion}`, {
      subject,
      mode,
      as_of,
      peers,
      packets: rows.map(({ source_id, evidence_hash, fetched_at }) => [
        source_id,
        evidence_hash,
        fetched_at.toISOString(),
      ]),
    });
    return { hash, peers, ids: rows.map(({ id }) => id) };
  }

  /** A part of the ledger that was worked out for the same inputs; null where there is none. */
  async function known<Part>(
    run: ResearchRunModel,
    hash: string,
    part: 'whole' | 'coverage',
  ): Promise<Part | null> {
    return await database.readAsSystem('look up facts of the same evidence', async (trx) => {
      const row = (await trx('research.ai_research_stage_cache')
        .where({ owner_user_id: run.owner_user_id, input_hash: hash })
        .first(part === 'whole' ? 'output as part' : trx.raw(`output -> 'coverage' as part`))) as
        | { part: Part }
        | undefined;
      return row?.part ?? null;
    });
  }

  async function workedOut(
    run: ResearchRunModel,
    { peers, ids }: Inputs,
    signal: AbortSignal,
  ): Promise<WorkedOut> {
    const packets: EvidencePacket[] = [];
    for await (const some of inTurns(ids, PACKETS_AT_ONCE)) {
      const rows = await database.readAsSystem('read packets of a run of research', (trx) =>
        PacketModel.query(trx).whereIn('id', some).orderBy('id').select('content'),
      );
      packets.push(...rows.map(({ content }) => content));
    }
    const { subject, mode } = run;
    const as_of = momentOf(run);
    const ledger = await withLimit(
      async (limited) => await buildLedger({ subject, mode, as_of, packets, peers }, limited),
      { limitMs: LEDGER_LIMIT_MS, signal, timers },
    );
    const { facts, ...rest } = ledger;
    let isWhole = isKeepable(rest);
    for await (const some of inTurns(facts, FACTS_AT_ONCE)) isWhole &&= isKeepable(some);
    if (!isWhole) throw new Error('its facts have characters that cannot be stored');
    return ledger;
  }

  /** What this run itself worked out a moment ago is no earlier run's. */
  async function isLedgerCached(run: ResearchRunModel): Promise<boolean> {
    const row = await database.readAsSystem('look where the facts of a run of research came from', (trx) =>
      ResearchStageModel.query(trx).findOne({ run_id: run.id, stage: 'LEDGER' }).select('is_cached'),
    );
    return row?.is_cached ?? false;
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
        const inputs = await inputsOf(run);
        const before = await known<WorkedOut>(run, inputs.hash, 'whole');
        const ledger = before ?? (await workedOut(run, inputs, signal));
        const { facts, conflicts, hash_mismatch } = ledger;
        const words = [`${facts.length} facts`, `${conflicts.length} conflicts`];
        if (hash_mismatch > 0)
          words.push(`${hash_mismatch} packets refused because their hash did not match`);
        const evidence = { packets: [], refused: ledger.refused ?? [], failures: [] };
        return {
          status: 'COMPLETED',
          detail: `${words.join(', ')}.`,
          input_hash: inputs.hash,
          is_cached: before !== null,
          ledger,
          evidence,
        };
      } catch (error) {
        return failed('The facts could not be calculated', error, signal);
      }
    },

    /** Whether the facts are enough. @throws as `facts`. */
    async coverage(run: ResearchRunModel, signal: AbortSignal): Promise<StageResult> {
      try {
        const inputs = await inputsOf(run);
        const before = await known<WorkedOut['coverage']>(run, inputs.hash, 'coverage');
        const coverage = before ?? (await workedOut(run, inputs, signal)).coverage;
        const { rows, required_pct } = coverage;
        const covered = rows.filter((row) => row.is_covered).length;
        return {
          status: 'COMPLETED',
          detail: `${covered} of ${rows.length} points are covered, and ${Math.round(required_pct)}% of the required ones.`,
          input_hash: inputs.hash,
          is_cached: before !== null && (await isLedgerCached(run)),
          coverage,
        };
      } catch (error) {
        return failed('Coverage could not be calculated', error, signal);
      }
    },
  };
}
