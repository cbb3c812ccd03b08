import { systemTimers, type Timers } from '../../platform/index.ts';
import {
  type Attempt,
  type CallTimers,
  type Chain,
  type ChainAnswer,
  type ChainRequest,
  type Failure,
  type Meter,
  type ModelAnswer,
  type Provider,
} from '../port/index.ts';
import { exhausted } from './exhausted.ts';
import { metered } from './metered-call.ts';
import { type Move, moveFor } from './moves.ts';
import { pauseMs } from './pauses.ts';
import type { Rests } from './rests.ts';
import {
  AS_IT_IS,
  type Asking,
  estimatedTokens,
  requestFor,
  type Structure,
  type StructureOf,
} from './requests.ts';

interface ChainOptions {
  /** In the order in which they are asked. */
  providers: readonly Provider[];
  structureOf: StructureOf;
  /** Shared by all chains of the process. */
  rests: Rests;
  /** Null: nothing is counted and nothing has a price. */
  meter: Meter | null;
  /** Of each call. */
  timers: CallTimers;
  /** How many times the same provider is asked again after passing trouble. */
  maxRetries: number;
  /** Limit of the first pause before that, in milliseconds. */
  backoffMs: number;
  /** For a request that says nothing of it. */
  deadlineMs: number;
  random?: () => number;
  waiting?: Timers;
}

/** Asks one provider after the other until one answers (decisions/Provider chain). */
export function createChain(options: ChainOptions): Chain {
  const { providers } = options;
  return {
    providers: providers.map(({ id, model, canStream }) => ({ id, model, canStream })),
    ask: async (request) => await asked(options, request),
  };
}

/** How a call of a provider went: `value` is what its answer is by the schema. */
type Outcome =
  | { answer: ModelAnswer; value: unknown; costUsd: number | null }
  | { failure: Failure; repair: Asking['repair'] };

