import {
  announce,
  type Context,
  createLocalRateLimit,
  createRateLimit,
  keyedHash,
  notFound,
  Problem,
  randomCode,
  readSecret,
  telegramSide,
} from '../platform/index.ts';
import {
  isPrivateChat,
  LINK_CODE_LENGTH,
  LINK_CODE_MINUTES,
  linkCodeExpiry,
  personOfConfiguredChat,
} from './chat-link.ts';
import {
  findActiveLink,
  insertLinkCode,
  listLinks,
  putLink,
  revokeConfiguredLinks,
  revokeLink,
  takeLinkCode,
} from './chat-link-store.ts';
import { admittedUsers, PAUSED_PEOPLE, refuseShutOut, shownPeople } from './admission.ts';
import { lockUser } from './sign-in-store.ts';
import { normalCode } from './login-code.ts';
import { type ChatLinkModel, type ChatRole, type Transport, UserModel } from './models.ts';
import type { ChatLinkView, LinkCodeView } from './view.ts';

/** On whose behalf a chat acts. */
interface ChatPrincipal {
  userId: string;
  login: string;
  name: string;
  /** `sample` is the local chat of a made-up person. */
  role: ChatRole | 'sample';
}

const BOT_NAME = 'telegram_bot_name';
const UNREAD =
  'Telegram is set up for notifications only, so no bot reads link codes. Set PORTFOLIO_CHAT_BOT_TOKEN to a bot for Munim, or PORTFOLIO_CHAT_CHAT_ID to the chat for notifications, and restart.';

function toChatLinkView(link: ChatLinkModel): ChatLinkView {
  const { id, transport, chat_id, chat_user_id, role, title, created_at } = link;
  return { id, transport, chat_id, chat_user_id, role, title, created_at: created_at.toISOString() };
}

