import { type Actor, digestOf, invalid, type KeyedRequest } from '../core/platform/index.ts';
import type { ApiContext } from './context.ts';
import type { Route } from './route.ts';
import type { HashedFile } from './upload.ts';

export const IDEMPOTENCY_KEY = { name: 'Idempotency-Key', shortest: 16, longest: 128 } as const;

const { shortest, longest } = IDEMPOTENCY_KEY;
const KEY = new RegExp(`^[ -~]{${shortest},${longest}}$`);
const MESSAGE = `must have ${shortest} to ${longest} printable ASCII characters, such as a UUID, and be new for every request.`;

/** True for a route whose requests may come twice under one Idempotency-Key. */
export function isKeyed({ auth, method, repeats }: Route): boolean {
  return method !== 'GET' && auth === 'session' && repeats === undefined;
}

/**
 * The request that an Idempotency-Key stands for: its method, its address with ids and query, and its body. How the body
 * spells its JSON makes no difference, as `digestOf` says.
 * @param body JSON as it was sent; null where there is none, and for a form, which is known only once it is read.
 * @returns undefined for a request without a key.
 * @throws 422 VALIDATION_ERROR
 */
export function keyedRequest(ctx: ApiContext, body: unknown): KeyedRequest | undefined {
  if (ctx.req.headersDistinct['idempotency-key'] === undefined) return undefined;
  const key = requiredKey(ctx);
  return {
    idempotencyKey: `api:${key}`,
    name: `${ctx.method} ${ctx.path}${ctx.search}`,
    digest: digestOf(body),
  };
}

/** The Idempotency-Key of a route whose service knows repeats by itself. @throws 422 VALIDATION_ERROR without one. */
export function requiredKey(ctx: ApiContext): string {
  const given = ctx.req.headersDistinct['idempotency-key'] ?? [];
  const [key = ''] = given;
  if (given.length !== 1 || !KEY.test(key))
    throw invalid([{ field: IDEMPOTENCY_KEY.name, message: MESSAGE }]);
  return key;
}

/**
 * The request of a form, once its file is read: its fields, and the file's name and bytes. A password is not part of what
 * is asked for, and a digest of it could be guessed.
 */
export function formRequest(
  { request }: Actor,
  file: Pick<HashedFile, 'name' | 'digest'>,
  fields: object,
): KeyedRequest | undefined {
  const { password: _, ...asked } = fields as { password?: string };
  return request && { ...request, digest: digestOf([asked, file.name, file.digest()]) };
}
