import type { Context, DbTransaction } from '../platform/index.ts';
import { deleteApiTokens, listApiTokens } from './api-token-store.ts';
import { listLinks, revokeLinks } from './chat-link-store.ts';
import type { Doors } from './doors-service.ts';
import { setHousehold } from './people-store.ts';
import { endSessions, listSessions } from './sign-in-store.ts';
import { renewedAt } from './session-token.ts';

interface CodeRow {
  since: Date;
}

/** The doors whose keys identity keeps. */
export function identityDoors({
  clock,
  database,
}: Pick<Context, 'clock' | 'database'>): Pick<
  Doors,
  'session' | 'login_code' | 'link_code' | 'chat' | 'api_token' | 'household'
> {
  const reading = <T>(work: (trx: DbTransaction) => Promise<T>) =>
    database.readAsSystem('what reaches a person’s books', work);
  /** Codes that can still be used; they have no name, and their hash stays here. */
  const codes = (table: 'identity.login_codes' | 'identity.link_codes') => ({
    list: async (userId: string) => {
      const rows = await reading((trx) =>
        trx(table)
          .where({ owner_user_id: userId })
          .whereNull('used_at')
          .where('expires_at', '>', clock.now())
          .orderBy('created_at')
          .select<CodeRow[]>('created_at as since'),
      );
      return rows.map(({ since }, at) => ({ id: String(at + 1), name: null, since, lastUsedAt: null }));
    },
    end: async (trx: DbTransaction, { userId }: { userId: string }) =>
      void (await trx(table).where({ owner_user_id: userId }).delete()),
  });
  return {
    session: {
      list: async (userId) =>
        (await reading((trx) => listSessions(trx, userId, clock.now()))).map(
          ({ id, created_at, expires_at }) => ({
            id,
            sessionId: id,
            name: null,
            since: created_at,
            lastUsedAt: renewedAt(expires_at),
          }),
        ),
      end: async (trx, { userId, now, keptSession }) =>
        void (await endSessions(trx, { owner_user_id: userId, except: keptSession }, 'signed_out', now)),
    },
    login_code: codes('identity.login_codes'),
    link_code: codes('identity.link_codes'),
    chat: {
      list: async (userId) =>
        (await reading((trx) => listLinks(trx, userId))).map(({ id, title, chat_id, role, created_at }) => ({
          id,
          name: `${title ?? chat_id}${role === 'owner' ? '' : ` (${role})`}`,
          since: created_at,
          lastUsedAt: null,
        })),
      end: (trx, { userId, now }) => revokeLinks(trx, userId, now),
    },
    api_token: {
      list: async (userId) =>
        (await database.readAsUser(userId, (trx) => listApiTokens(trx))).map(
          ({ id, name, last4, created_at, last_used_at }) => ({
            id,
            name: `${name} (…${last4})`,
            since: created_at,
            lastUsedAt: last_used_at,
          }),
        ),
      end: (trx, { userId }) => deleteApiTokens(trx, userId),
    },
    household: {
      list: async (userId) =>
        (
          await reading((trx) =>
            trx('identity.household_members')
              .where({ owner_user_id: userId })
              .select<{ since: Date }[]>('agreed_at as since'),
          )
        ).map(({ since }) => ({ id: userId, name: 'sees your totals', since, lastUsedAt: null })),
      end: async (trx, { userId }) => void (await setHousehold(trx, userId, null)),
    },
  };
}
