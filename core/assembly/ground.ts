import { createChat } from '../chat/index.ts';
import { createIdentity, createParts } from '../identity/index.ts';
import { createNotifications, signInNotice } from '../notifications/index.ts';
import {
  type Context,
  createListener,
  createLog,
  createReceipts,
  createSharedLimits,
  openDatabase,
  poolSizes,
  prepareBehindPooler,
  systemClock,
} from '../platform/index.ts';
import type { CoreOptions } from './core-options.ts';

export type Ground = Awaited<ReturnType<typeof openGround>>;

/** Migrates, opens the database, and makes what concerns people: notifications, sign-in, chats. */
export async function openGround(options: CoreOptions) {
  const { config, ownerUrl } = options;
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const clock = options.clock ?? systemClock;
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_APP_URL: appUrl } = config;
  const urls = await prepareBehindPooler({ ownerUrl, directUrl, appUrl }, options.isSeparationTried);
  const database = openDatabase(urls, log, {
    most: poolSizes(config.DATABASE_CONNECTIONS),
    ...(options.held === undefined ? {} : { held: options.held }),
    ...(options.applicationName === undefined ? {} : { applicationName: options.applicationName }),
    ...(options.timeLimits === undefined ? {} : { limits: options.timeLimits }),
  });
  const listener = createListener(database.held, log);
  const limits = createSharedLimits(database.systemPool, log, options.outsideTimers);
  const context: Context = {
    config,
    database,
    listener,
    clock,
    log,
    limits,
    receipts: createReceipts(database),
  };
  const parts = createParts(context);
  const notifications = createNotifications(context, (trx, userId, kinds) =>
    parts.unshownNotices(trx, userId, kinds),
  );
  const identity = createIdentity(context, {
    deliverCode: async (issued) =>
      (await notifications.notify(issued.userId, signInNotice(issued))).deliveries > 0,
    endNotices: notifications.browsers.endOf,
  });
  const close = async () => {
    await identity.close();
    listener.close();
    await database.close();
  };
  try {
    await listener.start();
    await identity.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { context, notifications, identity, parts, chat: createChat(context), close };
}
