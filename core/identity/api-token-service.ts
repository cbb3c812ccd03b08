import { auditedMutation } from '../audit/index.ts';
import {
  type Actor,
  bearerTokenHash,
  conflict,
  type Context,
  createSharedRead,
  drawBearerToken,
  type DrawnToken,
  notFound,
} from '../platform/index.ts';
import {
  deleteApiToken,
  findApiTokens,
  insertApiToken,
  isOfPausedPerson,
  listApiTokens,
  markApiTokenUsed,
  sessionOfToken,
} from './api-token-store.ts';
import { apiTokenInput } from './inputs.ts';
import type { ApiTokenModel } from './models.ts';
import { refuseShutOut } from './admission.ts';
import { createSessionCache, type Principal } from './session-cache.ts';
import type { ApiTokensView, ApiTokenView, NewApiTokenView } from './view.ts';

/** What every API token begins with. */
export const API_TOKEN_PREFIX = 'mnm_';
const MOST_TOKENS = 20;
/** `last_used_at` is written no oftener. */
const USED_EVERY_MS = 60_000;
const MOST_REMEMBERED = 10_000;
const NEVER = new Date(8_640_000_000_000_000);
const ROW_ID = /^\d{1,18}$/;

function toApiTokenView(row: ApiTokenModel): ApiTokenView {
  const { id, name, access, last4, created_at, last_used_at } = row;
  return {
    id,
    name,
    access,
    last4,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

/**
 * Tokens of a person's scripts. They are shown once and kept as hashes. Signing in anew leaves them alone; revoking one ends
 * it at once in every process, and restoring a backup ends all.
 */
export function createApiTokens(context: Context) {
  const { clock, database, listener, log } = context;
  const mutation = auditedMutation(context);
  const cache = createSessionCache(listener, clock);
  const liveToken = createSharedRead((hashes) =>
    database.readAsSystem('look API tokens up', (trx) => findApiTokens(trx, hashes)),
  );
  /** By token, when this process wrote its use last. */
  const marked = new Map<string, number>();
  const marking = new Set<Promise<void>>();

  /** Nobody waits for it, and a use that could not be written is no reason to refuse a request. */
  const markUsed = (id: string): void => {
    const now = clock.now();
    const last = marked.get(id);
    if (last !== undefined && now.getTime() - last < USED_EVERY_MS) return;
    if (marked.size >= MOST_REMEMBERED) marked.clear();
    marked.set(id, now.getTime());
    const before = new Date(now.getTime() - USED_EVERY_MS);
    const writing: Promise<void> = database
      .asSystem('an API token was used', (trx) => markApiTokenUsed(trx, id, now, before))
      .catch((error: unknown) => log.warn({ err: error }, 'the use of an API token could not be recorded'))
      .finally(() => marking.delete(writing));
    marking.add(writing);
  };

  const insert = mutation('api_token.create', {
    input: apiTokenInput,
    topics: ['settings'],
    async run(change, { name, access }, { hash, last4 }: Pick<DrawnToken, 'hash' | 'last4'>) {
      const { trx, userId, now } = change;
      await refuseShutOut(trx, userId);
      if ((await listApiTokens(trx)).length >= MOST_TOKENS)
        throw conflict(
          'TOO_MANY_TOKENS',
          `There are ${MOST_TOKENS} tokens already. Revoke one that is no longer used.`,
        );
      const row = await insertApiToken(trx, {
        owner_user_id: userId,
        name,
        access,
        token_hash: hash,
        last4,
        created_at: now,
      });
      await change.record('API_TOKEN_CREATED', row.id, { name, access });
      return toApiTokenView(row);
    },
  });

  const remove = mutation('api_token.revoke', {
    topics: ['settings'],
    async run(change, id: string) {
      const gone = ROW_ID.test(id) ? await deleteApiToken(change.trx, change.userId, id) : undefined;
      if (gone === undefined) throw notFound('API_TOKEN');
      await change.record('API_TOKEN_REVOKED', id, { name: gone.name, access: gone.access });
    },
  });

  return {
    /** The person's tokens, oldest first. */
    async list(userId: string): Promise<ApiTokensView> {
      const rows = await database.readAsUser(userId, (trx) => listApiTokens(trx));
      return { items: rows.map(toApiTokenView) };
    },

    /**
     * Makes a token. The answer is the only place where it stands.
     * @throws Problem 409 TOO_MANY_TOKENS, 422
     */
    async create(userId: string, body: unknown, actor: Actor): Promise<NewApiTokenView> {
      const { token, hash, last4 } = drawBearerToken(API_TOKEN_PREFIX);
      // The secret stays out of the mutation: nothing that keeps results or receipts gets to see it.
      return { ...(await insert(userId, { hash, last4 }, body, { actor: actor.actor })), token };
    },

    /** Ends a token at once, in every process. @throws Problem 404 API_TOKEN_NOT_FOUND, also for another owner's. */
    async revoke(userId: string, id: string, actor: Actor): Promise<void> {
      await remove(userId, id, actor);
      cache.forget(sessionOfToken(id));
    },

    /** True for the token of a paused person, which opens nothing. */
    async isOfPausedPerson(token: string): Promise<boolean> {
      const hash = bearerTokenHash(API_TOKEN_PREFIX, token);
      if (hash === null) return false;
      return await database.readAsSystem('whose refused token it is', (trx) => isOfPausedPerson(trx, hash));
    },

    /** The same as `authenticate`, from the database. */
    async authenticateAnew(token: string): Promise<Principal | null> {
      const hash = bearerTokenHash(API_TOKEN_PREFIX, token);
      if (hash !== null) cache.forgetToken(hash);
      return await this.authenticate(token);
    },

    /** Who asks with this token; null for one that was never made or is revoked. Usually no query. */
    async authenticate(token: string): Promise<Principal | null> {
      const hash = bearerTokenHash(API_TOKEN_PREFIX, token);
      if (hash === null) return null;
      const known = cache.get(hash);
      if (known?.token !== undefined) {
        markUsed(known.token.id);
        return known;
      }
      const readAt = cache.generation;
      const found = await liveToken(hash);
      if (found === undefined) return null;
      const { id, access, user } = found;
      const principal: Principal = {
        userId: user.id,
        login: user.login,
        name: user.name,
        sessionId: sessionOfToken(id),
        expiresAt: NEVER,
        token: { id, access },
      };
      cache.put(hash, principal, readAt);
      markUsed(id);
      return principal;
    },

    forgetPerson: (userId: string) => cache.forgetPerson(userId),

    /** Resolves when every use is written. */
    async settled(): Promise<void> {
      await Promise.all(marking);
    },

    async close(): Promise<void> {
      await Promise.all(marking);
      cache.close();
    },
  };
}

export type ApiTokens = ReturnType<typeof createApiTokens>;
