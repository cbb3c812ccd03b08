import type { BotApi } from './bot-api.ts';
import { chatOf } from './bot-api-methods.ts';
import { commandEntities, wire, type SeenMessage } from './bot-api-messages.ts';
import { eventually, type ChatDriver } from './chat-driver.ts';

/** A person typing into the loopback Bot API. */
export class LoopbackChat implements ChatDriver {
  readonly #api: BotApi;
  readonly userId: number;
  readonly chatId: number;
  readonly #firstName: string;
  #handedOut = new Set<number>();
  #pressed: { message: SeenMessage; edits: number } | null = null;
  #last = 0;
  /** Id of the newest press, to look up what `answerCallbackQuery` said to it. */
  lastQueryId = '';

  constructor(api: BotApi, person: { userId: number; firstName?: string; groupId?: number }) {
    this.#api = api;
    this.userId = person.userId;
    this.chatId = person.groupId ?? person.userId;
    this.#firstName = person.firstName ?? 'Asha';
  }

  get #from() {
    return { id: this.userId, is_bot: false, first_name: this.#firstName };
  }

  async says(text: string): Promise<number> {
    const message = this.#own(text);
    this.#last = this.#api.push({ message: this.#wire(message) } as never);
    return this.#last;
  }

  /** Edits the person's newest message. */
  edits(text: string): number {
    const message = this.#mine().findLast(({ fromBot }) => !fromBot);
    if (message === undefined) throw new Error('there is no message to edit');
    Object.assign(message, { text, entities: commandEntities(text) });
    this.#last = this.#api.push({
      edited_message: { ...this.#wire(message), edit_date: Math.floor(Date.now() / 1000) },
    } as never);
    return this.#last;
  }

  /** Moves a location that the person shares: Telegram sends each move as an edit. */
  movesLocation(): number {
    const { text: _text, ...message } = this.#wire(this.#own(''));
    const location = { latitude: 19, longitude: 73, live_period: 60 };
    this.#last = this.#api.push({ edited_message: { ...message, location, edit_date: 1 } } as never);
    return this.#last;
  }

  async sendsFile(name: string, bytes: Buffer, caption = ''): Promise<number> {
    const message = this.#own(caption);
    message.document = { name, bytes };
    this.#api.files.set(`document-${message.id}`, { path: `documents/file_${message.id}`, bytes });
    this.#last = this.#api.push({ message: this.#wire(message) } as never);
    return this.#last;
  }

  async presses(label: string): Promise<number> {
    const message = await eventually(`a message with the button "${label}"`, () =>
      this.#mine().findLast((candidate) => candidate.keyboard.flat().some((button) => button.text === label)),
    );
    return this.pressesOn(message, label);
  }

  /** Presses a button of a given message, also one that was edited away since. */
  pressesOn(message: SeenMessage, label: string): number {
    const button = message.keyboard.flat().find((candidate) => candidate.text === label);
    const data = button !== undefined && 'callback_data' in button ? button.callback_data : undefined;
    if (data === undefined)
      throw new Error(
        `no button "${label}" among ${message.keyboard
          .flat()
          .map((b) => b.text)
          .join(', ')}`,
      );
    return this.pressesData(message, data);
  }

  /** Sends a press with raw callback data, as a forged or stale client could. */
  pressesData(message: SeenMessage, data: string): number {
    this.lastQueryId = `q${this.#api.messages.length}-${this.#last}-${Math.floor(performance.now() * 1000)}`;
    this.#api.openQueries.add(this.lastQueryId);
    const live = this.#api.messages.find((candidate) => candidate.id === message.id) ?? message;
    this.#pressed = { message: live, edits: live.edits };
    this.#last = this.#api.push({
      callback_query: {
        id: this.lastQueryId,
        from: this.#from,
        chat_instance: String(this.chatId),
        data,
        message: wire(message, this.#api.me, chatOf(this.chatId), Math.floor(Date.now() / 1000)),
      },
    } as never);
    return this.#last;
  }

  async reply(timeoutMs?: number): Promise<SeenMessage> {
    const message = await eventually(
      'a reply of the bot',
      () => this.#mine().find((candidate) => candidate.fromBot && !this.#handedOut.has(candidate.id)),
      timeoutMs,
    );
    this.#handedOut.add(message.id);
    return { ...message };
  }

  async edited(timeoutMs?: number): Promise<SeenMessage> {
    const pressed = this.#pressed;
    if (pressed === null) throw new Error('nothing was pressed');
    return eventually(
      'an edit of the pressed message',
      () => (pressed.message.edits > pressed.edits ? { ...pressed.message } : null),
      timeoutMs,
    );
  }

  async settled(timeoutMs?: number): Promise<void> {
    await eventually(
      'the bot to be done with every update',
      async () => this.#api.confirmed > this.#last && !(await this.#api.isHolding()),
      timeoutMs,
    );
  }

  async messages(): Promise<SeenMessage[]> {
    return this.#mine();
  }

  #mine(): SeenMessage[] {
    return this.#api.messages.filter((message) => message.chatId === this.chatId && !message.deleted);
  }

  #own(text: string): SeenMessage {
    const message: SeenMessage = {
      id: this.#api.nextMessageId(),
      chatId: this.chatId,
      fromBot: false,
      text,
      entities: commandEntities(text),
      keyboard: [],
      photo: null,
      document: null,
      silent: false,
      edits: 0,
      deleted: false,
    };
    this.#api.messages.push(message);
    return message;
  }

  #wire(message: SeenMessage) {
    return wire(message, this.#from, chatOf(this.chatId), Math.floor(Date.now() / 1000));
  }
}
