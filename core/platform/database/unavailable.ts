import { Problem } from '../input/index.ts';
import type { WorkKind } from '../time-limits.ts';
import { isOutdatedPlan } from './prepared-statements.ts';

/** The database said nothing for too long. The connection is of no more use: the answer may come yet. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Too much work waits for the connections of this process. The database itself is well. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  readonly work: WorkKind;

  constructor(work: WorkKind) {
    super(`too much work of the kind ${work} waits for a connection`);
    this.work = work;
  }
}

/** Whether the database did not answer in time: a statement (NoAnswer), or a connection that was being opened (pg's own error). */
export function isTimeout(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof Error && error.message === 'timeout expired');
}

const TRY_AGAIN_S = 5;
/** Space and open files come back when somebody makes room. */
const ROOM_AGAIN_S = 30;

type Make = (cause: unknown) => Problem;
const refusal =
  (code: 'UNAVAILABLE' | 'OVERLOADED') =>
  (detail: string, retryAfter: number): Make =>
  (cause) =>
    new Problem(503, code, detail, { retryAfter, cause });
const unavailable = refusal('UNAVAILABLE');
const overloaded = refusal('OVERLOADED');

const busy = overloaded(
  'Munim is overloaded: too many requests are waiting. Try again in 5 seconds.',
  TRY_AGAIN_S,
);
const busyWithSlow = overloaded(
  'Munim is overloaded: too many reports and imports are waiting. Try this one again in 10 seconds. Everything else works.',
  2 * TRY_AGAIN_S,
);

const unreachable = unavailable(
  'The database cannot be reached right now. Try again in a moment.',
  TRY_AGAIN_S,
);
const silent = unavailable('The database did not answer in time. Try again in a moment.', TRY_AGAIN_S);
const contended = unavailable('Another change was being saved at the same time. Try again.', 1);
const readOnly = unavailable(
  'The database is read-only right now, so nothing was saved. Try again in a moment.',
  TRY_AGAIN_S,
);
const updated = unavailable('The database has just been updated. Try again.', 1);
const crowded = unavailable('The server is too busy right now. Try again in a moment.', TRY_AGAIN_S);
const full = unavailable(
  'The server is out of disk space, so nothing was saved. Free some space on the server, then try again.',
  ROOM_AGAIN_S,
);
const failing = unavailable(
  'The server could not read or write its disk. The database log has the details.',
  ROOM_AGAIN_S,
);

/** By SQLSTATE, or its class of two characters, and by what the operating system says to this process. */
const BY_CODE = new Map<string, Make>([
  ['08', unreachable], // connection_exception
  ['57P', unreachable], // admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout
  ['25P03', silent], // idle_in_transaction_session_timeout
  ['57014', silent], // query_canceled, by statement_timeout
  ['40001', contended], // serialization_failure
  ['40P01', contended], // deadlock_detected
  ['55P03', contended], // lock_not_available
  ['25006', readOnly], // read_only_sql_transaction
  ['53', crowded], // insufficient_resources: too_many_connections, out_of_memory, …
  ['53100', full], // disk_full
  ['58030', failing], // io_error
  ['EMFILE', crowded],
  ['ENFILE', crowded],
  ['ENOSPC', full],
  ['EDQUOT', full],
]);

const SQL_STATE = /^[0-9A-Z]{5}$/;
/** Words of pg and its pools that come without a code. */
const LOST =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|^timeout expired$|Timeout acquiring a connection|Unable to acquire a connection|after calling end on the pool/;
/** Of a network; other systems than the database have them too. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  // Of a socket that was closed between two statements.
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_SOCKET_CLOSED',
]);
/** Whatever keeps these from succeeding: the local socket of a stopped server is ENOENT. */
const CONNECTING = new Set<unknown>(['connect', 'getaddrinfo']);

/**
 * The one place that decides whether an error means that Munim cannot do it now and may later: the database away, silent,
 * locked or out of room, or this machine out of open files or space. Answers the 503 UNAVAILABLE that both doors show, 503
 * OVERLOADED where only the queue of this process is too long, or null for every other error. `cause` has the original error.
 * @param isOfDatabase true where the error can only come from talking to the database, so that what a network says counts
 * too: the same words about a broker are none of this.
 */
export function unavailability(error: unknown, isOfDatabase = false): Problem | null {
  for (const each of withCauses(error)) {
    if (each instanceof Problem) return null;
    if (each instanceof NoAnswer) return silent(error);
    if (each instanceof Overloaded) return (each.work === 'request' ? busy : busyWithSlow)(error);
    if (isOutdatedPlan(each)) return updated(error);
    const { code, message, syscall } = each as { code?: unknown; message?: unknown; syscall?: unknown };
    if (typeof code === 'string') {
      const make = BY_CODE.get(code) ?? (SQL_STATE.test(code) ? byClass(code) : undefined);
      if (make !== undefined) return make(error);
      if (isOfDatabase && (NETWORK.has(code) || CONNECTING.has(syscall))) return unreachable(error);
    }
    if (typeof message === 'string' && LOST.test(message)) return unreachable(error);
  }
  return null;
}

function byClass(sqlState: string): Make | undefined {
  return BY_CODE.get(sqlState.slice(0, 3)) ?? BY_CODE.get(sqlState.slice(0, 2));
}

/** An error with what it wraps: models keep what the driver said, several addresses of one host fail together. */
function* withCauses(error: unknown, depth = 0): Generator<object> {
  if (typeof error !== 'object' || error === null || depth > 5) return;
  yield error;
  const { nativeError, cause, errors } = error as {
    nativeError?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  yield* withCauses(nativeError, depth + 1);
  yield* withCauses(cause, depth + 1);
  if (Array.isArray(errors)) for (const each of errors) yield* withCauses(each, depth + 1);
}
