import {
  type Context,
  type DbTransaction,
  type Leases,
  redactText,
  type Timers,
} from '../../platform/index.ts';
import { type ModelStage, OUTPUTS } from '../analysis/index.ts';
import type { EvidenceProvider } from '../port/index.ts';
import {
  acquisitionOf,
  PacketModel,
  ResearchRunModel,
  ResearchStageModel,
  runIdOf,
  type StageName,
} from '../runs/index.ts';
import { acquire, withLimit } from './acquire.ts';
import type { ClaimedResearch } from './claims.ts';
import { endOfRun } from './end-of-run.ts';
import { createLedgers } from './ledger-stage.ts';
import { blockedBy, createModelStages } from './models/model-stage.ts';
import { readMaterial, type RunMaterial } from './models/run-material.ts';
import type { ResearchWorkerParts } from './parts.ts';
import { type Judged, judgeReport, sealed } from './publication-stage.ts';
import type { StageResult } from './stage-result.ts';

/** Fiscal years that sources are asked for. */
const YEARS = 5;
/** A PDF is printed within a second; what takes so long hangs. */
const PRINT_LIMIT_MS = 2 * 60_000;

/** A run that a process works on, with what it has read and worked out of it so far. */
export interface RunUnderWay extends ClaimedResearch {
  /** Stages as they stand, by name. */
  stages: Map<StageName, ResearchStageModel>;
  material?: RunMaterial;
  judged?: Judged;
}

interface Doing {
  signal: AbortSignal;
  /** Told text of a model, to be read along. */
  onText: (text: string) => void;
}

const isModelStage = (stage: StageName): stage is ModelStage => stage in OUTPUTS;

