import type { ConversationFlavor } from '@grammyjs/conversations';
import type { Context } from 'grammy';
import type { Format } from '../core/chat/index.ts';
import type { Place, Who } from './ports.ts';

/** What the middleware before the commands has found out about an update. */
interface Known {
  place: Place;
  who: Who;
  format: Format;
  /** What came of the code in this update: a link was made, or the code is no good to somebody linked already. */
  linking: 'made' | 'refused' | null;
  /** What was typed, where the message itself does not say so any more: dialogues keep every message they see. */
  said?: string;
  /** Unique to this update: the key under which its effect is recorded. */
  receiptKey: string;
}

export type ChatContext = ConversationFlavor<Context & Known>;
