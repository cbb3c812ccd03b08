import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { type Break, error, FAULTS, type Turn } from './model-turns.ts';
import {
  errorBody,
  errorInStream,
  formatOf,
  frames,
  type WireAnswer,
  type WireError,
  type WireFormat,
  wholeBody,
} from './model-wire.ts';

export { FAULTS, type Turn } from './model-turns.ts';
export type { WireFormat, WireUsage } from './model-wire.ts';

/** A request as it came. */
export interface ModelRequestSeen {
  format: WireFormat;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** Of `performance.now()`. */
  at: number;
}

export interface ModelServerOptions {
  /** Requests without this header meet 400 MissingSessionID. */
  sessionHeader?: string;
  /** Requests with another key meet 401. */
  key?: string;
  /** A schema meets 400, and so do `stream_options`. */
  refuses?: { schema?: boolean; streamOptions?: boolean };
}

export interface ModelServer {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly requests: ModelRequestSeen[];
  /** When it wrote each piece of a stream, of `performance.now()`. */
  readonly written: number[];
  refuses: { schema?: boolean; streamOptions?: boolean };
  /** The next requests, one each. */
  script(this: void, ...turns: Turn[]): void;
  /** What comes after the script: a right answer, unless told. A function may answer by what was asked. */
  always(this: void, turn: Turn | ((seen: ModelRequestSeen) => Turn)): void;
  close(this: void): Promise<void>;
}

/** A server on a loopback port that speaks all three wire formats of models, with faults on demand. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const turns: Turn[] = [];
  let otherwise: Turn | ((seen: ModelRequestSeen) => Turn) = { kind: 'answer' };
  const server = createServer((request, response) => void handle(request, response));
  // Whoever asks closes what is idle.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: ModelServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    written: [],
    refuses: options.refuses ?? {},
    script: (...next) => void turns.push(...next),
    always: (turn) => void (otherwise = turn),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const format = formatOf(path.split('?')[0] ?? '');
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (format === null) return void response.writeHead(404).end('Not found');
    const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
    const seen = { format, path, headers: request.headers, body, at: performance.now() };
    self.requests.push(seen);
    const turn = doorkeeper(seen, options, self.refuses) ?? turns.shift() ?? next(seen);
    await play(turn, seen, response, self.written);
  }
  const next = (seen: ModelRequestSeen) => (typeof otherwise === 'function' ? otherwise(seen) : otherwise);
  return self;
}

/** What a server refuses before it thinks. */
function doorkeeper(
  { format, headers, body }: ModelRequestSeen,
  { sessionHeader, key }: ModelServerOptions,
  refuses: ModelServer['refuses'],
): Turn | null {
  const given = format === 'messages' ? headers['x-api-key'] : headers.authorization?.replace(/^Bearer /, '');
  if (key !== undefined && given !== key) return FAULTS.unauthorised;
  if (sessionHeader !== undefined && headers[sessionHeader] === undefined) return FAULTS.missingSession;
  if (refuses.streamOptions === true && body['stream_options'] !== undefined)
    return error(400, 'invalid_request_error', 'Unrecognized request argument supplied: stream_options');
  return refuses.schema === true && hasSchema(body) ? FAULTS.schemaRefused : null;
}

const hasSchema = (body: Record<string, unknown>): boolean =>
  body['response_format'] !== undefined ||
  body['output_config'] !== undefined ||
  body['tools'] !== undefined ||
  (body['text'] as { format?: unknown } | undefined)?.format !== undefined;

async function play(
  turn: Turn,
  seen: ModelRequestSeen,
  response: ServerResponse,
  written: number[],
): Promise<void> {
  if (turn.kind === 'hang') return;
  if (turn.kind === 'drop') return void response.socket?.resetAndDestroy();
  if (turn.kind === 'raw') {
    const { status, body, type = 'application/json', headers = {} } = turn;
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    return;
  }
  if (turn.kind === 'error') {
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
    response.end(errorBody(seen.format, turn));
    return;
  }
  const { text = 'A right answer.', everyMs = 0, breaks } = turn;
  const answer: WireAnswer = {
    pieces: turn.pieces ?? text.match(/\S+\s*|\s+/g) ?? [],
    model: turn.model ?? String(seen.body['model']),
    usage: turn.usage === undefined ? { input: 1_000, output: 200 } : turn.usage,
    finish: turn.finish ?? 'stop',
    asTool: seen.body['tools'] !== undefined,
    tellsUsage:
      (seen.body['stream_options'] as { include_usage?: boolean } | undefined)?.include_usage === true,
  };
  if (seen.body['stream'] !== true && turn.packs === true) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    return void response.end(gzipSync(wholeBody(seen.format, answer)));
  }
  if (seen.body['stream'] !== true) return await whole(seen.format, answer, breaks, response);
  const packing = turn.packs === true ? { 'content-encoding': 'gzip' } : {};
  response.writeHead(200, { 'content-type': 'text/event-stream', ...packing });
  const { before, pieces, after } = frames(seen.format, answer);
  const out = turn.packs === true ? createGzip() : response;
  if (out !== response) (out as ReturnType<typeof createGzip>).pipe(response);
  const write = (frame: string): void => {
    out.write(frame);
    if ('flush' in out) out.flush();
  };
  write(before);
  for (const [nr, piece] of pieces.entries()) {
    if (breaks?.after === nr) break;
    if (everyMs > 0) await sleep(everyMs);
    if (response.destroyed) return;
    written.push(performance.now());
    write(piece);
  }
  if (breaks === undefined) out.end(after);
  else await breakOff(breaks, seen.format, response);
}

const OVERLOADED: WireError = {
  status: 529,
  type: 'overloaded_error',
  message: 'Overloaded',
  code: 'server_is_overloaded',
};
const INTERNAL: WireError = {
  status: 500,
  type: 'server_error',
  message: 'Something went wrong here.',
  code: 'server_error',
};

async function breakOff({ by }: Break, format: WireFormat, response: ServerResponse): Promise<void> {
  if (by === 'stall') return;
  if (by === 'end') return void response.end();
  if (by === 'garbage') return void response.end('data: {"choices":[{"del\n\n');
  if (by === 'overloaded' || by === 'error') {
    response.end(errorInStream(format, by === 'error' ? INTERNAL : OVERLOADED));
    return;
  }
  // What was written reaches the caller before the reset, which would overtake it.
  await sleep(10);
  response.socket?.resetAndDestroy();
}

async function whole(
  format: WireFormat,
  answer: WireAnswer,
  breaks: Break | undefined,
  response: ServerResponse,
): Promise<void> {
  if (breaks?.by === 'overloaded' || breaks?.by === 'error') {
    const said = breaks.by === 'error' ? INTERNAL : OVERLOADED;
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(errorBody(format, said));
    return;
  }
  const bytes = Buffer.from(wholeBody(format, answer));
  const part = breaks === undefined ? bytes : bytes.subarray(0, Math.floor(bytes.length / 2));
  const announced = breaks?.by === 'cut' || breaks?.by === 'stall' ? bytes.length : part.length;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(announced) });
  if (breaks?.by === 'stall') return void response.write(part);
  if (breaks?.by === 'cut') {
    response.write(part);
    await breakOff(breaks, format, response);
    return;
  }
  response.end(part);
}
