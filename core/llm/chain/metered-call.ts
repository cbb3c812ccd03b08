import {
  type Attempt,
  type Budget,
  type BudgetRoom,
  type CallOptions,
  type Counted,
  type Failure,
  type Meter,
  type ModelAnswer,
  type ModelRequest,
  type Provider,
  ProviderError,
  type Reservation,
  UNKNOWN_USAGE,
  type Usage,
  type UsageContext,
} from '../port/index.ts';
import { refusedByCap } from './exhausted.ts';
import { estimatedTokens } from './requests.ts';

interface Given {
  provider: Provider;
  request: ModelRequest;
  call: CallOptions;
  usage: UsageContext | null;
  meter: Meter | null;
  budget: Budget | null;
}

interface SoFar {
  attempts: readonly Attempt[];
  hasShown: (this: void) => boolean;
}

/** Failures in which nothing was worked on, so that nothing is to be paid. */
const UNTOUCHED: readonly string[] = [
  'AUTH',
  'QUOTA',
  'RATE_LIMIT',
  'CAPACITY',
  'BAD_REQUEST',
  'NOT_CONFIGURED',
  'SCHEMA',
  'CONTEXT',
];

/**
 * Calls a provider with room taken for it before and what it took written down after. Counting for the day never fails a call:
 * where it cannot be done the call is made without. A budget that cannot be looked up does.
 * @throws ChainError where a limit refuses the call, and what a budget throws
 */
export async function metered(
  { provider, request, call, usage, meter, budget }: Given,
  { attempts, hasShown }: SoFar,
): Promise<{ answer: ModelAnswer; costUsd: number | null } | { failure: Failure }> {
  const room = budget === null ? null : await roomIn(budget, meter, provider, request);
  if (room !== null && 'refused' in room) throw refusedByCap(room.refused, attempts, hasShown());
  const reservation =
    usage === null || meter === null ? null : await reserved(meter, usage, provider, request);
  if (reservation !== null && 'refused' in reservation) {
    await quietly(room?.release());
    throw refusedByCap(reservation.refused, attempts, hasShown());
  }
  try {
    const answer = await provider.call(request, call);
    const { model } = answer;
    const costUsd = costOf(meter, { answered: model, asked: provider.model }, answer);
    await quietly(reservation?.settle({ model, usage: answer.usage }));
    await settleRoom(room, { meter, provider, model, usage: answer.usage, costUsd });
    return { answer, costUsd };
  } catch (error) {
    const failure = failureIn(error);
    const isFree =
      (failure.isUnsent || UNTOUCHED.includes(failure.class)) &&
      failure.usage.inputTokens === null &&
      failure.usage.outputTokens === null;
    await quietly(isFree ? reservation?.release() : reservation?.settle({ usage: failure.usage }));
    if (isFree) await quietly(room?.release());
    else {
      const model = provider.model ?? provider.id;
      const costUsd = costOf(meter, { answered: model, asked: provider.model }, failure);
      await settleRoom(room, { meter, provider, model, usage: failure.usage, costUsd });
    }
    return { failure };
  }
}

async function settleRoom(
  room: BudgetRoom | null,
  {
    meter,
    provider,
    ...took
  }: {
    meter: Meter | null;
    provider: Provider;
    model: string;
    usage: Usage;
    costUsd: number | null;
  },
): Promise<void> {
  const counted = countedIn(meter, provider, { answered: took.model, ...took.usage });
  await quietly(room?.settle({ ...took, counted }));
}

/** Room for the worst case of a call: all of its input, and an answer up to its limit. */
async function roomIn(
  budget: Budget,
  meter: Meter | null,
  provider: Provider,
  request: ModelRequest,
): Promise<BudgetRoom | { refused: string }> {
  const inputTokens = estimatedTokens(request);
  const outputTokens = request.maxOutputTokens;
  const model = provider.model ?? provider.id;
  const worst = countedIn(meter, provider, { answered: model, inputTokens, outputTokens });
  return await budget.reserve(
    { provider: provider.id, model },
    worst ?? { costUsd: 0, tokens: inputTokens + outputTokens },
  );
}

/** What a call counts by; by its tokens where nobody knows prices. */
function countedIn(
  meter: Meter | null,
  { id, model: asked }: Provider,
  {
    answered,
    inputTokens,
    outputTokens,
  }: Pick<Usage, 'inputTokens' | 'outputTokens'> & {
    answered: string;
  },
): Counted | null {
  if (inputTokens === null || outputTokens === null) return null;
  return meter === null
    ? { costUsd: 0, tokens: inputTokens + outputTokens }
    : meter.countedOf({ provider: id, answered, asked }, { inputTokens, outputTokens });
}

async function reserved(
  meter: Meter,
  usage: UsageContext,
  { id, model }: Provider,
  request: ModelRequest,
): Promise<Reservation | { refused: string } | null> {
  try {
    return await meter.reserve(usage, {
      provider: id,
      model: model ?? id,
      inputTokens: estimatedTokens(request),
      outputTokens: request.maxOutputTokens,
    });
  } catch {
    return null;
  }
}

async function quietly(work: Promise<void> | undefined): Promise<void> {
  try {
    await work;
  } catch {
    // A count that is lost is worse than none, and better than an answer that is lost.
  }
}

function costOf(
  meter: Meter | null,
  model: { answered: string; asked: string | null },
  { usage }: { usage: Usage },
): number | null {
  try {
    return meter === null ? null : meter.costOf(model, usage);
  } catch {
    return null;
  }
}

/** A provider throws nothing else; one that does is taken for one that failed. */
function failureIn(error: unknown): Failure {
  if (error instanceof ProviderError) return error.failure;
  return {
    class: 'TRANSIENT',
    status: null,
    retryAfterMs: null,
    reason: 'The call failed unexpectedly.',
    hasShown: false,
    usage: UNKNOWN_USAGE,
    isUnsent: false,
  };
}
