import { parseRetryAfter } from '../../platform/index.ts';
import { type CallTimers, type Failure, ProviderError } from '../port/index.ts';
import type { CallWatch } from './call-timers.ts';
import { classOf } from './classify.ts';
import type { Exchange } from './connection.ts';
import { reasonOf } from './redact.ts';
import { errorInBody, type Tally } from './wire.ts';

/** One try, as far as it went. */
export interface CallProgress {
  tally: Tally;
  exchange: Exchange;
  /** Of the answer, so far. */
  text: string;
  hasShown: boolean;
}

interface Around {
  watch: CallWatch;
  timers: CallTimers;
  hasSchema: boolean;
  /** What no reason may repeat. */
  secrets: readonly string[];
  now: Date;
}

/** What the system says of a server to which no connection came about. */
const UNREACHED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Why a call failed, by what was seen of it rather than by what the packages make of that. */
export function failureOf(error: unknown, going: CallProgress, around: Around): ProviderError {
  const { exchange, tally, hasShown } = going;
  const known = {
    status: exchange.status,
    retryAfterMs: parseRetryAfter(exchange.headers.get('retry-after'), around.now),
    hasShown,
    usage: tally.usage,
    isUnsent: exchange.status === null && UNREACHED.has(exchange.fault?.message ?? ''),
  };
  const found =
    error instanceof ProviderError
      ? error.failure
      : { ...known, ...(endedByUs(going, around) ?? told(error, going, around) ?? lost(error, going)) };
  return new ProviderError(
    { ...found, reason: reasonOf(found.reason, around.secrets) },
    { cause: undefined },
  );
}

type Found = Pick<Failure, 'class' | 'reason'>;

/** A timer ran out, or the caller gave up. */
function endedByUs({ text, exchange }: CallProgress, { watch, timers }: Around): Found | null {
  const { endedBy } = watch;
  if (endedBy === null) return null;
  if (endedBy === 'caller') return { class: 'CANCELLED', reason: 'It was cancelled.' };
  const ms = { 'first byte': timers.firstByteMs, idle: timers.idleMs, total: timers.totalMs }[endedBy];
  const seconds = `${Math.round(ms / 100) / 10} s`;
  if (endedBy === 'first byte') return { class: 'TRANSIENT', reason: `It sent nothing for ${seconds}.` };
  const hasBegun = text !== '' || (exchange.bytes > 0 && exchange.status === 200 && !isStream(exchange));
  return {
    class: hasBegun ? 'STALLED' : 'TRANSIENT',
    reason:
      endedBy === 'idle' ? `It stopped sending for ${seconds}.` : `It did not finish within ${seconds}.`,
  };
}

const isStream = ({ headers }: Exchange) =>
  (headers.get('content-type') ?? '').startsWith('text/event-stream');

/** The server said so itself: by its status, or in the middle of a stream. */
function told(error: unknown, { exchange, tally }: CallProgress, { hasSchema }: Around): Found | null {
  const { status } = exchange;
  if (status === null) return null;
  const { responseBody } = error as { responseBody?: unknown };
  const said = tally.error ?? errorInBody(responseBody, status >= 300);
  if (status < 300 && said === null) return null;
  const words = said?.message ?? '';
  return {
    class: classOf({ status, error: said, hasSchema }),
    reason: words === '' ? withoutWords(status, String(responseBody)) : words,
  };
}

function withoutWords(status: number, body: string): string {
  if (status >= 300 && status < 400)
    return `The address redirects elsewhere (status ${status}), and Munim does not follow redirects.`;
  return /^\s*</.test(body)
    ? `A web page came instead of an answer (status ${status}).`
    : `Status ${status}.`;
}

/** Nobody said anything: the connection broke, or what came cannot be read. */
function lost(error: unknown, { exchange, text }: CallProgress): Found {
  const { fault } = exchange;
  if (fault?.kind === 'inward') return { class: 'NOT_CONFIGURED', reason: fault.message };
  if (fault?.kind === 'too large' || fault?.kind === 'unreadable')
    return { class: 'BAD_OUTPUT', reason: fault.message };
  if (fault !== null)
    return {
      class: 'TRANSIENT',
      reason:
        exchange.status === null
          ? `It could not be reached (${fault.message}).`
          : `The connection broke${text === '' ? '' : ' in the middle of the answer'} (${fault.message}).`,
    };
  const { name } = error as { name?: unknown };
  return {
    class: 'BAD_OUTPUT',
    reason:
      name === 'TypeError' && exchange.status === null
        ? 'The request could not be written.'
        : 'The answer cannot be read.',
  };
}
