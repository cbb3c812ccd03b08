import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiClientOptions } from 'grammy';
import type { Update } from 'grammy/types';
import { parseMultipart } from '../../bot/transports/multipart.ts';
import { BotApiFaults, type FaultKind } from './bot-api-faults.ts';
import { LoopbackChat } from './bot-api-chat.ts';
import { callMethod } from './bot-api-methods.ts';
import { Refusal, type SeenMessage } from './bot-api-messages.ts';

export interface Call {
  method: string;
  payload: Record<string, unknown>;
  at: number;
}

/** Where a call came from: the network, or this process. */
interface Caller {
  answer: (body: unknown, status?: number) => void;
  /** Breaks the connection. */
  drop: () => void;
  /** Calls back when the caller waits no longer. */
  onGone: (leave: () => void) => void;
}

/** What grammY's client hands over. */
interface Request {
  body?: string | AsyncIterable<Uint8Array>;
  headers?: Record<string, string>;
  signal?: Pick<AbortSignal, 'addEventListener'>;
}

interface Poller {
  answer: Caller['answer'];
  offset: number;
  limit: number;
  timer: NodeJS.Timeout;
}

/**
 * A Bot API on loopback that speaks the wire format over real HTTP: long polling with offsets and the conflict of two
 * pollers, messages, photos, documents, edits, buttons, files, and the limits of the real server. Faults are planned
 * per method.
 */
export class BotApi {
  readonly token = '1234567:loopback-token-for-tests';
  readonly faults = new BotApiFaults();
  readonly calls: Call[] = [];
  readonly messages: SeenMessage[] = [];
  readonly files = new Map<string, { path: string; bytes: Buffer }>();
  readonly answeredQueries = new Map<string, { text: string; alert: boolean }>();
  readonly openQueries = new Set<string>();
  readonly me = { id: 1234567, is_bot: true, first_name: 'Munim', username: 'munim_test_bot' };
  commands: { command: string; description: string }[] = [];
  /** Everything below this update id is confirmed by the bot. */
  confirmed = 0;
  /** Whether the bot keeps updates that it has confirmed and not answered; whoever knows the bot's database sets it. */
  isHolding: () => Promise<boolean> = async () => false;
  #updates: Update[] = [];
  #nextUpdate = 1000;
  #nextMessage = 1;
  #nextSent = 0;
  #poller: Poller | null = null;
  #server: Server | null = null;
  #chats = new Map<number, LoopbackChat>();
  readonly sentOrder = new Map<number, number>();

  async start(): Promise<string> {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return this.root;
  }

  get root(): string {
    const address = this.#server?.address() as AddressInfo | null;
    return `http://127.0.0.1:${address?.port ?? 0}`;
  }

