import { tmpdir } from 'node:os';
import { type Log, systemTimers, type Timers } from '../../platform/index.ts';
import {
  type CallOptions,
  type ModelAnswer,
  type ModelRequest,
  type Provider,
  ProviderError,
} from '../port/index.ts';
import { askProgram } from './ask-program.ts';
import { type CliConfig, setupOf } from './presets.ts';
import { createQueue } from './queue.ts';
import { RUN_LIMITS, type RunLimits } from './run-program.ts';

interface Cli {
  provider: Provider;
  /** In a sentence why nothing can be asked; null where a program is set up. Whether it is installed shows when it is asked. */
  problem: string | null;
  /** Ends what runs, and starts nothing more. */
  close(this: void): Promise<void>;
}

export interface CliOptions {
  log: Log;
  /** How many programs run at once, and how many requests wait for them. */
  queue?: { atOnce: number; waiting: number };
  limits?: Partial<RunLimits>;
  timers?: Timers;
  /** Where the folders of runs are made; the system's for short-lived files unless told. */
  runsIn?: string;
}

/** With less time than this left, nothing is tried anew. */
const LEAST_MS = 1000;

/**
 * The provider `cli_default`: a program on this machine that asks a model (research/User provider settings, decisions/CLI
 * runner). Its models are the operator's. It answers whole. When its model is at capacity, it is asked once more for
 * the quick one (research/Worker behaviour 4); nothing else is tried twice.
 */
export function createCli(
  config: CliConfig,
  { log, queue, limits, timers: time = systemTimers, runsIn = tmpdir() }: CliOptions,
): Cli {
  const setup = setupOf(config);
  const problem = 'problem' in setup ? setup.problem : null;
  const turns = createQueue(queue ?? { atOnce: 1, waiting: 8 });
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const { LLM_CLI_MODEL: model, LLM_CLI_QUICK_MODEL: quick } = config;

  async function call(request: ModelRequest, { signal, timers }: CallOptions): Promise<ModelAnswer> {
    if ('problem' in setup) throw new ProviderError({ class: 'NOT_CONFIGURED', reason: setup.problem });
    const ending = AbortSignal.any([signal, closing.signal]);
    const limitMs = Math.min(timers.totalMs, config.LLM_CLI_TIMEOUT_SEC * 1000);
    const began = time.now();
    const left = () => limitMs - (time.now() - began);
    const leave = await enter(ending, limitMs);
    const ask = async (name: string | null): Promise<ModelAnswer> =>
      await askProgram(setup, name, request, {
        environment: config.LLM_CLI_ENV_ALLOW,
        deadlineMs: Math.max(1, left()),
        limitMs,
        signal: ending,
        limits: { ...RUN_LIMITS, ...limits },
        timers: time,
        runsIn,
        log,
      });
    try {
      return await ask(model);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.failure.class !== 'CAPACITY') throw error;
      if (quick === null || quick === model || left() < LEAST_MS) throw error;
      log.info({ reason: error.failure.reason, quick }, 'the model is at capacity, its quick one is asked');
      return await ask(quick);
    } finally {
      leave();
    }
  }

  async function enter(ending: AbortSignal, limitMs: number): Promise<() => void> {
    const late = new AbortController();
    const inside = new AbortController();
    time.sleep(limitMs, inside.signal).then(
      () => late.abort(),
      () => undefined,
    );
    try {
      const leave = await turns.enter(AbortSignal.any([ending, late.signal]));
      if (leave !== null) return leave;
    } catch {
      if (ending.aborted) throw new ProviderError({ class: 'CANCELLED', reason: 'It was cancelled.' });
    } finally {
      inside.abort();
    }
    throw new ProviderError({
      class: 'CAPACITY',
      reason: 'Too many questions are already waiting for the program.',
    });
  }

  return {
    problem,
    provider: {
      id: 'cli_default',
      model,
      canStream: false,
      contextTokens: null,
      async call(request, options) {
        const answer = call(request, options);
        running.add(answer);
        try {
          return await answer;
        } finally {
          running.delete(answer);
        }
      },
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