/** What each stage of a run does. None of them writes: what they come to is written down by whoever has the lease. */
export function createRunStages(
  context: Pick<Context, 'clock' | 'database' | 'log'>,
  leases: Leases<'id'>,
  parts: Omit<ResearchWorkerParts, 'publish' | 'tellEnd' | 'compare'> & { timers: Timers },
) {
  const { clock, database, log } = context;
  const { providers, documentsOf, timers } = parts;
  const ledgers = createLedgers(database, parts, timers);
  const models = createModelStages({ database, clock, leases, timers }, parts);
  const byStage = new Map<StageName, EvidenceProvider>(
    providers.map((one) => [acquisitionOf(one.name), one]),
  );
  const read = <T>(why: string, work: (trx: DbTransaction) => PromiseLike<T>) =>
    database.readAsSystem(why, work);

  async function acquireFrom(
    provider: EvidenceProvider,
    run: ResearchRunModel,
    signal: AbortSignal,
  ): Promise<StageResult> {
    const rows = await read('read the sources of a run of research', (trx) =>
      PacketModel.query(trx).where({ run_id: run.id }).select('source_id'),
    );
    const { subject, mode, limits } = run;
    const as_of = (run.as_of ?? run.created_at).toISOString();
    const peers = await parts.peersOf(subject, limits.peer_count, { id: run.id, mode, as_of });
    return await acquire(
      provider,
      { subject, owner_user_id: run.owner_user_id, peers, mode, as_of, years: YEARS },
      {
        documents: documentsOf({ mode, as_of }),
        known: new Set(rows.map(({ source_id }) => source_id)),
        signal,
        timers,
      },
    );
  }

  /** What stages after the facts are told: read once, with the verdict that is in the row by now. */
  async function materialOf(under: RunUnderWay): Promise<RunMaterial> {
    if (under.material === undefined) {
      const row = await read('read the verdict of a run of research', (trx) =>
        ResearchRunModel.query(trx).findById(under.run.id).select('verdict', 'required_pct'),
      );
      under.run.$set({ verdict: row?.verdict ?? null, required_pct: row?.required_pct ?? null });
      under.material = await readMaterial(database, under.run, parts);
    }
    return under.material;
  }

  const statusOf = ({ stages }: RunUnderWay, stage: StageName) => stages.get(stage)?.status ?? 'PENDING';
  const completedIn = ({ stages }: RunUnderWay): Set<string> =>
    new Set([...stages.values()].filter(({ status }) => status === 'COMPLETED').map(({ stage }) => stage));

  async function ask(stage: ModelStage, under: RunUnderWay, { signal, onText }: Doing): Promise<StageResult> {
    const noFacts = needsCoverage(under);
    if (noFacts !== null) return noFacts;
    const { run, claim, stages } = under;
    const material = await materialOf(under);
    const capped = [...stages.values()].find(({ code }) => code === 'COST_CAP_REACHED')?.detail ?? null;
    const states = { completed: completedIn(under), capped };
    const result = await models.run(stage, { run, claim, material, states, signal, onText });
    if (result.status === 'COMPLETED' && result.said !== undefined)
      material.outputs = { ...material.outputs, [stage]: result.said.output };
    return result;
  }

  /** Nothing is asked of models before there are facts. */
  function needsCoverage(under: RunUnderWay): StageResult | null {
    if (statusOf(under, 'COVERAGE') === 'COMPLETED') return null;
    return {
      status: 'BLOCKED',
      code: 'BLOCKED',
      detail: 'It needs “Facts” and “Coverage”, which did not finish.',
      input_hash: null,
    };
  }

  async function judge(under: RunUnderWay, signal: AbortSignal): Promise<Judged> {
    const stages = [...under.stages.values()];
    under.judged ??= await judgeReport(under.run, await materialOf(under), stages, { clock, signal });
    return under.judged;
  }

  async function check(under: RunUnderWay, signal: AbortSignal): Promise<StageResult> {
    const blocked = blockedBy('PUBLICATION_QA', completedIn(under));
    if (blocked !== null) return blocked;
    const { qa } = await judge(under, signal);
    const count = qa.blocking_defects.length;
    const words = count === 0 ? 'No defects were found.' : `${count} ${count === 1 ? 'defect' : 'defects'}.`;
    return { status: 'COMPLETED', detail: `${qa.status}: ${words}`, input_hash: null };
  }

  async function finish(under: RunUnderWay, signal: AbortSignal): Promise<StageResult> {
    const { run } = under;
    const ledger = statusOf(under, 'LEDGER');
    const coverage = statusOf(under, 'COVERAGE');
    const packets = await read('count the sources of a run of research', (trx) =>
      PacketModel.query(trx).where({ run_id: run.id }).resultSize(),
    );
    const before = new Set<StageName>([...byStage.keys(), 'LEDGER', 'COVERAGE']);
    const reasons = [...under.stages.values()]
      .filter(({ stage, status }) => before.has(stage) && (status === 'FAILED' || status === 'BLOCKED'))
      .map(({ stage, detail }) => `${stage}: ${detail ?? 'reason unknown'}`);
    const findings = { packets, ledger, coverage, unpublished: null, unprinted: null, reasons };
    if (ledger !== 'COMPLETED' || coverage !== 'COMPLETED' || packets === 0)
      return ended(endOfRun({ ...findings, verdict: run.verdict }));
    let published: StageResult['published'] = null;
    let unpublished: string | null = null;
    try {
      published = sealed(await judge(under, signal), [...under.stages.values()]);
    } catch (error) {
      signal.throwIfAborted();
      log.error({ err: error, run: runIdOf(run.id) }, 'a report of research could not be put together');
      unpublished = 'An internal error occurred. The log has the details.';
    }
    const { verdict } = run;
    const status = endOfRun({ ...findings, unpublished, verdict }).status;
    const unprinted = published === null ? null : await whyUnprinted(run, published, status, signal);
    return { ...ended(endOfRun({ ...findings, unpublished, unprinted, verdict })), published };
  }

  /** Whether the report can be printed; the file is made anew whenever somebody asks for it. */
  async function whyUnprinted(
    run: ResearchRunModel,
    { publication }: NonNullable<StageResult['published']>,
    status: ResearchRunModel['status'],
    signal: AbortSignal,
  ): Promise<string | null> {
    try {
      await withLimit(
        async () =>
          await parts.print({
            run_id: runIdOf(run.id),
            symbol: run.symbol,
            company_name: publication.identity.company_name,
            status,
            as_of: publication.as_of,
            required_pct: publication.coverage.required_pct,
            stored: { version: '2.0', publication },
          }),
        { limitMs: PRINT_LIMIT_MS, signal, timers },
      );
      return null;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, run: runIdOf(run.id) }, 'a report of research could not be printed');
      return redactText(error instanceof Error ? error.message : String(error)).slice(0, 500);
    }
  }

  return {
    /** @throws the reason of `signal`, LeaseLost, or why the database could not be used */
    async do(stage: StageName, under: RunUnderWay, doing: Doing): Promise<StageResult> {
      const { run } = under;
      if (stage === 'LEDGER') return await ledgers.facts(run, doing.signal);
      if (stage === 'COVERAGE')
        return statusOf(under, 'LEDGER') === 'COMPLETED'
          ? await ledgers.coverage(run, doing.signal)
          : { status: 'BLOCKED', detail: 'It needs LEDGER, which did not finish.', input_hash: null };
      if (isModelStage(stage)) return await ask(stage, under, doing);
      if (stage === 'PUBLICATION_QA') return await check(under, doing.signal);
      if (stage === 'FINISH') return await finish(under, doing.signal);
      const provider = byStage.get(stage);
      return provider === undefined
        ? { status: 'SKIPPED', detail: 'This version of Munim does not have this source.', input_hash: null }
        : await acquireFrom(provider, run, doing.signal);
    },
  };
}

const ended = (end: NonNullable<StageResult['end']>): StageResult => ({
  status: 'COMPLETED',
  detail: end.error ?? end.status,
  input_hash: null,
  end,
});
