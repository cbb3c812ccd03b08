import * as yup from 'yup';
import type { Door } from '../../identity/index.ts';
import {
  announce,
  bearerTokenHash,
  type Context,
  drawBearerToken,
  notFound,
  Problem,
} from '../../platform/index.ts';
import { instant, instantOrNull, listOf, text, view, type ViewOf } from '../../platform/schema/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';

const PREFIX = 'munim_ingest_';
const MOST_TOKENS = 20;
/** A token that was revoked elsewhere is refused after so long at the latest. */
const KNOWN_MS = 5_000;
/** `last_used_at` is written no oftener. */
const USED_EVERY_MS = 60_000;

/** What a person names a token by: the process that has it. */
export const tokenInput = yup
  .object({ label: yup.string().trim().min(1).max(60).required() })
  .noUnknown()
  .required();

const shown = { id: text, label: text, last4: text, created_at: instant, last_used_at: instantOrNull };
const tokenView = view(shown);
export type TokenView = ViewOf<typeof tokenView>;
export const tokenList = view({ tokens: listOf(tokenView) });
/** The one answer that has the token itself. */
export const newTokenView = view({ ...shown, token: text });
export type NewTokenView = ViewOf<typeof newTokenView>;

interface TokenRow {
  token_hash: string;
  label: string;
  last4: string;
  created_at: string;
  last_used_at: string | null;
}

/** Names a token and opens nothing. */
const idOf = (hash: string): string => hash.slice(0, 16);

const toTokenView = (row: TokenRow): TokenView => ({
  id: idOf(row.token_hash),
  label: row.label,
  last4: row.last4,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
});

/** Tokens by which a trading process reports and asks whether it may enter. They can do nothing else, and are kept hashed. */
export interface IngestTokens {
  create(userId: string, label: string): Promise<ViewOf<typeof newTokenView>>;
  list(userId: string): Promise<TokenView[]>;
  /** @throws Problem 404 INGEST_TOKEN_NOT_FOUND */
  revoke(userId: string, id: string): Promise<void>;
  /** Tokens as doors to the workspace. */
  readonly door: Required<Door>;
  close(): void;
  /** Whose token it is; null for one that was never made or is revoked. */
  owner(token: string): Promise<string | null>;
}

export const unknownIngestToken = (): Problem =>
  new Problem(
    401,
    'INGEST_TOKEN_UNKNOWN',
    'This ingest token is unknown or was revoked. Create a new one: npm run ingest-token.',
  );

/** True if the person of a workspace has a token that is not revoked. A removed person has none. */
export const hasToken = async (workspace: Workspace): Promise<boolean> =>
  (await workspace.rows('ingest_tokens').whereNull('revoked_at').first('token_hash')) !== undefined;

/** The `sessionId` of a trading process that shows an ingest token, under which the end of all of a person's is announced. */
export const sessionOfIngest = (userId: string): string => `ingest:${userId}`;

export function createIngestTokens(
  { clock, listener }: Pick<Context, 'clock' | 'listener'>,
  store: OptionsStore,
): IngestTokens {
  const known = new Map<string, { userId: string; until: number; usedAt: number }>();
  const forget = (owner: string): void => {
    for (const [hash, { userId }] of known) if (userId === owner) known.delete(hash);
  };
  const stop = listener.on('session_ended', ({ session_id, user_id }) => {
    if (typeof user_id === 'string' && session_id === sessionOfIngest(user_id)) forget(user_id);
  });
  const ofOwner = async (userId: string): Promise<TokenRow[]> =>
    await store.read(
      userId,
      async (workspace) =>
        await workspace.rows<TokenRow>('ingest_tokens').whereNull('revoked_at').orderBy('created_at'),
    );

  return {
    async create(userId, label) {
      const { token, hash, last4 } = drawBearerToken(PREFIX);
      const row: TokenRow = {
        token_hash: hash,
        label,
        last4,
        created_at: clock.now().toISOString(),
        last_used_at: null,
      };
      await store.change(userId, async (workspace) => {
        const tokens = await workspace.rows('ingest_tokens').whereNull('revoked_at').select('token_hash');
        if (tokens.length >= MOST_TOKENS)
          throw new Problem(
            409,
            'TOO_MANY_TOKENS',
            `There are ${MOST_TOKENS} tokens already. Revoke one that is no longer used.`,
          );
        await workspace.insert('ingest_tokens', [{ ...row, revoked_at: null }]);
      });
      return { ...toTokenView(row), token };
    },
    close: stop,
    door: {
      list: async (userId) =>
        (await ofOwner(userId)).map(({ token_hash, label, last4, created_at, last_used_at }) => ({
          id: idOf(token_hash),
          name: `${label} (…${last4})`,
          since: created_at,
          lastUsedAt: last_used_at,
        })),
      async endApart(userId) {
        await store.change(
          userId,
          async (workspace) =>
            await workspace
              .rows('ingest_tokens')
              .whereNull('revoked_at')
              .update({ revoked_at: clock.now().toISOString() }),
        );
        forget(userId);
      },
      end: (trx, { userId }) =>
        announce(trx, {
          channel: 'session_ended',
          payload: { session_id: sessionOfIngest(userId), user_id: userId },
        }),
    },
    list: async (userId) => (await ofOwner(userId)).map(toTokenView),
    async revoke(userId, id) {
      const revoked = await store.change(userId, async (workspace) => {
        const hash = (await workspace.rows<TokenRow>('ingest_tokens').whereNull('revoked_at'))
          .map(({ token_hash }) => token_hash)
          .find((one) => idOf(one) === id);
        if (hash === undefined) throw notFound('INGEST_TOKEN');
        await workspace
          .rows('ingest_tokens')
          .where({ token_hash: hash })
          .update({ revoked_at: clock.now().toISOString() });
        return hash;
      });
      known.delete(revoked);
    },
    async owner(token) {
      const hash = bearerTokenHash(PREFIX, token);
      if (hash === null) return null;
      const now = clock.now().getTime();
      const kept = known.get(hash);
      if (kept !== undefined && now < kept.until && now - kept.usedAt < USED_EVERY_MS) return kept.userId;
      const userId = await store.asSystem('whose token it is', async (knex) => {
        const row = await knex<{
          token_hash: string;
          owner_user_id: string | number;
          revoked_at: string | null;
        }>('ingest_tokens')
          .where({ token_hash: hash })
          .whereNull('revoked_at')
          .first('owner_user_id');
        if (row === undefined) return null;
        if (kept === undefined || now - kept.usedAt >= USED_EVERY_MS)
          await knex('ingest_tokens')
            .where({ token_hash: hash })
            .update({ last_used_at: new Date(now).toISOString() });
        return String(row.owner_user_id);
      });
      if (userId === null) {
        known.delete(hash);
        return null;
      }
      const usedAt = kept === undefined || now - kept.usedAt >= USED_EVERY_MS ? now : kept.usedAt;
      if (known.size >= 1_000) known.clear();
      known.set(hash, { userId, until: now + KNOWN_MS, usedAt });
      return userId;
    },
  };
}