  async stop(): Promise<void> {
    this.#poller?.answer({ ok: false, error_code: 500, description: 'closing' }, 500);
    this.#poller = null;
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()));
  }

  /** A person in a private chat, or in a group when `groupId` is given. */
  chat(person: { userId: number; firstName?: string; groupId?: number }): LoopbackChat {
    const key = person.userId * 1_000_003 + (person.groupId ?? 0);
    const known = this.#chats.get(key);
    if (known !== undefined) return known;
    const chat = new LoopbackChat(this, person);
    this.#chats.set(key, chat);
    return chat;
  }

  nextMessageId(): number {
    return this.#nextMessage++;
  }

  /** Marks that the bot sent this message now: replies are handed out in this order. */
  noteSent(message: SeenMessage): void {
    this.sentOrder.set(message.id, this.#nextSent++);
  }

  /** Queues an update and wakes the poller. `redeliver` in the tests sends the very same update again. */
  push(body: Omit<Update, 'update_id'>): number {
    const update = { update_id: this.#nextUpdate++, ...body } as Update;
    this.#updates.push(update);
    this.#history.set(update.update_id, update);
    this.#deliver();
    return update.update_id;
  }

  /** Calls with a token that is not ours. */
  refused = 0;
  readonly #history = new Map<number, Update>();

  /** Forgets that an update was confirmed, as after a crash of the poller: it is delivered once more. */
  redeliver(updateId: number): void {
    const update = this.#history.get(updateId);
    if (update === undefined) throw new Error(`no update ${updateId}`);
    this.confirmed = Math.min(this.confirmed, updateId);
    this.#updates = [update, ...this.#updates.filter((other) => other.update_id !== updateId)];
    this.#updates.sort((a, b) => a.update_id - b.update_id);
    this.#deliver(true);
  }

  update(updateId: number): Update | undefined {
    return this.#history.get(updateId);
  }

  get polling(): boolean {
    return this.#poller !== null;
  }

  #deliver(force = false): void {
    const poller = this.#poller;
    if (poller === null) return;
    const ready = this.#updates
      .filter((update) => force || update.update_id >= poller.offset)
      .slice(0, poller.limit);
    if (ready.length === 0) return;
    clearTimeout(poller.timer);
    this.#poller = null;
    poller.answer({ ok: true, result: ready });
  }

  /** For grammY's client: the same answers without the network. Files are still fetched from the server. */
  readonly fetch = (async (url: string, { body = '', headers, signal }: Request = {}) => {
    const chunks: Uint8Array[] = [];
    if (typeof body === 'string') chunks.push(Buffer.from(body));
    else for await (const chunk of body) chunks.push(chunk);
    return await new Promise((resolve, reject) => {
      const drop = () => reject(new TypeError('the call was broken off'));
      const onGone = (leave: () => void) => signal?.addEventListener('abort', leave);
      onGone(drop);
      const answer = (said: unknown) => {
        const text = JSON.stringify(said);
        resolve({ json: () => Promise.resolve(JSON.parse(text) as unknown) });
      };
      this.#carryOut(url, Buffer.concat(chunks), headers?.['content-type'] ?? '', { answer, drop, onGone });
    });
  }) as unknown as NonNullable<ApiClientOptions['fetch']>;

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (url.startsWith(`/file/bot${this.token}/`)) return this.#serveFile(url, response);
    this.#carryOut(url, Buffer.concat(chunks), request.headers['content-type'] ?? '', {
      answer(body, status = 200) {
        if (response.destroyed || response.writableEnded) return;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      },
      drop: () => void response.destroy(),
      onGone: (leave) => void response.on('close', leave),
    });
  }

  #carryOut(url: string, body: Buffer, contentType: string, caller: Caller): void {
    const { answer } = caller;
    const method = url.includes(`/bot${this.token}/`) ? (url.split('/').at(-1) ?? '') : null;
    if (method === null) this.refused += 1;
    if (method === null) return answer({ ok: false, error_code: 401, description: 'Unauthorized' }, 401);
    const payload = decode(body, contentType);
    this.calls.push({ method, payload, at: performance.now() });
    const fault = this.faults.take(method, Number(payload['chat_id']));
    if (fault !== null && this.#fail(fault, caller)) return;
    if (method === 'getUpdates') return this.#poll(payload, caller);
    try {
      const result = callMethod(this, method, payload);
      if (fault?.kind === 'accept_then_drop') return caller.drop();
      if (fault?.kind === 'accept_then_wait')
        return void fault.until.then(() => answer({ ok: true, result }));
      answer({ ok: true, result });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const parameters =
        error.retryAfter === undefined ? {} : { parameters: { retry_after: error.retryAfter } };
      answer(
        { ok: false, error_code: error.status, description: error.message, ...parameters },
        error.status,
      );
    }
  }

  /** True when the fault ends the call here. */
  #fail(fault: FaultKind, { answer, drop }: Caller): boolean {
    if (fault.kind === 'flood') {
      const description = `Too Many Requests: retry after ${fault.retryAfter}`;
      answer({ ok: false, error_code: 429, description, parameters: { retry_after: fault.retryAfter } }, 429);
      return true;
    }
    if (fault.kind === 'server_error') {
      answer({ ok: false, error_code: 500, description: 'Internal Server Error' }, 500);
      return true;
    }
    if (fault.kind === 'refused') {
      answer({ ok: false, error_code: 400, description: fault.description }, 400);
      return true;
    }
    if (fault.kind === 'blocked') {
      answer({ ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' }, 403);
      return true;
    }
    if (fault.kind === 'drop') {
      drop();
      return true;
    }
    return fault.kind === 'hang';
  }

  #poll(payload: Record<string, unknown>, { answer, onGone }: Caller): void {
    const offset = Number(payload['offset'] ?? 0);
    const timeout = Number(payload['timeout'] ?? 0);
    if (this.#poller !== null) {
      clearTimeout(this.#poller.timer);
      const description =
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running';
      this.#poller.answer({ ok: false, error_code: 409, description }, 409);
      this.#poller = null;
    }
    if (offset > 0) {
      this.confirmed = Math.max(this.confirmed, offset);
      this.#updates = this.#updates.filter((update) => update.update_id >= offset);
    }
    const limit = Number(payload['limit'] ?? 100);
    if (this.#updates.length > 0 || timeout === 0) {
      return answer({ ok: true, result: this.#updates.slice(0, limit) });
    }
    const timer = setTimeout(() => {
      this.#poller = null;
      answer({ ok: true, result: [] });
    }, timeout * 1000);
    this.#poller = { answer, offset, limit, timer };
    onGone(() => {
      if (this.#poller?.answer !== answer) return;
      clearTimeout(timer);
      this.#poller = null;
    });
  }

  #serveFile(url: string, response: ServerResponse): void {
    const path = url.slice(`/file/bot${this.token}/`.length);
    const file = [...this.files.values()].find((candidate) => candidate.path === path);
    if (file === undefined) {
      response.writeHead(404);
      response.end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.end(file.bytes);
  }
}

/** JSON as it is; multipart with its JSON fields parsed and `attach://` replaced by the file. */
function decode(body: Buffer, contentType: string): Record<string, unknown> {
  if (!contentType.startsWith('multipart/')) {
    return body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Record<string, unknown>);
  }
  const parts = parseMultipart(body, contentType);
  const files = new Map(
    parts
      .filter((part) => part.filename !== null)
      .map((part) => [`attach://${part.name}`, { name: part.filename ?? '', bytes: part.bytes }]),
  );
  const attach = (value: unknown): unknown => {
    if (typeof value === 'string') return files.get(value) ?? value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, attach(inner)]));
  };
  const payload: Record<string, unknown> = {};
  for (const part of parts.filter((candidate) => candidate.filename === null)) {
    const text = part.bytes.toString('utf8');
    payload[part.name] = attach(/^(?:[[{]|-?\d+$|true$|false$)/.test(text) ? tryJson(text) : text);
  }
  return payload;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
