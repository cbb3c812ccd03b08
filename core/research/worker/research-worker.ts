import {
  type Context,
  type DbTransaction,
  type SystemWork,
  LeaseLost,
  type Leases,
  Problem,
  systemTimers,
  withTimeOf,
} from '../../platform/index.ts';
import { type ResearchRunModel, ResearchStageModel, runIdOf, type StageName } from '../runs/index.ts';
import { createCheckpoints } from './checkpoint.ts';
import { type ClaimedResearch, createResearchClaims, type RunEnd } from './claims.ts';
import type { ResearchWorkerParts } from './parts.ts';
import { createRunStages, type RunUnderWay } from './run-stages.ts';
import type { StageResult } from './stage-result.ts';

/** Text that a frame carries at least, so that a fast model does not flood the sockets, and at most. */
const LEAST_TEXT = 200;
const MOST_TEXT = 1_200;
/** Nobody reads along further than this in one stage: a model that does not stop must not hold up the frames of others. */
const MOST_OF_A_STAGE = 40_000;

/** The person does not want it any more. */
class Cancelled extends Error {}

const BROKEN = 'An internal error occurred. The log has the details.';

/**
 * Does runs of research: claims one, goes through its stages, and writes each down in one transaction with its status.
 * Whoever is killed at any line leaves finished stages and a lease, which runs out an hour after the last of them.
 */
