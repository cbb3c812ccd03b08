import type { Calendar } from '../../market/calendar/index.ts';
import {
  type Context,
  createTurns,
  type DbTransaction,
  type SystemWork,
  LeaseLost,
  type Leases,
  Problem,
  systemTimers,
  type Timers,
  withTimeOf,
} from '../../platform/index.ts';
import type { Rebalance, StrategyConfig } from '../config.ts';
import type { PanelLoader } from '../data/index.ts';
import { type SessionMarks, sessionMarks } from '../engine/index.ts';
import { sessionOnOrAfter } from '../panel/index.ts';
import { liquidSweepOf } from '../liquid-sweep-of.ts';
import { historyNeeded } from '../ranking-of.ts';
import { type Calculating, CalculationFailed } from './calculating.ts';
import { BROKEN, emptiness, hasCloses, TOO_LARGE, withoutPrices } from './failure-words.ts';
import { type ClaimedRun, createRunClaims, type RunEnd } from './run-claims.ts';
import { compressedBlocks } from './result-blocks.ts';
import { insertResult } from './result-store.ts';
import type { CalculatedRun } from './thread-messages.ts';

interface RunWorkerParts {
  loader: PanelLoader;
  calendar: Calendar;
  calculating: Calculating;
  leases: Leases<'id'>;
  /** By which progress is told. */
  timers?: Timers;
}

export type RunWorker = ReturnType<typeof createRunWorker>;

/** Progress is told four times a second at most. */
const TELL_EVERY_MS = 250;
const LOOK_AFTER = 8;
/** Panels begin with so many whole parts of history that configs of like length share one. */
const WARMUP_STEP = 260;
/** How many panels are known by their days; the thread itself keeps fewer. */
const MOST_KNOWN = 32;

/** Nothing can be calculated, for a reason that the person can do something about. */
class Unanswerable extends Error {}
class Cancelled extends Error {}

/** A panel that the thread was given: its sessions, and which of them are marked. */
interface KnownPanel {
  days: readonly string[];
  /** The calendar is asked several times a session: fifty backtests over one panel need it once. */
  marks: Map<Rebalance, SessionMarks>;
}

/**
 * Does backtests: claims the oldest, reads its panel, has it calculated in a thread, and stores the result with its status in
 * one transaction. One is calculated while others are stored. A process that is killed at any line leaves only a lease, which
 * runs out.
 */
