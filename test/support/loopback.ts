import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What an outside system may do instead of answering. */
export type Fault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string; type?: string }
  /** Takes the request and says nothing. */
  | { kind: 'hang' }
  /** Sends the right answer a few bytes at a time, `everyMs`. */
  | { kind: 'drip'; everyMs: number }
  /** Announces the whole answer and breaks off in the middle. */
  | { kind: 'cut' }
  /** The connection is closed before any answer. */
  | { kind: 'drop' }
  | { kind: 'body'; body: string; type: string };

export interface Reply {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string | string[]>;
}

/** A request as it came, its body as text and as bytes. */
export interface Asked {
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

/** A server on a loopback port that speaks an outside system's wire format, with faults on demand. */
export class LoopbackServer {
  readonly requests: ({ path: string; at: number } & Asked)[] = [];
  /** Time every answer takes. */
  delayMs = 0;
  /** The most requests that were ever under way together. */
  mostAtOnce = 0;
  readonly #answer: (url: URL, asked: Asked) => Reply | Promise<Reply>;
  readonly #faults: { fault: Fault; after: number; times: number; path: RegExp }[] = [];
  readonly #server: Server;
  readonly #held = new Set<{ path: RegExp; released: Promise<void> }>();
  #underWay = 0;

  constructor(answer: (url: URL, asked: Asked) => Reply | Promise<Reply>) {
    this.#answer = answer;
    this.#server = createServer((request, response) => void this.#handle(request, response));
    // Whoever asks closes what is idle: closed here, a request could be on its way already.
    this.#server.keepAliveTimeout = 0;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next requests meet this fault: `times` of them, those whose path fits, `after` so many that do not. */
  fail(fault: Fault, options: { after?: number; times?: number; path?: RegExp } = {}): void {
    const { after = 0, times = Number.POSITIVE_INFINITY, path = /./ } = options;
    this.#faults.push({ fault, after, times, path });
  }

  /** Answers to requests whose path fits wait until what this returns is called: for what is seen only meanwhile. */
  hold(path: RegExp): () => void {
    let release = (): void => undefined;
    const entry = { path, released: new Promise<void>((resolve) => (release = resolve)) };
    this.#held.add(entry);
    return () => {
      this.#held.delete(entry);
      release();
    };
  }

  /** No more faults, and nothing remembered. */
  calm(): void {
    this.#faults.length = 0;
    this.requests.length = 0;
    this.delayMs = 0;
    this.mostAtOnce = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://loopback');
    const asked: Asked = {
      method: request.method ?? 'GET',
      headers: request.headers,
      body: '',
      bytes: Buffer.alloc(0),
    };
    const record = { path: request.url ?? '', at: performance.now(), ...asked };
    this.requests.push(record);
    for await (const part of request) asked.bytes = Buffer.concat([asked.bytes, part as Buffer]);
    asked.body = String(asked.bytes);
    Object.assign(record, { body: asked.body, bytes: asked.bytes });
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    response.once('close', () => (this.#underWay -= 1));
    if (this.delayMs > 0) await sleep(this.delayMs);
    for (const { path, released } of this.#held) if (path.test(record.path)) await released;
    await send(request, response, await this.#answer(url, asked), this.#nextFault(record.path));
  }

  #nextFault(path: string): Fault | undefined {
    const found = this.#faults.find((entry) => entry.times > 0 && entry.path.test(path));
    if (found === undefined) return undefined;
    if (found.after > 0) {
      found.after -= 1;
      return undefined;
    }
    found.times -= 1;
    return found.fault;
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body, headers }: Reply,
  fault: Fault | undefined,
): Promise<void> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'drop':
      request.socket.destroy();
      return;
    case 'status':
      response.writeHead(fault.status, { 'content-type': fault.type ?? 'text/html', ...fault.headers });
      response.end(fault.body ?? '<html><body>Sorry</body></html>');
      return;
    case 'body':
      response.writeHead(200, { 'content-type': fault.type });
      response.end(fault.body);
      return;
    case 'cut':
      response.writeHead(status, { 'content-type': type, 'content-length': String(bytes.length) });
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
      return;
    case 'drip':
      response.writeHead(status, { ...headers, 'content-type': type });
      for (let at = 0; at < bytes.length && !response.destroyed; at += 8) {
        response.write(bytes.subarray(at, at + 8));
        await sleep(fault.everyMs);
      }
      response.end();
      return;
    case undefined:
      response.writeHead(status, { ...headers, 'content-type': type });
      response.end(bytes);
  }
}
