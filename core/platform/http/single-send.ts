import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { onAbort } from '../on-abort.ts';

/** A request that may be sent once and never again. */
export interface SingleRequest {
  method: 'POST';
  /** http or https. */
  url: URL;
  /** Beside these go host, content-length, connection and accept. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface SingleSendOptions {
  /** Longest time from the call to the last byte of the answer. */
  timeoutMs: number;
  /** Largest body of an answer. */
  maxBytes: number;
  /**
   * Looked at right before the first byte is written, with nothing in between that waits: false, and nothing is sent.
   * For whoever may have been asleep since it decided to send.
   */
  isStillWanted: () => boolean;
  /** Aborted before the first byte, nothing is sent; aborted later, the answer is not waited for. */
  signal?: AbortSignal;
}

/**
 * What became of it. `not sent`: not one byte of it left this process. `unanswered`: some of it may have left, and what
 * came of it is not known. Every answer is an `answer`, whatever its status.
 */
export type SingleSend =
  | { kind: 'answer'; status: number; contentType: string; body: string }
  | { kind: 'not sent'; why: 'not connected' | 'unwanted' | 'aborted'; code: string | null }
  | { kind: 'unanswered'; why: 'timeout' | 'lost' | 'too large' | 'aborted' };

/**
 * Sends a request at most once: on a connection of its own that nothing was sent on before and nothing will be after, with
 * no retry, no redirect, no proxy. A client with a pool may repeat a request by itself when a kept connection turns out to
 * be closed; here there is none. Never rejects for what the outside does.
 */
export async function sendOnce(request: SingleRequest, options: SingleSendOptions): Promise<SingleSend> {
  const { signal, timeoutMs, isStillWanted } = options;
  if (signal?.aborted === true) return { kind: 'not sent', why: 'aborted', code: null };
  return await new Promise<SingleSend>((resolve) => {
    let socket: Socket | null = null;
    let isSent = false;
    let isAnswered = false;
    let isOver = false;
    const end = (outcome: SingleSend): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      forget();
      socket?.destroy();
      resolve(outcome);
    };
    const fail = (why: 'timeout' | 'lost' | 'too large' | 'aborted', code: string | null = null): void =>
      end(
        isSent
          ? { kind: 'unanswered', why }
          : { kind: 'not sent', why: why === 'aborted' ? 'aborted' : 'not connected', code },
      );
    const timer = setTimeout(() => fail('timeout', 'ETIMEDOUT'), timeoutMs);
    const forget = onAbort(signal, () => fail('aborted'));

    /** Once an answer has begun, whoever reads it sees for itself where it is cut. */
    const lose = (error?: unknown): void => {
      if (!isAnswered) fail('lost', codeOf(error));
    };

    /** A look that throws is no leave to send, and nobody would catch it in the event that it is taken in. */
    const isWanted = (): boolean => {
      try {
        return isStillWanted();
      } catch {
        return false;
      }
    };

    /** On a connected socket. What no header can hold is found out here, and is not sent. */
    const send = (connected: Socket): void => {
      if (isOver) return;
      try {
        write(connected);
      } catch (error) {
        fail('lost', codeOf(error));
      }
    };

    const write = (connected: Socket): void => {
      const { url, method, body } = request;
      const sending = requestByHttp({
        method,
        host: url.hostname,
        path: url.pathname + url.search,
        headers: {
          ...request.headers,
          host: url.host,
          accept: 'application/json',
          connection: 'close',
          'content-length': String(Buffer.byteLength(body)),
        },
        // Without an agent: no pool knows of this connection.
        createConnection: () => connected,
      });
      // Node hands over the socket and writes to it right after, in the same turn: nothing comes between this look and it.
      sending.once('socket', () => {
        if (isOver) return;
        if (isWanted()) isSent = true;
        else {
          end({ kind: 'not sent', why: 'unwanted', code: null });
          sending.destroy();
        }
      });
      sending.once('response', (response) => {
        isAnswered = true;
        void read(response);
      });
      sending.on('error', lose);
      sending.once('close', lose);
      sending.end(body);
    };

    const read = async (response: IncomingMessage): Promise<void> => {
      const parts: Buffer[] = [];
      let size = 0;
      try {
        for await (const part of response as AsyncIterable<Buffer>) {
          size += part.length;
          if (size > options.maxBytes) {
            fail('too large');
            return;
          }
          parts.push(part);
        }
      } catch {
        fail('lost');
        return;
      }
      if (!response.complete) {
        fail('lost');
        return;
      }
      end({
        kind: 'answer',
        status: response.statusCode ?? 0,
        contentType: response.headers['content-type'] ?? '',
        body: Buffer.concat(parts).toString('utf8'),
      });
    };

    try {
      socket = connectTo(request.url, send);
      socket.on('error', lose);
      socket.once('close', lose);
    } catch (error) {
      fail('lost', codeOf(error));
    }
  });
}

function connectTo(url: URL, use: (socket: Socket) => void): Socket {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (url.protocol === 'http:') {
    const socket = connectPlain({ host, port: Number(url.port || 80), noDelay: true }, () => use(socket));
    return socket;
  }
  const socket = connectSecurely(
    {
      host,
      port: Number(url.port || 443),
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 ? { servername: host } : {}),
    },
    () => use(socket),
  );
  return socket;
}

/** The code of an error of Node's, such as ECONNREFUSED; never its text, which may hold an address. */
function codeOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : null;
}