export function createRunWorker(
  context: Pick<Context, 'clock' | 'config' | 'database' | 'listener' | 'log'>,
  { loader, calendar, calculating, leases, timers = systemTimers }: RunWorkerParts,
) {
  const { clock, config, database, listener, log } = context;
  const claims = createRunClaims(leases);
  const turns = createTurns();
  /** By the name they have in the thread. */
  const known = new Map<string, KnownPanel>();
  const system = <T>(why: SystemWork, work: (trx: DbTransaction) => Promise<T>) =>
    database.asSystem(why, work);

  /** What was put into a panel is told by its name, so that fifty configs over one history read it once. */
  async function panelOf({ run }: ClaimedRun): Promise<KnownPanel & { key: string }> {
    const { universe } = run.config as StrategyConfig;
    const asked = universe as 'NIFTY50' | 'NIFTY500' | string[];
    const span = { from: run.from_day, to: run.to_day };
    const needed = historyNeeded(run.config as StrategyConfig);
    const warmup = Math.ceil(needed / WARMUP_STEP) * WARMUP_STEP;
    const liquid = liquidSweepOf(run.config as StrategyConfig)?.symbol;
    const key = JSON.stringify([asked, span, warmup, liquid, await loader.stamp()]);
    const found = known.get(key);
    if (found !== undefined) return { key, ...found };
    const fund = liquid === undefined ? {} : { liquid };
    const loaded = await loader.load({ universe: asked, ...span, warmup, ...fund });
    const { panel } = loaded;
    const nothing = emptiness(loaded, asked, span);
    if (nothing !== null) throw new Unanswerable(nothing);
    if (!hasCloses(panel, sessionOnOrAfter(panel.days, span.from)))
      throw new Unanswerable(withoutPrices(span, await loader.extentOf(panel)));
    await calculating.keep(key, panel);
    const given: KnownPanel = { days: panel.days, marks: new Map() };
    known.set(key, given);
    for (const [oldest] of known) if (known.size > MOST_KNOWN) known.delete(oldest);
    return { key, ...given };
  }

  function marksOf({ days, marks }: KnownPanel, rebalance: Rebalance): SessionMarks {
    const found = marks.get(rebalance) ?? sessionMarks(calendar, days, rebalance);
    marks.set(rebalance, found);
    return found;
  }

  async function calculate(
    claimed: ClaimedRun,
    signal: AbortSignal,
    onProgress: (pct: number) => void,
  ): Promise<CalculatedRun> {
    const { run } = claimed;
    const own = run.config as StrategyConfig;
    for (let attempt = 1; ; attempt += 1) {
      const { key, ...panel } = await panelOf(claimed);
      signal.throwIfAborted();
      const result = await calculating.calculate(
        key,
        {
          config: own,
          marks: marksOf(panel, own.rebalance),
          from: run.from_day,
          to: run.to_day,
          initial_capital: run.initial_capital.toFixed(),
          risk_free_pct: config.PORTFOLIO_RISK_FREE_RATE_PCT,
          trading_days: config.PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR,
        },
        { signal, onProgress },
      );
      if (result !== null) return result;
      // The thread is another one, or had no room left for it.
      known.delete(key);
      if (attempt > 1) throw new CalculationFailed('the thread did not keep the panel');
    }
  }

  /** Tells how far it is until `done`; stops the work where it is to be cancelled or the claim is lost. */
  async function tell(claimed: ClaimedRun, stop: AbortController, done: AbortSignal): Promise<void> {
    let [told, quiet] = [0, 0];
    for (;;) {
      try {
        await timers.sleep(TELL_EVERY_MS, done);
      } catch {
        return;
      }
      quiet = claimed.progress === told ? quiet + 1 : 0;
      // Now and then all the same: somebody may have cancelled it, and their call was not heard.
      if (quiet % LOOK_AFTER !== 0) continue;
      told = claimed.progress;
      try {
        const answer = await system(
          { why: 'tell how far a backtest is', owner: claimed.run.owner_user_id },
          (trx) => claims.progress(trx, claimed),
        );
        if (answer === null) stop.abort(new LeaseLost('another process took over the backtest'));
        if (answer === true) stop.abort(new Cancelled());
      } catch (error) {
        log.warn({ err: error, run: claimed.run.id }, 'the progress of a backtest could not be told');
      }
    }
  }

  /** The rows with the status, or neither. */
  async function store(claimed: ClaimedRun, { blocks, ...summary }: CalculatedRun): Promise<void> {
    const compressed = await compressedBlocks(blocks);
    await system({ why: 'store a backtest', owner: claimed.run.owner_user_id }, async (trx) => {
      // The row is locked from here on: whoever cancels it later comes too late.
      const { cancel_requested } = await leases.assertLease<{ cancel_requested: boolean }>(
        trx,
        claimed.claim,
      );
      if (cancel_requested) throw new Cancelled();
      await insertResult(trx, claimed.run, compressed);
      const { benchmark, metrics, validation, findings, ...columns } = summary;
      const json = { benchmark, metrics, validation, findings };
      const texts = Object.entries(json).map(([name, value]) => [
        name,
        value === null ? null : JSON.stringify(value),
      ]);
      const all = { ...columns, ...Object.fromEntries(texts) };
      await claims.end(trx, claimed, { status: 'COMPLETED', columns: all }, clock.now());
    });
  }

  async function work(claimed: ClaimedRun, lease: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const done = new AbortController();
    const signal = AbortSignal.any([lease, stop.signal]);
    const off = listener.on('research_cancelled', ({ run_id }) => {
      if (run_id === claimed.run.id) stop.abort(new Cancelled());
    });
    const telling = tell(claimed, stop, done.signal);
    try {
      const result = await turns.run(
        'calculation',
        async () =>
          await calculate(claimed, signal, (pct) => (claimed.progress = Math.max(0, Math.min(99, pct)))),
      );
      signal.throwIfAborted();
      await store(claimed, result);
    } finally {
      off();
      done.abort();
      await telling;
    }
  }

  /** How a run ends that did not come through; null for what is to be tried again. */
  function endOf(error: unknown, { run }: ClaimedRun): RunEnd | null {
    if (error instanceof Cancelled) return { status: 'CANCELLED' };
    if (error instanceof Unanswerable) return { status: 'FAILED', failure: error.message };
    if (error instanceof Problem && error.status === 422) return { status: 'FAILED', failure: error.detail };
    if (error instanceof Problem && error.status === 503) return null;
    log.error({ err: error, run: run.id, user: run.owner_user_id }, 'a backtest failed');
    const isTooLarge = error instanceof CalculationFailed && error.isTooLarge;
    return { status: 'FAILED', failure: isTooLarge ? TOO_LARGE : BROKEN };
  }

  async function carryOut(claimed: ClaimedRun, stopping: AbortSignal): Promise<void> {
    try {
      await leases.withLease(claimed.claim, async (signal) => await work(claimed, signal), stopping);
    } catch (error) {
      const run = claimed.run.id;
      if (error instanceof LeaseLost) {
        log.warn({ err: error, run }, 'a backtest was taken over by another process');
        return;
      }
      const end = stopping.aborted ? null : endOf(error, claimed);
      if (end === null)
        await system({ why: 'put a backtest back', owner: claimed.run.owner_user_id }, (trx) =>
          claims.giveBack(trx, claimed),
        ).catch((cause: unknown) =>
          log.warn({ err: cause, run }, 'a backtest is taken up again when its lease has run out'),
        );
      else
        await system({ why: 'end a backtest', owner: claimed.run.owner_user_id }, (trx) =>
          claims.end(trx, claimed, end, clock.now()),
        );
      if (end === null) throw error;
    }
  }

  return {
    /**
     * Does the backtest that waits longest. @returns false where none waits.
     * @param stopping puts it back into the queue. @throws its reason, or why the database could not be used.
     */
    async next(stopping: AbortSignal): Promise<boolean> {
      return await withTimeOf('job', async () => {
        stopping.throwIfAborted();
        const claimed = await system('claim a backtest', (trx) => claims.next(trx, clock.now()));
        if (claimed === null) return false;
        if (claimed !== 'ENDED') await carryOut(claimed, stopping);
        return true;
      });
    },

    async close(): Promise<void> {
      await calculating.close();
    },
  };
}
