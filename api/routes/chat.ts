import {
  acceptedUpdateView,
  COMMAND_DESCRIPTIONS,
  chatCommandsView,
  chatFileForm,
  chatFormat,
  chatMessagesQuery,
  chatPressInput,
  chatTextInput,
  LARGEST_FILE,
  localMessagesView,
} from '../../core/chat/index.ts';
import type { Core } from '../../core/assembly/index.ts';
import {
  chatLinksView,
  linkCodeInput,
  linkCodeView,
  partOfCommand,
  type Principal,
} from '../../core/identity/index.ts';
import { Problem } from '../../core/platform/index.ts';
import { formRequest } from '../idempotency.ts';
import { Reply, type Route, route } from '../route.ts';
import { readUpload } from '../upload.ts';

/** The local chat of a person has the person's own id. */
const localPlace = ({ userId }: Principal) => ({
  transport: 'local' as const,
  chatId: userId,
  chatUserId: userId,
});

const formatOf = async (core: Core, user: Principal) => ({
  format: await core.chat.settings.format(user, localPlace(user)),
});

export const CHAT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/chat/messages',
    tokens: 'never',
    sample: 'shown',
    summary: 'Messages of the dashboard chat, oldest first: the latest, or those before or after one',
    tag: 'Chat',
    query: chatMessagesQuery,
    response: localMessagesView,
    handler: async ({ core, user, query: { limit = 50, ...query } }) => {
      const items = await core.chat.local.messages(user.userId, { limit, ...query });
      return { items, has_more: items.length === limit };
    },
  }),
  route({
    method: 'POST',
    path: '/api/chat/messages',
    tokens: 'never',
    sample: 'shown',
    summary: 'Send a message to the bot; it replies with a message',
    tag: 'Chat',
    body: chatTextInput,
    status: 202,
    response: acceptedUpdateView,
    handler: async ({ core, user, body, actor }) =>
      await core.chat.local.say(user.userId, body.text, actor.request),
  }),
  route({
    method: 'POST',
    path: '/api/chat/callbacks',
    tokens: 'never',
    sample: 'shown',
    summary: 'Press a button under a message',
    tag: 'Chat',
    body: chatPressInput,
    status: 202,
    response: acceptedUpdateView,
    problems: { 404: ['CHAT_BUTTON_NOT_FOUND'] },
    handler: async ({ core, user, body, actor }) =>
      await core.chat.local.press(user.userId, body.data, actor.request),
  }),
  route({
    method: 'POST',
    path: '/api/chat/attachments',
    tokens: 'never',
    sample: 'shown',
    summary: 'Send a file to the chat; a CSV is offered for import',
    tag: 'Chat',
    form: chatFileForm,
    status: 202,
    response: acceptedUpdateView,
    problems: { 413: ['FILE_TOO_LARGE'] },
    handler: async ({ core, user, actor, ctx }) =>
      await readUpload(ctx, {
        form: chatFileForm,
        largest: LARGEST_FILE,
        keepBack: LARGEST_FILE,
        consume: async (file, fields) => {
          const bytes = Buffer.concat(await file.stream.toArray());
          const sent = { name: file.name, bytes, caption: fields.caption ?? '' };
          return await core.chat.local.sendFile(user.userId, sent, formRequest(actor, file, fields));
        },
        takeBack: async () => undefined,
      }),
  }),
  route({
    method: 'GET',
    path: '/api/chat/attachments/:id',
    tokens: 'never',
    sample: 'shown',
    summary: 'A file or picture of the chat',
    tag: 'Chat',
    params: { id: 'CHAT_ATTACHMENT' },
    response: 'application/octet-stream',
    handler: async ({ core, user, params }) => {
      const { bytes, mime, name } = await core.chat.local.attachment(user.userId, params.id, drawn);
      return attachmentReply(bytes, mime, name);
    },
  }),
  route({
    method: 'GET',
    path: '/api/chat/commands',
    summary: 'All chat commands with usage and examples',
    tag: 'Chat',
    response: chatCommandsView,
    handler: async ({ core, user }) => {
      const shown = await core.identity.parts.shown(user.userId);
      const items = COMMAND_DESCRIPTIONS.map((row) => ({
        name: row.name,
        family: row.family,
        usage: row.usage,
        summary: row.summary,
        changes: row.changes,
        aliases: [...(row.aliases ?? [])],
        details: row.details ?? null,
        examples: [...row.examples],
        is_shown: shown.has(partOfCommand(row)),
      }));
      return { items };
    },
  }),
  route({
    method: 'GET',
    path: '/api/chat/settings',
    sample: 'own',
    summary: 'Message format of the dashboard chat',
    tag: 'Chat',
    response: chatFormat,
    handler: async ({ core, user }) => await formatOf(core, user),
  }),
  route({
    method: 'PUT',
    path: '/api/chat/settings',
    sample: 'own',
    summary: 'Set compact or detailed replies in the dashboard chat',
    tag: 'Chat',
    body: chatFormat,
    response: chatFormat,
    handler: async ({ core, user, body }) => {
      // Their own chat: nobody shares it.
      await core.chat.settings.setFormat({ ...user, role: 'owner' }, localPlace(user), body.format);
      return await formatOf(core, user);
    },
  }),
  route({
    method: 'POST',
    path: '/api/chat/link-codes',
    tokens: 'never',
    repeats: 'anew',
    summary: 'Create a code that links a Telegram chat',
    tag: 'Chat',
    body: linkCodeInput,
    status: 201,
    response: linkCodeView,
    handler: async ({ core, user, body }) => await core.identity.chats.createLinkCode(user.userId, body.role),
  }),
  route({
    method: 'GET',
    path: '/api/chat/links',
    tokens: 'never',
    summary: 'Linked chats',
    tag: 'Chat',
    response: chatLinksView,
    handler: async ({ core, user }) => ({ items: await core.identity.chats.links(user.userId) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/chat/links/:id',
    tokens: 'never',
    summary: 'Unlink a chat',
    tag: 'Chat',
    params: { id: 'CHAT_LINK' },
    response: null,
    handler: async ({ core, user, params }) => await core.identity.chats.revokeLink(user.userId, params.id),
  }),
];

/** Draws a chart of the chat. The drawing thread and its canvas load with the first chart. */
async function drawn(config: object, size: { height?: number }): Promise<Buffer> {
  const { renderConfig } = await import('../../charts/render.ts');
  return await renderConfig(config, size).catch(() => {
    throw new Problem(503, 'UNAVAILABLE', 'The chart could not be drawn. Open it again in a moment.');
  });
}

/** Pictures the bot drew are shown; anything else is only ever saved, since a stranger may have written it. */
function attachmentReply(bytes: Buffer, mime: string, name: string): Reply {
  const isPicture = mime === 'image/png' || mime === 'image/jpeg';
  return new Reply(bytes, {
    'Content-Type': isPicture ? mime : 'application/octet-stream',
    'Content-Disposition': `${isPicture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Cache-Control': 'private, max-age=86400, immutable',
  });
}
