import type { Core } from '../core/assembly/index.ts';

/** How a chat reaches its person. */
export type Transport = 'telegram' | 'local';

/** Who acts through a chat: the linked user of the dashboard and what the link allows. */
export interface Who {
  userId: string;
  login: string;
  name: string;
  role: 'owner' | 'approver' | 'viewer' | 'sample';
}

/** One person in one chat, as the transport names them. */
export interface Place {
  transport: Transport;
  chatId: string;
  chatUserId: string;
  /** What the chat calls the person; only for sentences, never for rights. */
  personName: string;
  isGroup: boolean;
}

/** The stores and the time: all that the chat's own tables need. */
export type Stores = Pick<Core, 'database' | 'clock' | 'log'>;

/** `telegram:42`: names a chat in receipt keys and audit lines. */
export const chatKey = (place: Pick<Place, 'transport' | 'chatId'>): string =>
  `${place.transport}:${place.chatId}`;

/** Which person of the dashboard a chat acts for. */
export interface ChatAccess {
  /** The linked user, or null when this person in this chat is not linked. */
  resolve(place: Place): Promise<Who | null>;
  /** True for a person whose link in this chat belongs to a paused account. */
  isOfPausedPerson(place: Place): Promise<boolean>;
  /** Uses up a link code; null when it is wrong, used or expired. */
  redeem(place: Place, code: string): Promise<Who | null>;
}
