import * as yup from 'yup';
import { COMMANDS } from '../../bot/catalogue.ts';
import { usageOf } from '../../bot/command.ts';
import { LARGEST_FILE, type LocalMessage, LONGEST_TEXT } from '../../core/chat/index.ts';
import type { Core } from '../../core/core.ts';
import type { ChatLinkView, Principal } from '../../core/identity/index.ts';
import { formRequest } from '../idempotency.ts';
import { Reply, type Route, route } from '../route.ts';
import { readUpload } from '../upload.ts';
import {
  anything,
  exactly,
  flag,
  instant,
  instantOrNull,
  listOf,
  mapOf,
  oneOf,
  text,
  textOrNull,
  viewOf,
} from './schemas.ts';

const id = yup.string().matches(/^[1-9]\d{0,17}$/, '${path} must be an id.');

const message = viewOf<LocalMessage>()({
  id: text,
  direction: oneOf('in', 'out'),
  text,
  entities: listOf(mapOf(anything, {}).required()),
  buttons: listOf(listOf(exactly({ text, data: text }))),
  attachment: yup
    .object({ id: text, kind: oneOf('photo', 'document'), name: text, mime: text })
    .noUnknown()
    .nullable()
    .defined(),
  silent: flag,
  created_at: instant,
  edited_at: instantOrNull,
  deleted: flag,
});

const accepted = exactly({ update_id: text, message_id: text });
const format = oneOf('compact', 'detailed');
const link = viewOf<ChatLinkView>()({
  id: text,
  transport: oneOf('telegram', 'local'),
  chat_id: text,
  chat_user_id: textOrNull,
  role: oneOf('owner', 'viewer'),
  title: textOrNull,
  created_at: instant,
});

/** The local chat of a person has the person's own id. */
const localPlace = ({ userId }: Principal) => ({
  transport: 'local' as const,
  chatId: userId,
  chatUserId: userId,
});

const chatFormat = async (core: Core, user: Principal) => ({
  format: await core.chat.settings.format(user, localPlace(user)),
});

const fileForm = yup.object({ caption: yup.string().max(1024).optional() }).noUnknown();

export const CHAT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/chat/messages',
    summary: 'Messages of the dashboard chat, oldest first: the latest, or those before or after one',
    tag: 'Chat',
    query: yup
      .object({
        before: id.optional(),
        after: id.optional(),
        limit: yup.number().integer().min(1).max(200).optional(),
      })
      .noUnknown(),
    response: exactly({ items: listOf(message), has_more: flag }),
    handler: async ({ core, user, query: { before, after, limit = 50 } }) => {
      const items = await core.chat.local.messages(user.userId, {
        limit,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      });
      return { items, has_more: items.length === limit };
    },
  }),
  route({
    method: 'POST',
    path: '/api/chat/messages',
    summary: 'Send a message to the bot; it replies with a message',
    tag: 'Chat',
    body: yup.object({ text: yup.string().max(LONGEST_TEXT).required('text is required.') }).noUnknown(),
    status: 202,
    response: accepted,
    handler: async ({ core, user, body, actor }) =>
      await core.chat.local.say(user.userId, body.text, actor.request),
  }),
  route({
    method: 'POST',
    path: '/api/chat/callbacks',
    summary: 'Press a button under a message',
    tag: 'Chat',
    body: yup.object({ data: yup.string().max(64).required('data is required.') }).noUnknown(),
    status: 202,
    response: accepted,
    problems: { 404: ['CHAT_BUTTON_NOT_FOUND'] },
    handler: async ({ core, user, body, actor }) =>
      await core.chat.local.press(user.userId, body.data, actor.request),
  }),
  route({
    method: 'POST',
    path: '/api/chat/attachments',
    summary: 'Send a file to the chat; a CSV is offered for import',
    tag: 'Chat',
    form: fileForm,
    status: 202,
    response: accepted,
    problems: { 413: ['FILE_TOO_LARGE'] },
    handler: async ({ core, user, actor, ctx }) =>
      await readUpload(ctx, {
        form: fileForm,
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
    summary: 'A file or picture of the chat',
    tag: 'Chat',
    params: { id: 'CHAT_ATTACHMENT' },
    response: 'application/octet-stream',
    handler: async ({ core, user, params }) => {
      const { bytes, mime, name } = await core.chat.local.attachment(user.userId, params.id);
      return attachmentReply(bytes, mime, name);
    },
  }),
  route({
    method: 'GET',
    path: '/api/chat/commands',
    summary: 'All chat commands with usage and examples',
    tag: 'Chat',
    response: exactly({
      items: listOf(
        exactly({
          name: text,
          family: text,
          usage: text,
          summary: text,
          details: textOrNull,
          examples: listOf(text),
          changes: flag,
        }),
      ),
    }),
    handler: async () => ({
      items: COMMANDS.map((row) => ({
        name: row.name,
        family: row.family,
        usage: usageOf(row),
        summary: row.summary,
        details: row.details ?? null,
        examples: row.examples,
        changes: row.changes,
      })),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/chat/settings',
    summary: 'Message format of the dashboard chat',
    tag: 'Chat',
    response: exactly({ format }),
    handler: async ({ core, user }) => await chatFormat(core, user),
  }),
  route({
    method: 'PUT',
    path: '/api/chat/settings',
    summary: 'Set compact or detailed replies in the dashboard chat',
    tag: 'Chat',
    body: yup.object({ format }).noUnknown(),
    response: exactly({ format }),
    handler: async ({ core, user, body }) => {
      // Their own chat: nobody shares it.
      await core.chat.settings.setFormat({ ...user, role: 'owner' }, localPlace(user), body.format);
      return await chatFormat(core, user);
    },
  }),
  route({
    method: 'POST',
    path: '/api/chat/link-codes',
    repeats: 'anew',
    summary: 'Create a code that links a Telegram chat',
    tag: 'Chat',
    body: yup
      .object({
        role: yup
          .string()
          .oneOf(['owner', 'viewer'] as const)
          .optional(),
      })
      .noUnknown(),
    status: 201,
    response: exactly({
      code: text,
      role: oneOf('owner', 'viewer'),
      expires_at: instant,
      deep_link: textOrNull,
      reason: textOrNull,
    }),
    handler: async ({ core, user, body }) => await core.identity.chats.createLinkCode(user.userId, body.role),
  }),
  route({
    method: 'GET',
    path: '/api/chat/links',
    summary: 'Linked chats',
    tag: 'Chat',
    response: exactly({ items: listOf(link) }),
    handler: async ({ core, user }) => ({ items: await core.identity.chats.links(user.userId) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/chat/links/:id',
    summary: 'Unlink a chat',
    tag: 'Chat',
    params: { id: 'CHAT_LINK' },
    response: null,
    handler: async ({ core, user, params }) => await core.identity.chats.revokeLink(user.userId, params.id),
  }),
];

/** Pictures the bot drew are shown; anything else is only ever saved, since a stranger may have written it. */
function attachmentReply(bytes: Buffer, mime: string, name: string): Reply {
  const isPicture = mime === 'image/png' || mime === 'image/jpeg';
  return new Reply(bytes, {
    'Content-Type': isPicture ? mime : 'application/octet-stream',
    'Content-Disposition': `${isPicture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Cache-Control': 'private, max-age=86400, immutable',
  });
}
