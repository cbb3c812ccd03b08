import { announce, type Context, telegramSide, type DbTransaction } from '../platform/index.ts';
import { isWebPushOn } from './browser-service.ts';
import { listBrowsers } from './browser-store.ts';
import { planDelivery, staleAt } from './delivery-plan.ts';
import type { Deliveries } from './deliveries.ts';
import { earlierOf, forgetSecrets, telegramChats } from './delivery-store.ts';
import type { Kind } from './kind.ts';
import { type KindName, KINDS } from './kinds.ts';
import type { DeliveryRow } from './models.ts';
import { findByKey, writeNotification } from './outbox-store.ts';
import { modeOf, readChoice } from './settings-store.ts';

/** Something to tell a person. */
export interface Notice {
  kind: KindName;
  /** Natural key: a second notice of the owner with the same key changes nothing. */
  dedupKey: string;
  /** One short line, shown above the body; it also goes into the live frame. */
  title: string;
  /** The message as plain text, without the title. */
  body: string;
  /** Ids and states for links. No figures: they are in the text, and in the reports. */
  payload?: object | null;
  /** Chart to send with it; left out, the kind's own. */
  chart?: string | null;
  /** When it is not worth sending any more; left out, by the age that its kind may have. */
  until?: Date;
  /**
   * Instant of the figures of an updated notice. A later notice with the same key replaces an earlier one and edits its message
   * in each chat; an earlier one changes nothing.
   */
  asOf?: Date;
}

export interface Notified {
  /** Null when the kind is switched off: then nothing is written. */
  id: string | null;
  /** True if written or updated. False if the key exists already, or the kind is switched off. */
  created: boolean;
  /** Chats and browsers that get it; with 0 only the dashboard shows it. */
  deliveries: number;
}

/** Returns those of these kinds that belong to hidden parts of Munim: hidden by the person, or still undecided. */
export type HiddenKinds = (
  trx: DbTransaction,
  userId: string,
  kinds: readonly string[],
) => Promise<ReadonlyMap<string, 'HIDDEN' | 'UNDECIDED'>>;

const LONGEST_TITLE = 200;
/** A notice is one delivery in a chat, however often it is updated. */
const ONE_IN_A_CHAT = ['owner_user_id', 'notification_id', 'channel', 'chat_id'] as const;

/** Telegram messages are sent only where the bot can send them; a row nobody will ever send helps nobody. */
export function isTelegramOn(config: Context['config']): boolean {
  return telegramSide(config) !== null;
}

/**
 * Writes a notice and its deliveries in the caller's transaction, so that it exists exactly when the change it speaks
 * of does. Live sockets and the sender hear of it on commit.
 */
export async function notifyWithin(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  deliveries: Deliveries,
  unshown: HiddenKinds,
  trx: DbTransaction,
  userId: string,
  notice: Notice,
): Promise<Notified> {
  const kind: Kind = KINDS[notice.kind];
  const now = clock.now();
  const chosen = await readChoice(trx, userId);
  const why = (await unshown(trx, userId, [notice.kind])).get(notice.kind);
  const mode = modeOf(notice.kind, chosen, why === 'HIDDEN');
  if (mode === 'off') return { id: null, created: false, deliveries: 0 };

  const expiresAt = notice.until ?? staleAt(kind, now);
  const plan = planDelivery({ kind, mode, quiet: chosen.quiet, expiresAt, now });
  const silent = plan.action !== 'send' || plan.silent;
  const asOf = notice.asOf ?? null;
  const written = await writeNotification(trx, userId, {
    kind: notice.kind,
    dedup_key: notice.dedupKey,
    title: notice.title.slice(0, LONGEST_TITLE),
    body: notice.body,
    payload: notice.payload ?? null,
    chart: notice.chart === undefined ? kind.chart : notice.chart,
    silent,
    created_at: now,
    as_of: asOf,
  });
  if (written === null) {
    const known = await findByKey(trx, userId, notice.dedupKey);
    return { id: known?.id ?? null, created: false, deliveries: 0 };
  }
  const { id, is_new: isNew } = written;

  const delivery = {
    owner_user_id: userId,
    notification_id: id,
    silent,
    next_attempt_at: plan.action === 'hold' ? plan.until : now,
    expires_at: expiresAt,
    reason: plan.action === 'drop' ? plan.reason : null,
  };
  const chats = isTelegramOn(config) ? await telegramChats(trx, userId, kind.reach === 'private_owner') : [];
  const copies: (typeof delivery & Pick<DeliveryRow, 'channel' | 'chat_id' | 'chat_title'>)[] = chats.map(
    (chat) => ({ ...delivery, channel: 'telegram', chat_id: chat.chat_id, chat_title: chat.title }),
  );
  if (kind.reach === 'everywhere') {
    copies.push({ ...delivery, channel: 'local', chat_id: null, chat_title: null });
    const browsers = isWebPushOn(config) ? await listBrowsers(trx, userId) : [];
    for (const { id: chat_id, label } of browsers)
      copies.push({ ...delivery, channel: 'browser', chat_id, chat_title: label });
  }
  const channels = [...new Set(copies.map(({ channel }) => channel))];
  await deliveries.enqueue(trx, copies, { channels }, isNew ? [] : ONE_IN_A_CHAT);
  if (kind.isSuperseded) {
    const earlier = earlierOf(trx, userId, { kind: notice.kind, id, asOf });
    await deliveries.drop(
      trx,
      (rows) => rows.where('leased.owner_user_id', userId).whereIn('leased.notification_id', earlier),
      'Replaced by a newer message.',
    );
  }
  await forgetSecrets(trx, userId, notice.kind);

  await announce(trx, {
    channel: 'notification',
    payload: {
      user_id: userId,
      event: isNew ? 'created' : 'updated',
      id,
      kind: notice.kind,
      title: kind.afterwards?.title ?? notice.title.slice(0, LONGEST_TITLE),
      silent,
      created_at: now.toISOString(),
    },
  });
  return { id, created: true, deliveries: plan.action === 'drop' ? 0 : copies.length };
}