export function createResearchWorker(
  context: Pick<Context, 'clock' | 'database' | 'listener' | 'log'>,
  leases: Leases<'id'>,
  { leaseMs, ...parts }: ResearchWorkerParts & { leaseMs: number },
) {
  const { clock, database, listener, log } = context;
  const { providers, publish, tellEnd: notify, compare, timers = systemTimers } = parts;
  const claims = createResearchClaims(leases, { log, providers, tellEnd: notify });
  const checkpoints = createCheckpoints(leases, leaseMs);
  const doer = createRunStages(context, leases, { ...parts, timers });
  const system = <T>(why: SystemWork, work: (trx: DbTransaction) => PromiseLike<T>) =>
    database.asSystem(why, work);

  const tell = (
    run: ResearchRunModel,
    stage: string,
    event: 'started' | 'token' | 'done' | 'failed',
    text: string,
  ): void => {
    try {
      publish?.(run.owner_user_id, { run_id: runIdOf(run.id), stage, event, text });
    } catch (error) {
      log.debug({ err: error }, 'the progress of research is not told');
    }
  };
  const tellEnd = (run: ResearchRunModel, { status }: RunEnd): void =>
    tell(run, 'run', status === 'FAILED' ? 'failed' : 'done', status);

  const stagesIn = async (run: ResearchRunModel): Promise<ResearchStageModel[]> =>
    await database.readAsSystem('read the stages of a run of research', (trx) =>
      ResearchStageModel.query(trx).where({ run_id: run.id }).orderBy('nr'),
    );

  /** Writes a result down; one that cannot be stored makes its stage FAILED, and the run goes on. */
  async function keep(
    claimed: ClaimedResearch,
    stage: StageName,
    result: StageResult,
  ): Promise<{ result: StageResult; row: ResearchStageModel }> {
    const { claim, run } = claimed;
    const write = async (one: StageResult) =>
      await system({ why: 'write down a stage of research', owner: run.owner_user_id }, async (trx) => {
        const now = clock.now();
        const done = { stage, owner: run.owner_user_id, result: one, now };
        const row = await checkpoints.complete(trx, claim, done);
        if (one.end !== undefined) {
          run.$set({ status: one.end.status });
          await compare?.(trx, { run, now });
          await claims.end(trx, claimed, one.end, now);
        }
        return { result: one, row };
      });
    try {
      return await write(result);
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof Problem || stage === 'FINISH') throw error;
      log.error({ err: error, run: runIdOf(run.id), stage }, 'a stage of research could not be stored');
      return await write({
        status: 'FAILED',
        detail: `It could not be stored. ${BROKEN}`,
        input_hash: null,
      });
    }
  }

  async function work(claimed: ClaimedResearch, signal: AbortSignal): Promise<void> {
    const { claim, run } = claimed;
    tell(run, 'run', 'started', run.reclaims === 0 ? '' : 'It is resumed.');
    const stages = await stagesIn(run);
    const under: RunUnderWay = { ...claimed, stages: new Map(stages.map((one) => [one.stage, one])) };
    for (const row of stages) {
      const { stage, status } = row;
      if (status !== 'PENDING' && status !== 'RUNNING') continue;
      signal.throwIfAborted();
      const isCancelled = await system(
        { why: 'begin a stage of research', owner: run.owner_user_id },
        (trx) => checkpoints.begin(trx, claim, stage, clock.now()),
      );
      if (isCancelled) throw new Cancelled();
      tell(run, stage, 'started', '');
      const reading = readAlong((text) => tell(run, stage, 'token', text));
      const found = await doer.do(stage, under, { signal, onText: reading.add });
      const { result, row: stored } = await keep(claimed, stage, found);
      reading.end();
      const isFailed = result.status === 'FAILED' || result.status === 'BLOCKED';
      row.$set(stored);
      tell(run, stage, isFailed ? 'failed' : 'done', result.detail);
      if (result.end !== undefined) tellEnd(run, result.end);
    }
  }

  /** How a run ends that did not come through; null for what is to be tried again. */
  function endOf(error: unknown, { run }: ClaimedResearch): RunEnd | null {
    if (error instanceof Cancelled) return { status: 'CANCELLED', error: null };
    if (error instanceof Problem && error.status === 503) return null;
    log.error({ err: error, run: runIdOf(run.id), user: run.owner_user_id }, 'a run of research failed');
    return { status: 'FAILED', error: BROKEN };
  }

  async function carryOut(claimed: ClaimedResearch, stopping: AbortSignal): Promise<void> {
    const { run } = claimed;
    const stop = new AbortController();
    const off = listener.on('ai_research_cancelled', ({ run_id }) => {
      if (run_id === run.id) stop.abort(new Cancelled());
    });
    try {
      await work(claimed, AbortSignal.any([stopping, stop.signal]));
    } catch (error) {
      if (error instanceof LeaseLost) {
        log.warn({ err: error, run: runIdOf(run.id) }, 'a run of research was taken over by another process');
        return;
      }
      const end = stopping.aborted ? null : endOf(error, claimed);
      if (end !== null) {
        if (
          await system({ why: 'end a run of research', owner: run.owner_user_id }, (trx) =>
            claims.end(trx, claimed, end, clock.now()),
          )
        )
          tellEnd(run, end);
        return;
      }
      await system({ why: 'put a run of research back', owner: run.owner_user_id }, (trx) =>
        claims.giveBack(trx, claimed, clock.now()),
      ).catch((cause: unknown) =>
        log.warn(
          { err: cause, run: runIdOf(run.id) },
          'a run of research is taken up again when its lease has run out',
        ),
      );
      throw error;
    } finally {
      off();
    }
  }

  return {
    /**
     * Does the run that waits longest. @returns false where none waits.
     * @param stopping puts it back into the queue. @throws its reason, or why the database could not be used.
     */
    async next(stopping: AbortSignal): Promise<boolean> {
      return await withTimeOf('job', async () => {
        stopping.throwIfAborted();
        const claimed = await system('claim a run of research', (trx) => claims.next(trx, clock.now()));
        if (claimed === null) return false;
        if ('ended' in claimed) tellEnd(claimed.ended, claimed.end);
        else await carryOut(claimed, stopping);
        return true;
      });
    },
  };
}

/** Text that comes letter by letter, in pieces that are worth a message. */
function readAlong(tell: (text: string) => void): { add: (text: string) => void; end: () => void } {
  let waiting = '';
  let told = 0;
  const pass = (least: number): void => {
    while (waiting.length >= least) {
      tell(waiting.slice(0, MOST_TEXT));
      waiting = waiting.slice(MOST_TEXT);
    }
  };
  return {
    add(text) {
      const more = text.slice(0, MOST_OF_A_STAGE - told);
      told += more.length;
      waiting += more;
      pass(LEAST_TEXT);
    },
    end: () => pass(1),
  };
}
