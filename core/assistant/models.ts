import { Model } from 'objection';
import type { AnswerView } from './view.ts';

/** What is kept of an answer beside its text. */
export type KeptAnswer = Omit<AnswerView, 'answer'>;

export class ChatTurnModel extends Model {
  static override tableName = 'chat.ai_chat_messages';
  static override jsonAttributes = ['result', 'pack'];
  declare id: string;
  declare owner_user_id: string;
  declare question: string;
  declare page: string | null;
  declare state: 'ASKED' | 'ANSWERED' | 'FAILED' | 'INTERRUPTED';
  declare reason: string | null;
  declare answer: string | null;
  declare result: KeptAnswer | null;
  declare pack: unknown;
  declare pack_hash: string | null;
  declare prompt_version: string;
  declare asked_at: Date;
  declare settled_at: Date | null;
}
