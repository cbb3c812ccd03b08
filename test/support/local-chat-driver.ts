import type { MessageEntity } from 'grammy/types';
import { renderConfig } from '../../charts/render.ts';
import type { Core } from '../../core/assembly/index.ts';
import type { LocalChat, LocalMessage } from '../../core/chat/index.ts';
import type { SeenMessage } from './bot-api-messages.ts';
import { eventually, type ChatDriver } from './chat-driver.ts';

/** A person at the local chat: the same doors the dashboard and the terminal use. */
export class LocalDriver implements ChatDriver {
  readonly chat: LocalChat;
  readonly #userId: string;
  #handedOut = new Set<number>();
  #pressed: { id: number; edits: string | null } | null = null;
  #last = '';

  readonly #onMessage = new Set<() => void>();

  constructor(core: Core, userId: string) {
    this.chat = core.chat.local;
    this.#userId = userId;
    core.listener.on('chat_out', () => {
      for (const wake of this.#onMessage) wake();
      this.#onMessage.clear();
    });
  }

  readonly change = async (): Promise<void> =>
    await new Promise((resolve) => {
      this.#onMessage.add(resolve);
    });

  async says(text: string): Promise<number> {
    this.#last = (await this.chat.say(this.#userId, text)).update_id;
    return Number(this.#last);
  }

  async sendsFile(name: string, bytes: Buffer, caption = ''): Promise<number> {
    this.#last = (await this.chat.sendFile(this.#userId, { name, bytes, caption })).update_id;
    return Number(this.#last);
  }

  async presses(label: string): Promise<number> {
    const found = await eventually(`a message with the button "${label}"`, async () =>
      (await this.chat.messages(this.#userId, { limit: 200 })).findLast((message) =>
        message.buttons.flat().some((button) => button.text === label),
      ),
    );
    const data = found.buttons.flat().find((button) => button.text === label)?.data ?? '';
    this.#pressed = { id: Number(found.id), edits: found.edited_at };
    this.#last = (await this.chat.press(this.#userId, data)).update_id;
    return Number(this.#last);
  }

  async reply(timeoutMs?: number): Promise<SeenMessage> {
    const read = async () => {
      const rows = await this.chat.messages(this.#userId, { limit: 200 });
      return rows.find((row) => row.direction === 'out' && !this.#handedOut.has(Number(row.id)));
    };
    const row = await eventually('a reply of the bot', read, timeoutMs, this.change);
    this.#handedOut.add(Number(row.id));
    return await this.#seen(row);
  }

  async edited(timeoutMs?: number): Promise<SeenMessage> {
    const pressed = this.#pressed;
    if (pressed === null) throw new Error('nothing was pressed');
    await eventually(
      'an edit of the pressed message',
      async () => (await this.chat.message(this.#userId, String(pressed.id))).edited_at !== pressed.edits,
      timeoutMs,
      this.change,
    );
    return await this.#seen(await this.chat.message(this.#userId, String(pressed.id)));
  }

  async settled(timeoutMs?: number): Promise<void> {
    await eventually(
      'the bot to handle everything',
      async () => (await this.chat.outcome(this.#userId, this.#last)).handled,
      timeoutMs,
    );
  }

  async messages(): Promise<SeenMessage[]> {
    const rows = await this.chat.messages(this.#userId, { limit: 200 });
    return await Promise.all(rows.map((row) => this.#seen(row)));
  }

  async #seen(row: LocalMessage): Promise<SeenMessage> {
    const file =
      row.attachment === null
        ? null
        : await this.chat.attachment(this.#userId, row.attachment.id, renderConfig);
    return {
      id: Number(row.id),
      chatId: Number(this.#userId),
      fromBot: row.direction === 'out',
      text: row.text,
      entities: row.entities as MessageEntity[],
      keyboard: row.buttons.map((line) => line.map(({ text, data }) => ({ text, callback_data: data }))),
      photo: row.attachment?.kind === 'photo' ? (file?.bytes ?? null) : null,
      document:
        row.attachment?.kind === 'document' && file !== null ? { name: file.name, bytes: file.bytes } : null,
      silent: row.silent,
      edits: row.edited_at === null ? 0 : 1,
      deleted: row.deleted,
    };
  }
}
