import { randomBytes } from 'node:crypto';
import type { Action, Button } from '../chat-reply.ts';
import type { Place, Stores, Who } from '../ports.ts';

/** Marks the buttons of this layout; a later layout gets another mark, and old buttons then say that they are old. */
const PREFIX = 'm1';
const LIVES_HOURS = 72;

export interface ButtonRecord {
  id: string;
  actions: Action[];
  receiptKey: string;
  state: 'open' | 'done';
  outcome: string | null;
  expired: boolean;
}

/** Buttons as `callback_data`, and the records behind them, which alone decide what a press does. */
export interface Buttons {
  /** Stores the actions of a message and answers its keyboard. */
  keyboard(
    who: Pick<Who, 'userId'>,
    place: Pick<Place, 'transport' | 'chatId'>,
    receiptKey: string,
    rows: Button[][],
    /** Their time begins to run out then: a plan is waited for over a long weekend. */
    until?: Date | null,
  ): Promise<Keyboard>;
  /** Finds what a press means; null when the data is not ours, forged, or belongs to another chat. */
  find(who: Who, place: Place, data: string): Promise<{ record: ButtonRecord; action: Action } | null>;
  /** Marks a record as used up, with what happened. */
  finish(who: Who, id: string, outcome: string): Promise<void>;
}

export interface Keyboard {
  inline_keyboard: { text: string; callback_data: string }[][];
}

interface Row {
  id: string;
  nonce: string;
  actions: Action[];
  receipt_key: string;
  state: 'open' | 'done';
  outcome: string | null;
  expires_at: Date;
}

export function createButtons({ database, clock }: Stores): Buttons {
  return {
    async keyboard(who, place, receiptKey, rows, until = null) {
      const nonce = randomBytes(6).toString('base64url');
      const now = clock.now();
      const [row] = await database.asUser(who.userId, (trx) =>
        trx('chat.callback_record')
          .insert({
            owner_user_id: who.userId,
            transport: place.transport,
            chat_id: place.chatId,
            nonce,
            actions: JSON.stringify(rows.flat().map((button) => button.action)),
            receipt_key: receiptKey,
            created_at: now,
            expires_at: new Date(Math.max(now.getTime(), until?.getTime() ?? 0) + LIVES_HOURS * 3_600_000),
          })
          .returning<{ id: string }[]>('id'),
      );
      let index = 0;
      const data = () => `${PREFIX}:${row?.id ?? ''}:${nonce}:${index++}`;
      return {
        inline_keyboard: rows.map((line) =>
          line.map(({ label }) => ({ text: label, callback_data: data() })),
        ),
      };
    },
    async find(who, place, data) {
      const match = /^m1:(\d{1,18}):([\w-]{8}):(\d{1,3})$/.exec(data);
      if (match === null) return null;
      const row = await database.readAsUser(who.userId, (trx) =>
        trx('chat.callback_record')
          .where({ id: match[1], nonce: match[2], transport: place.transport, chat_id: place.chatId })
          .first<Row | undefined>(),
      );
      const action = row?.actions[Number(match[3])];
      if (row === undefined || action === undefined) return null;
      const { id, actions, state, outcome } = row;
      const record = {
        id,
        actions,
        state,
        outcome,
        receiptKey: row.receipt_key,
        expired: row.expires_at <= clock.now(),
      };
      return { record, action };
    },
    async finish(who, id, outcome) {
      await database.asUser(who.userId, (trx) =>
        trx('chat.callback_record')
          .where({ id })
          .update({ state: 'done', outcome: outcome.slice(0, 500) }),
      );
    },
  };
}