/** Which chats belong to whom. The local chat needs no link: its id is the user's own. */
export function createChatLinks({ clock, config, database, log }: Context) {
  const guesses = createRateLimit(database.systemPool, { name: 'link_chat', points: 10, seconds: 3600 });
  const draws = createLocalRateLimit({ name: 'draw_link', points: 20, seconds: 600 });
  const hashOf = async (code: string) =>
    keyedHash(await readSecret(database, 'session_key'), 'link_code', normalCode(code));
  const isUnread = telegramSide(config)?.mode === 'NOTIFICATIONS';
  const configuredChat = config.PORTFOLIO_CHAT_CHAT_ID ?? config.TELEGRAM_CHAT_ID;

  return {
    /** A code for `/start CODE`; whoever sends it first is linked with that role. @throws Problem 401 PERSON_PAUSED, 429 */
    async createLinkCode(userId: string, role: ChatRole = 'owner'): Promise<LinkCodeView> {
      await draws.spend(userId);
      const code = randomCode(LINK_CODE_LENGTH);
      const now = clock.now();
      const expiresAt = linkCodeExpiry(now);
      const codeHash = await hashOf(code);
      const bot = await database.asSystem('draw a link code', async (trx) => {
        await lockUser(trx, userId);
        await refuseShutOut(trx, userId);
        await insertLinkCode(trx, {
          code_hash: codeHash,
          owner_user_id: userId,
          role,
          expires_at: expiresAt,
          created_at: now,
        });
        const { rows } = await trx.raw<{ rows: { value: string }[] }>(
          'select value from platform.server_secrets where name = ?',
          [BOT_NAME],
        );
        return rows[0]?.value;
      });
      return {
        code,
        role,
        expires_at: expiresAt.toISOString(),
        deep_link: bot === undefined || isUnread ? null : `https://t.me/${bot}?start=${code}`,
        reason: isUnread ? UNREAD : null,
      };
    },

    /** Tells every process what the Telegram bot is called, for links that open it. */
    async rememberBotName(username: string): Promise<void> {
      await database.systemPool.query(
        'insert into platform.server_secrets (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
        [BOT_NAME, username],
      );
    },

    /**
     * Links a person in a chat to the user who drew the code. A second link of the same person and chat replaces the first.
     * @throws Problem 401 INVALID_LINK_CODE for a wrong, used or expired code; 429 after ten tries an hour.
     */
    async linkChat(input: {
      code: string;
      transport: Transport;
      chatId: string;
      chatUserId: string;
      title?: string | null;
    }): Promise<ChatLinkView> {
      const { transport, chatId, chatUserId, title } = input;
      await guesses.spend(`${transport}:${chatUserId}`);
      const codeHash = await hashOf(input.code);
      const link = await database.asSystem('link a chat', async (trx) => {
        const now = clock.now();
        const code = await takeLinkCode(trx, codeHash, now);
        if (code === undefined) return null;
        await announce(trx, { channel: 'parts_changed', payload: { user_id: code.owner_user_id } });
        return toChatLinkView(
          await putLink(
            trx,
            code.owner_user_id,
            { transport, chatId, chatUserId },
            code.role,
            title ?? null,
            now,
          ),
        );
      });
      if (link === null) {
        throw new Problem(
          401,
          'INVALID_LINK_CODE',
          `This code is wrong, used or older than ${LINK_CODE_MINUTES} minutes. Create a new one in the dashboard under Settings.`,
        );
      }
      return link;
    },

    /** The user's linked chats, oldest first. */
    async links(userId: string): Promise<ChatLinkView[]> {
      return await database.readAsUser(userId, async (trx) =>
        (await listLinks(trx, userId)).map(toChatLinkView),
      );
    },

    /** @throws Problem 404 CHAT_LINK_NOT_FOUND, also for another owner's link. */
    async revokeLink(userId: string, id: string): Promise<void> {
      const revoked = await database.asUser(userId, (trx) => revokeLink(trx, id, clock.now()));
      if (revoked === 0) throw notFound('CHAT_LINK');
    },

    /**
     * Who a person in a chat acts for; null for somebody who is not linked. With PORTFOLIO_CHAT_OPEN everybody acts
     * as the owner of the installation.
     */
    async principalOfChat(place: {
      transport: Transport;
      chatId: string;
      chatUserId: string;
    }): Promise<ChatPrincipal | null> {
      return await database.readAsSystem('whose chat is it', async (trx) => {
        if (place.transport === 'local') {
          const user = await shownPeople(trx).findById(place.chatId);
          if (user === undefined) return null;
          // A sample gets no link code: that belongs to a real person.
          const role = user.sample_of === null ? 'owner' : 'sample';
          return { userId: user.id, login: user.login, name: user.name, role };
        }
        const link = await findActiveLink(trx, place);
        const user =
          link !== undefined
            ? await admittedUsers(trx).findById(link.owner_user_id)
            : config.PORTFOLIO_CHAT_OPEN
              ? await UserModel.query(trx).orderBy('id').limit(1).first()
              : undefined;
        if (user === undefined) return null;
        return { userId: user.id, login: user.login, name: user.name, role: link?.role ?? 'owner' };
      });
    },

    /** True for a chat without access that is linked to a paused person. */
    async isOfPausedPerson(place: {
      transport: Transport;
      chatId: string;
      chatUserId: string;
    }): Promise<boolean> {
      return await database.readAsSystem('whose refused chat it is', async (trx) => {
        const link = await findActiveLink(trx, place);
        if (link === undefined) return false;
        const paused = UserModel.query(trx)
          .findById(link.owner_user_id)
          .whereIn('id', trx.raw(PAUSED_PEOPLE));
        return (await paused) !== undefined;
      });
    },

    /** The roles of those who may act for the user in a chat, each once. */
    async rolesIn(
      userId: string,
      { transport, chatId }: { transport: Transport; chatId: string },
    ): Promise<ChatRole[]> {
      // With PORTFOLIO_CHAT_OPEN whoever is not linked acts as the owner too.
      if (transport === 'local' || config.PORTFOLIO_CHAT_OPEN) return ['owner'];
      const links = await database.readAsUser(userId, (trx) => listLinks(trx, userId));
      const here = links.filter((link) => link.transport === transport && link.chat_id === chatId);
      return [...new Set(here.map(({ role }) => role))];
    },

    /** Private chats of the user's own, with the role owner: the only places a sign-in code may go. */
    async privateChats(userId: string): Promise<ChatLinkView[]> {
      const links = await database.readAsSystem('where a sign-in code may go', (trx) =>
        listLinks(trx, userId),
      );
      return links.filter((link) => link.role === 'owner' && isPrivateChat(link)).map(toChatLinkView);
    },

    /**
     * Links the chat that the configuration names to the owner, unless it is linked already. A chat that it names no longer
     * loses the link made that way; links made by a code stay.
     * @returns ids of the chats that lost it
     */
    async linkConfiguredChat(ownerId: string): Promise<string[]> {
      const now = clock.now();
      const { revoked, isNew } = await database.asSystem('link the configured chat', async (trx) => {
        const gone = await revokeConfiguredLinks(trx, configuredChat, now);
        if (configuredChat === null) return { revoked: gone, isNew: false };
        const chatUserId = personOfConfiguredChat(configuredChat);
        const place = { transport: 'telegram' as const, chatId: configuredChat, chatUserId };
        if ((await findActiveLink(trx, place)) !== undefined) return { revoked: gone, isNew: false };
        await putLink(trx, ownerId, place, 'owner', 'From the configuration', now, true);
        return { revoked: gone, isNew: true };
      });
      for (const chat_id of revoked)
        log.warn(
          { chat_id },
          'unlinked a chat that PORTFOLIO_CHAT_CHAT_ID or TELEGRAM_CHAT_ID no longer names',
        );
      if (isNew) log.info({ chat_id: configuredChat }, 'linked the configured chat to the owner');
      return revoked;
    },
  };
}

export type ChatLinks = ReturnType<typeof createChatLinks>;
