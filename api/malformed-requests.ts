import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Log, Problem } from '../core/platform/index.ts';
import { PROBLEM_TYPE, problemBody } from './errors.ts';
import { brokenForm } from './multipart.ts';
import { sendsForm } from './upload.ts';

/** What Node could not read of a request, in our words. */
function problemOf(code: string | undefined, socket: object): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem(
      431,
      'HEADERS_TOO_LARGE',
      'The headers of this request are too large. Send fewer or shorter ones.',
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time. Send it again.');
  if (code === 'HPE_INVALID_EOF_STATE' && sendsForm(socket)) return brokenForm();
  return new Problem(400, 'BAD_REQUEST', 'The request is not valid HTTP.');
}

/**
 * Answers what is no HTTP, before any request of it exists: a problem with a request id, like everything else. Where
 * something was sent on the connection already it is only closed, since an answer may be under way on it.
 */
export const answerMalformed =
  (log: Log) =>
  (error: Error & { code?: string }, socket: Duplex & { bytesWritten?: number }): void => {
    if (!socket.writable || error.code === 'ECONNRESET' || (socket.bytesWritten ?? 0) > 0) {
      socket.destroy();
      return;
    }
    const problem = problemOf(error.code, socket);
    const id = randomUUID();
    log.info({ req: id, status: problem.status, reason: error.code }, 'a request could not be read');
    const body = JSON.stringify(problemBody(problem));
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
      'Connection: close',
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${id}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  };
