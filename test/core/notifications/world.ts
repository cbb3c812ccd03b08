import type { ChatRole } from '../../../core/identity/index.ts';
import { createNotifications, type Notice, type Notifications } from '../../../core/notifications/index.ts';
import {
  type Context,
  createListener,
  createLog,
  createReceipts,
  createSharedLimits,
  istInstant,
  openDatabase,
  parseConfig,
  type Database,
} from '../../../core/platform/index.ts';
import { testDatabase } from '../../support/postgres.ts';
import { PATIENT_LIMITS } from '../../support/time-limits.ts';

/** A database of its own, a clock that stands where it is set, and the notifications on them. */
export interface World {
  context: Context;
  database: Database;
  notifications: Notifications;
  url: string;
  /** Sets the clock to a wall-clock time in India. */
  at(date: string, time: string): Date;
  /** Moves the clock by seconds. */
  wait(seconds: number): Date;
  now(): Date;
  /** A new user. */
  user(login: string): Promise<string>;
  link(userId: string, chatId: string, over?: { role?: ChatRole; chatUserId?: string }): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(environment: Record<string, string> = {}): Promise<World> {
  const testing = await testDatabase();
  const { url, appUrl } = testing;
  const log = createLog('silent');
  const database = openDatabase({ ownerUrl: url, appUrl }, log, { limits: PATIENT_LIMITS });
  let now = istInstant('2026-03-10', '12:00');
  const config = parseConfig({
    PORTFOLIO_CHAT_ENABLED: '1',
    PORTFOLIO_CHAT_BOT_TOKEN: '12345678:abcdefghijklmnop',
    ...environment,
  });
  const context: Context = {
    config,
    database,
    log,
    clock: { now: () => now },
    listener: createListener(database.held, log),
    limits: createSharedLimits(database.systemPool, log),
    receipts: createReceipts(database),
  };
  return {
    context,
    database,
    notifications: createNotifications(context),
    url,
    at: (date, time) => (now = istInstant(date, time)),
    wait: (seconds) => (now = new Date(now.getTime() + seconds * 1000)),
    now: () => now,
    user: async (login) => {
      const rows = (await database.asSystem('a test user', (trx) =>
        trx('identity.users').insert({ login, name: login }).returning('id'),
      )) as { id: string }[];
      return rows[0]?.id ?? '';
    },
    link: (userId, chatId, over = {}) =>
      database.asSystem('a test link', async (trx) => {
        await trx('identity.chat_links').insert({
          owner_user_id: userId,
          transport: 'telegram',
          chat_id: chatId,
          chat_user_id: over.chatUserId ?? chatId,
          role: over.role ?? 'owner',
          title: `chat ${chatId}`,
        });
      }),
    async close() {
      await database.close();
      await testing.drop();
    },
  };
}

export const eveningReport: Notice = {
  kind: 'eod_portfolio_report',
  dedupKey: 'eod_portfolio_report:2026-03-10',
  title: 'Evening report',
  body: 'Evening report\nValue ₹1,23,456',
  payload: { value: 123_456 },
};

/** What is sent of a person's notices, and how that stands. */
export async function deliveriesOf(
  { database }: World,
  userId: string,
): Promise<{ state: string; channel: string; chat_id: string | null; reason: string | null }[]> {
  return await database.asSystem('look', (trx) =>
    trx('notifications.deliveries').where({ owner_user_id: userId }).orderBy('id'),
  );
}
