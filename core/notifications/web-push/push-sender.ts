import { createHmac } from 'node:crypto';
import {
  type Clock,
  DAY_MS,
  type Limiter,
  type LimiterOptions,
  OutsideError,
  type OutwardAnswer,
  type OutwardRequest,
  outwardRequest,
  parseRetryAfter,
  type SendFailure,
} from '../../platform/index.ts';
import { pushEndpoint } from './push-endpoint.ts';
import { encryptPush, type PushKeys } from './push-encryption.ts';
import type { PushSigner } from './push-signing.ts';

/** All push services together: ten thousand notices at once take about eight minutes. */
export const PUSH_PACE: LimiterOptions = { concurrent: 5, perSecond: 20 };
const SYSTEM = 'The push service of the browser';
const TIMEOUT_MS = 10_000;
const MOST_ANSWER_BYTES = 10_000;
/** Longest time for which push services keep a message for a closed browser. */
const LONGEST_WAIT_MS = 28 * DAY_MS;
const MOST_SILENT = 50;

interface PushTarget extends PushKeys {
  endpoint: string;
}

interface PushMessage {
  text: Uint8Array;
  isUrgent: boolean;
  /** A newer message with the same name replaces one that the browser has not fetched yet. */
  replaces: string;
  /** Time until which the push service keeps it for a closed browser; null: its longest. */
  expiresAt: Date | null;
}

/** `gone`: the browser has ended its subscription. */
export type PushOutcome = { kind: 'sent' } | { kind: 'gone' } | { kind: 'failed'; failure: SendFailure };

interface PushSenderParts {
  /** Called instead of each browser's own push service; null for those. */
  base: string | null;
  signer: () => Promise<PushSigner>;
  limiter: Limiter;
  clock: Clock;
  request?: OutwardRequest;
  timeoutMs?: number;
}

type PushSender = (target: PushTarget, message: PushMessage) => Promise<PushOutcome>;

/** Brings encrypted messages to push services (RFC 8030), at a bounded rate, without following redirects. */
export function createPushSender(parts: PushSenderParts): PushSender {
  const { base, signer, limiter, clock, request = outwardRequest, timeoutMs = TIMEOUT_MS } = parts;
  /** Time until which a service accepts no requests, in milliseconds. */
  const silentUntil = new Map<string, number>();

  return async (target, { text, isUrgent, replaces, expiresAt }) => {
    const url = pushEndpoint(target.endpoint);
    if (url === null) return failed('is not one that Munim knows.', false);
    const now = clock.now().getTime();
    const silentMs = (silentUntil.get(url.host) ?? 0) - now;
    if (silentMs > 0) return failed('asked Munim to wait before the next message.', true, silentMs);
    const waitMs = Math.min((expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - now, LONGEST_WAIT_MS);
    try {
      const signing = await signer();
      const answer = await limiter.run(async () =>
        request(base === null ? url : new URL(base + url.pathname + url.search), {
          system: SYSTEM,
          headers: {
            authorization: await signing.authorization(url.origin, clock.now()),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(Math.max(0, Math.floor(waitMs / 1000))),
            urgency: isUrgent ? 'high' : 'low',
            topic: topicOf(target, replaces),
          },
          body: encryptPush(text, target),
          maxBytes: MOST_ANSWER_BYTES,
          isCutToSize: true,
          timeoutMs,
          allowInward: base !== null,
        }),
      );
      const outcome = outcomeOf(answer, clock.now());
      if (outcome.kind === 'failed' && outcome.failure.retryAfter !== undefined) {
        if (silentUntil.size >= MOST_SILENT) silentUntil.clear();
        silentUntil.set(url.host, clock.now().getTime() + outcome.failure.retryAfter * 1000);
      }
      return outcome;
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      return { kind: 'failed', failure: { error: error.message, retryable: true } };
    }
  };
}

/** At most 32 characters. Keyed, so that no push service learns the names of notices. */
function topicOf({ auth }: PushTarget, name: string): string {
  return createHmac('sha256', auth).update(name).digest('base64url').slice(0, 32);
}

/** The result of an answer; its body is never shown, since it comes from outside. */
function outcomeOf({ status, retryAfter }: OutwardAnswer, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500)
    return failed(`is busy (status ${status}).`, true, parseRetryAfter(retryAfter, now) ?? undefined);
  if (status === 400 || status === 401 || status === 403)
    return failed(
      `refused the signature of this server (status ${status}). Check the clock of the server and WEB_PUSH_CONTACT.`,
      false,
    );
  return failed(`refused the message (status ${status}).`, false);
}

/** @param afterMs wait that the service requested, in milliseconds */
function failed(what: string, retryable: boolean, afterMs?: number): PushOutcome {
  const wait = afterMs === undefined ? {} : { retryAfter: Math.min(Math.ceil(afterMs / 1000), 86_400) };
  return { kind: 'failed', failure: { error: `${SYSTEM} ${what}`, retryable, ...wait } };
}
