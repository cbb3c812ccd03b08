import * as yup from 'yup';
import { chatPressInput, chatTextInput } from '../core/chat/index.ts';
import { invalid, oddTexts, Problem } from '../core/platform/index.ts';
import { isTooDeep } from './body-bounds.ts';

const typed = { type: yup.string().required() };
const ping = yup.object(typed).noUnknown();
const chat = chatTextInput.shape(typed);
const press = chatPressInput.shape(typed);

/** What a client may say over the live socket. */
type ClientFrame =
  | { type: 'ping' }
  | { type: 'chat'; text: string }
  | { type: 'chat_callback'; data: string };

/** Reads a frame of a client. @throws Problem 422 INVALID_FRAME, VALIDATION_ERROR */
export function parseFrame(text: string): ClientFrame {
  try {
    const value: unknown = JSON.parse(text);
    if (isTooDeep(value)) throw invalidFrame();
    const odd = oddTexts(value);
    if (odd.length > 0) throw invalid(odd);
    const type = typeof value === 'object' && value !== null ? (value as { type?: unknown }).type : undefined;
    if (type === 'ping') {
      ping.validateSync(value, { strict: true });
      return { type };
    }
    if (type === 'chat') return { type, text: chat.validateSync(value, { strict: true }).text };
    if (type === 'chat_callback') return { type, data: press.validateSync(value, { strict: true }).data };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof yup.ValidationError)) throw error;
  }
  throw invalidFrame();
}

function invalidFrame(): Problem {
  return new Problem(
    422,
    'INVALID_FRAME',
    'Frames are { type: "ping" }, { type: "chat", text } or { type: "chat_callback", data }.',
  );
}
