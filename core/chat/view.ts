import * as yup from 'yup';
import {
  flag,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../platform/schema/index.ts';

/** A stretch of text with a style or a link, as chats mark it: offset and length count UTF-16 units. */
const textEntityView = yup
  .object({
    type: text,
    offset: whole,
    length: whole,
    url: yup.string().optional(),
    language: yup.string().optional(),
  })
  .required();
export type TextEntity = ViewOf<typeof textEntityView>;

/** One message of the local chat as the dashboard and the terminal show it. */
const localMessageView = view({
  id: text,
  direction: oneOf('in', 'out'),
  text,
  entities: listOf(textEntityView),
  /** Rows of buttons. */
  buttons: listOf(listOf(view({ text, data: text }))),
  attachment: view({ id: text, kind: oneOf('photo', 'document'), name: text, mime: text })
    .nullable()
    .defined(),
  silent: flag,
  created_at: instant,
  edited_at: instantOrNull,
  deleted: flag,
});
export type LocalMessage = ViewOf<typeof localMessageView>;

export const localMessagesView = view({ items: listOf(localMessageView), has_more: flag });
export type LocalMessagesView = ViewOf<typeof localMessagesView>;

/** What a person did in the local chat, as the bot's inbox and the chat have it. */
export const acceptedUpdateView = view({ update_id: text, message_id: text });
export type AcceptedUpdate = ViewOf<typeof acceptedUpdateView>;

/** A command of the catalogue. */
const chatCommandView = view({
  name: text,
  /** Other names that it answers to, without the slash. */
  aliases: listOf(text),
  family: text,
  usage: text,
  summary: text,
  details: textOrNull,
  examples: listOf(text),
  /** Whether it writes. */
  changes: flag,
  /** False while the part of Munim that it belongs to is not shown; it works all the same. */
  is_shown: flag,
});
export type ChatCommandView = ViewOf<typeof chatCommandView>;

export const chatCommandsView = view({ items: listOf(chatCommandView) });
export type ChatCommandsView = ViewOf<typeof chatCommandsView>;