async function asked(options: ChainOptions, request: ChainRequest): Promise<ChainAnswer> {
  const { providers, rests, meter, timers, maxRetries, backoffMs, random = Math.random } = options;
  const waiting = options.waiting ?? systemTimers;
  const began = waiting.now();
  const deadline = began + (request.deadlineMs ?? options.deadlineMs);
  const signal = request.signal ?? new AbortController().signal;
  const structure = request.schema === null ? null : options.structureOf(request.schema.schema);
  const attempts: Attempt[] = [];
  let hasShown = false;
  /** More than this has to fit. */
  let tooSmall = 0;

  for (const provider of providers) {
    const skipped = whyNot(provider, tooSmall, rests);
    if (skipped !== null) {
      attempts.push({ provider: provider.id, model: provider.model, latencyMs: 0, error: skipped });
      continue;
    }
    let asking = AS_IT_IS;
    for (let failures = 1; ; failures += 1) {
      const left = deadline - waiting.now();
      if (left <= 0) throw exhausted(attempts, { hasShown, tail: 'There was no time left to ask again.' });
      const from = waiting.now();
      const outcome = await once(provider, { asking, left });
      const latencyMs = Math.round(waiting.now() - from);
      const tried = { provider: provider.id, model: provider.model, latencyMs };
      if ('answer' in outcome) {
        const { answer, value, costUsd } = outcome;
        attempts.push({ ...tried, error: null });
        const { text, model, usage } = answer;
        const isCut = answer.finish === 'length';
        const took = Math.round(waiting.now() - began);
        return {
          text,
          value,
          isCut,
          provider: provider.id,
          model,
          usage,
          costUsd,
          attempts,
          latencyMs: took,
        };
      }
      const { class: as, status, reason } = outcome.failure;
      attempts.push({ ...tried, error: { class: as, status, reason } });
      rests.failed(provider, as);
      hasShown ||= outcome.failure.hasShown;
      const move = moveFor(provider, outcome.failure, asking.isPlain);
      const next = againWith(move, asking, outcome, failures);
      if (next !== null) {
        const pause = move.again === 'after a pause' ? pauseFor(outcome.failure, failures) : 0;
        if (waiting.now() + pause < deadline && rests.left(provider) === 0) {
          if (pause > 0 && !(await waited(pause)))
            throw exhausted([...attempts, cancelled(provider)], { hasShown });
          asking = next;
          continue;
        }
      }
      if (hasShown || move.next === 'no') throw exhausted(attempts, { hasShown });
      if (move.next === 'larger')
        tooSmall = Math.max(tooSmall, provider.contextTokens ?? estimatedTokens(request));
      break;
    }
  }
  throw exhausted(attempts, { hasShown });

  /** One call, counted, with its answer read by the schema. */
  async function once(provider: Provider, how: { asking: Asking; left: number }): Promise<Outcome> {
    const sent = requestFor(request, structure, how.asking);
    // Whoever has seen an answer is not shown its repaired form piece by piece.
    const tell = hasShown ? undefined : request.onText;
    const onText = (piece: string): void => {
      hasShown = true;
      tell?.(piece);
    };
    const call = {
      signal,
      timers: { ...timers, totalMs: Math.min(timers.totalMs, request.callMs ?? Infinity, how.left) },
      ...(tell === undefined ? {} : { onText }),
    };
    const { usage, budget = null } = request;
    const given = { provider, request: sent, call, usage, meter, budget };
    const result = await metered(given, { attempts, hasShown: () => hasShown });
    if ('failure' in result) {
      const failure = { ...result.failure, hasShown: result.failure.hasShown || hasShown };
      return { failure, repair: null };
    }
    return read(structure, result.answer, result.costUsd, hasShown);
  }

  function pauseFor({ retryAfterMs }: Failure, failures: number): number {
    return pauseMs({ firstMs: backoffMs, retryAfterMs, failures, random: random() });
  }

  /** Whether the time passed without being cancelled. */
  async function waited(ms: number): Promise<boolean> {
    try {
      await waiting.sleep(ms, signal);
      return true;
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
  }

  /** How the same provider is asked once more; null where it is not. */
  function againWith(
    move: Move,
    asking: Asking,
    outcome: Extract<Outcome, { failure: Failure }>,
    failures: number,
  ): Asking | null {
    if (move.again === 'plain')
      return asking.isPlain || structure === null ? null : { ...asking, isPlain: true };
    if (move.again === 'repair') {
      // Once: what comes second is not better the third time.
      if (asking.repair !== null || (hasShown && outcome.repair === null)) return null;
      return { ...asking, repair: outcome.repair ?? { text: '', errors: [outcome.failure.reason] } };
    }
    // What was told once would be told again.
    return move.again === 'after a pause' && failures <= maxRetries && !hasShown ? asking : null;
  }
}

/** Why a provider is passed over; null where it is asked. */
function whyNot(provider: Provider, tooSmall: number, rests: Rests): Attempt['error'] {
  const left = rests.left(provider);
  if (left > 0) {
    const reason = `It is paused for ${Math.ceil(left / 1000)} s after several failures.`;
    return { class: 'CAPACITY', status: null, reason };
  }
  if (tooSmall === 0 || (provider.contextTokens ?? 0) > tooSmall) return null;
  return { class: 'CONTEXT', status: null, reason: 'Not asked: no more is known to fit into it.' };
}

const cancelled = (provider: Provider): Attempt => ({
  provider: provider.id,
  model: provider.model,
  latencyMs: 0,
  error: { class: 'CANCELLED', status: null, reason: 'It was cancelled.' },
});

/** An answer by its schema, or what is wrong with it. */
function read(
  structure: Structure | null,
  answer: ModelAnswer,
  costUsd: number | null,
  hasShown: boolean,
): Outcome {
  const failed = (as: 'BAD_OUTPUT' | 'CONTENT_FILTER', reason: string) => ({
    class: as,
    status: null,
    retryAfterMs: null,
    reason,
    hasShown,
    usage: answer.usage,
    isUnsent: false,
  });
  if (answer.finish === 'content_filter')
    return { failure: failed('CONTENT_FILTER', 'The model declined to answer.'), repair: null };
  if (structure === null) return { answer, value: null, costUsd };
  const reading = structure.read(answer.text);
  const isCut = answer.finish === 'length';
  // A truncated answer is incomplete, even if an object can be parsed from it.
  if ('value' in reading && !isCut) return { answer, value: reading.value, costUsd };
  const cut = isCut ? ['The answer was cut off at its limit of tokens; be shorter.'] : [];
  const errors = [...cut, ...('errors' in reading ? reading.errors : [])];
  const reason = errors.slice(0, 3).join(' ').slice(0, 240);
  return { failure: failed('BAD_OUTPUT', reason), repair: { text: answer.text, errors } };
}
