import * as yup from 'yup';
import { oneOf } from '../platform/schema/index.ts';

/** How detailed the answers are. */
const FORMATS = ['compact', 'detailed'] as const;
export type Format = (typeof FORMATS)[number];

/** Longest line a person may send, and largest file: the same as on Telegram, so that both chats behave alike. */
export const LONGEST_TEXT = 4096;
export const LARGEST_FILE = 20 * 1024 * 1024;

const id = yup.string().matches(/^[1-9]\d{0,17}$/, '${path} must be an id.');

/** The newest messages, or those before or after one. */
export const chatMessagesQuery = yup
  .object({
    before: id.optional(),
    after: id.optional(),
    /** 50 by default. */
    limit: yup.number().integer().min(1).max(200).optional(),
  })
  .noUnknown();
export type ChatMessagesQuery = yup.InferType<typeof chatMessagesQuery>;

/** What a person writes to the bot. */
export const chatTextInput = yup
  .object({ text: yup.string().max(LONGEST_TEXT).required('text is required.') })
  .noUnknown();

/** The button that a person presses. */
export const chatPressInput = yup
  .object({ data: yup.string().max(64).required('data is required.') })
  .noUnknown();

/** The fields beside an uploaded file. */
export const chatFileForm = yup.object({ caption: yup.string().max(1024).optional() }).noUnknown();

/** The settings of the local chat, as they are sent and answered. */
export const chatFormat = yup.object({ format: oneOf(...FORMATS) }).noUnknown();
export type ChatFormat = yup.InferType<typeof chatFormat>;
