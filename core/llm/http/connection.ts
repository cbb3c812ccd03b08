import { lookup as lookUp } from 'node:dns';
import { Agent as PlainAgent, type IncomingMessage, request as requestPlain } from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { isInwardAddress, leadsInward } from '../../platform/index.ts';
import { unpacked } from './unpack.ts';

/** Why there is no answer, or no whole one: what the connection did, in the words of the system. */
class ConnectionFault extends Error {
  override name = 'ConnectionFault';
  readonly kind: 'inward' | 'lost' | 'too large' | 'unreadable';

  constructor(kind: ConnectionFault['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What became of one call, beside its answer. */
export interface Exchange {
  /** Null until the answer begins. */
  status: number | null;
  headers: Headers;
  /** Bytes of the body so far. */
  bytes: number;
  fault: ConnectionFault | null;
}

interface ConnectionOptions {
  /** Addresses within this machine and its networks may be asked. */
  allowInward: boolean;
  /** The largest body of an answer. */
  maxBytes: number;
  /** Finds the addresses of a name; the system's own unless told. */
  lookup?: LookupFunction;
}

/** Sends a request and fills in `exchange`; `onBytes` is called for each part of the body. Follows no redirect. */
export type Send = (
  url: URL,
  init: { headers: Record<string, string>; body: string; signal: AbortSignal },
  exchange: Exchange,
  onBytes: (this: void) => void,
) => Promise<Response>;

export const newExchange = (): Exchange => ({ status: null, headers: new Headers(), bytes: 0, fault: null });

/** Connections that are kept for the next call. Guarded ones are apart: a name may have led inward for the others. */
const agents = { guarded: newAgents(), open: newAgents() };

function newAgents() {
  const options = { keepAlive: true, scheduling: 'lifo' } as const;
  return { 'http:': new PlainAgent(options), 'https:': new SecureAgent(options) };
}

/**
 * A way to send requests that does not go through `fetch`, because the address is to be looked at after its name was
 * resolved and before it is connected to.
 */
export function createConnection({ allowInward, maxBytes, lookup = lookUp }: ConnectionOptions): Send {
  const pool = lookup === lookUp ? agents[allowInward ? 'open' : 'guarded'] : newAgents();
  const looked = allowInward ? lookup : guarded(lookup);

  return (url, { headers, body, signal }, exchange, onBytes) =>
    new Promise((resolve, reject) => {
      const fail = (fault: ConnectionFault): ConnectionFault => (exchange.fault ??= fault);
      if (!allowInward && leadsInward(url)) return reject(fail(inwardFault()));
      const isSecure = url.protocol === 'https:';
      const sending = (isSecure ? requestSecure : requestPlain)(url, {
        method: 'POST',
        agent: isSecure ? pool['https:'] : pool['http:'],
        lookup: looked,
        // Packing costs a stream its first words; what comes packed all the same is unpacked.
        headers: { ...headers, 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(body) },
        signal,
      });
      sending.on('error', (error) => reject(signal.aborted ? error : fail(lost(error))));
      const answered = (answer: IncomingMessage): Response => {
        const status = (exchange.status = answer.statusCode ?? 0);
        exchange.headers = headersOf(answer);
        const plain = unpacked(answer);
        if (plain === null)
          throw fail(new ConnectionFault('unreadable', 'The answer uses an unknown compression.'));
        const stream = bodyOf(plain, { maxBytes, exchange, fail, onBytes, signal });
        return new Response(isEmpty(status) ? null : stream, { status, headers: exchange.headers });
      };
      sending.once('response', (answer) => {
        // Nobody catches what an event throws: `Response` refuses a status such as 999, which servers do send.
        try {
          resolve(answered(answer));
        } catch (error) {
          reject(error as Error);
          answer.destroy();
        }
      });
      sending.end(body);
    });
}

const inwardFault = () =>
  new ConnectionFault(
    'inward',
    'The address points into a private network, which only the operator may set up.',
  );

const lost = (error: unknown): ConnectionFault => {
  if (error instanceof ConnectionFault) return error;
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'Z_DATA_ERROR' || String(code).startsWith('ERR_BROTLI'))
    return new ConnectionFault('unreadable', 'The answer is compressed and cannot be decompressed.');
  // Never its text, which may hold an address.
  return new ConnectionFault('lost', typeof code === 'string' ? code : 'connection lost');
};

/** Statuses that have no body, which `Response` insists on. */
const isEmpty = (status: number): boolean => [204, 205, 304].includes(status);

/** Of the packed form, which nobody sees. */
const OF_PACKING = ['content-encoding', 'content-length'];

/** Looks a name up and refuses it where any of its addresses points inward. */
function guarded(lookup: LookupFunction): LookupFunction {
  return (name, options, done) =>
    lookup(name, options, (error, address, family) => {
      const found = Array.isArray(address) ? address.map((one) => one.address) : [address];
      if (error === null && found.some(isInwardAddress)) done(inwardFault(), address, family);
      else done(error, address, family);
    });
}

function headersOf(answer: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct))
    if (!OF_PACKING.includes(name)) for (const one of value ?? []) headers.append(name, one);
  return headers;
}

interface BodyOptions {
  maxBytes: number;
  exchange: Exchange;
  fail: (this: void, fault: ConnectionFault) => ConnectionFault;
  onBytes: (this: void) => void;
  signal: AbortSignal;
}

/** The body as it arrives. The sender waits while the reader does. What comes after either has ended it is dropped. */
export function bodyOf(
  body: Readable,
  { maxBytes, exchange, fail, onBytes, signal }: BodyOptions,
): ReadableStream<Uint8Array> {
  // Once it is over, by whichever end, the controller takes nothing more: an event that was on its way would throw.
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (error: unknown): void => {
        if (isOver) return;
        isOver = true;
        if (error === null) controller.close();
        else controller.error(error);
      };
      body.on('data', (part: Buffer) => {
        if (isOver) return;
        onBytes();
        exchange.bytes += part.length;
        if (exchange.bytes > maxBytes) {
          end(fail(new ConnectionFault('too large', `The answer is longer than ${maxBytes} bytes.`)));
          body.destroy();
          return;
        }
        controller.enqueue(part);
        if ((controller.desiredSize ?? 0) <= 0) body.pause();
      });
      body.once('end', () => end(null));
      body.on('error', (error) => {
        if (!isOver) end(signal.aborted ? error : fail(lost(error)));
      });
      // Whatever ended it, nobody waits for more.
      body.once('close', () => {
        if (!isOver) end(fail(lost(null)));
      });
    },
    pull: () => void body.resume(),
    cancel() {
      isOver = true;
      body.destroy();
    },
  });
}
