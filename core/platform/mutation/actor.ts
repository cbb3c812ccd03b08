import { createHash } from 'node:crypto';

/** Who asks for a change. */
export interface Actor {
  /** Door and person, for the record: `api:owner`, `token:owner` (an API token), `chat:42`, `job:daily_cleanup`. */
  actor: string;
  /** The request, where it may come twice. Without one, every call is a request of its own. */
  request?: KeyedRequest;
}

/** How the record calls a person who answers plans without owning the books. */
export const APPROVER = 'approver';

/**
 * Who did something, in words, out of what is on record: `chat:owner (Ravi, approver, telegram 4343)` is "Ravi (approver)",
 * `api:owner` is "owner".
 */
export function personOf(actor: string): string {
  if (actor === 'system') return 'Munim';
  const match = /^[a-z]+:(\S+)(?: \((.+)\))?$/.exec(actor);
  if (match === null) return actor;
  const said = match[2]?.split(', ') ?? [];
  const chat = /^telegram -?\d+$/.test(said.at(-1) ?? '') ? said.pop() : undefined;
  const isApprover = said.at(-1) === APPROVER && said.pop() !== undefined;
  const name = said.join(', ') || (isApprover ? chat : undefined) || match[1];
  return isApprover ? `${name ?? actor} (${APPROVER})` : (name ?? actor);
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
