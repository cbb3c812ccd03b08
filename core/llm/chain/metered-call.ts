import {
  type Attempt,
  type CallOptions,
  type Failure,
  type Meter,
  type ModelAnswer,
  type ModelRequest,
  type Provider,
  ProviderError,
  type Reservation,
  UNKNOWN_USAGE,
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
 * Calls a provider with room taken for it before and what it took written down after. Counting never fails a call: where it
 * cannot be done the call is made without.
 * @throws ChainError where a limit refuses the call, and nothing else
 */
export async function metered(
  { provider, request, call, usage, meter }: Given,
  { attempts, hasShown }: SoFar,
): Promise<{ answer: ModelAnswer; costUsd: number | null } | { failure: Failure }> {
  const reservation =
    usage === null || meter === null ? null : await reserved(meter, usage, provider, request);
  if (reservation !== null && 'refused' in reservation)
    throw refusedByCap(reservation.refused, attempts, hasShown());
  try {
    const answer = await provider.call(request, call);
    const { model } = answer;
    await quietly(reservation?.settle({ model, usage: answer.usage }));
    return { answer, costUsd: costOf(meter, { answered: model, asked: provider.model }, answer) };
  } catch (error) {
    const failure = failureIn(error);
    const isFree =
      (failure.isUnsent || UNTOUCHED.includes(failure.class)) &&
      failure.usage.inputTokens === null &&
      failure.usage.outputTokens === null;
    await quietly(isFree ? reservation?.release() : reservation?.settle({ usage: failure.usage }));
    return { failure };
  }
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
  { usage }: ModelAnswer,
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
