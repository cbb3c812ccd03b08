import { createHash } from 'node:crypto';

/** Who asks for a change. */
export interface Actor {
  /** Door and person, for the record: `api:owner`, `chat:42`, `job:daily_cleanup`. */
  actor: string;
  /** The request, where it may come twice. Without one, every call is a request of its own. */
  request?: KeyedRequest;
}

/** A request that may come twice, and what tells its repeat from another one. */
export interface KeyedRequest {
  /** Its natural key, for ever: `api:<Idempotency-Key>`, `chat:<chat>:<update>`. */
  idempotencyKey: string;
  /** What is asked for: `PUT /api/portfolio/holdings/7/ltp`. Left out where the key alone can mean nothing else. */
  name?: string;
  /** `digestOf` what was sent with it. */
  digest?: string;
  /** Which of several changes of one request this is. */
  step?: string;
}

/** The same request as one of its several changes: each step has a receipt of its own. */
export function stepOf(actor: Actor, step: string): Actor {
  const { request } = actor;
  if (request === undefined) return actor;
  return {
    ...actor,
    request: { ...request, step: request.step === undefined ? step : `${request.step}.${step}` },
  };
}

/**
 * SHA-256 of a JSON value, in hex. It does not depend on the order of an object's fields, on white space or on how a
 * number is spelled; the order of a list counts.
 */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** One text for every spelling of a JSON value: fields in one order, nothing between. */
export function canonicalJson(value: unknown): string {
  const sorted = (_: string, part: unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? 'null';
}
