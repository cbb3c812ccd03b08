import { PassThrough } from 'node:stream';
import { answerJson, countUnexpected, type Log } from '../core/platform/index.ts';
import type { ApiContext } from './context.ts';
import { toProblem } from './errors.ts';
import { Reply } from './route.ts';

/** Sends one server-sent event. */
type SendEvent = (this: void, event: string, data: unknown) => void;

/**
 * An answer in server-sent events. The work begins at once; what it comes to is the event `done`, and what it throws the event
 * `error` with the code and the words of a problem. `signal` ends with the client.
 */
export function eventStream(
  ctx: ApiContext,
  log: Pick<Log, 'error'>,
  work: (send: SendEvent, signal: AbortSignal) => Promise<unknown>,
): Reply {
  const gone = new AbortController();
  const events = new PassThrough();
  ctx.res.once('close', () => gone.abort());
  const send: SendEvent = (event, data) => {
    // Events after the end, or after the client has left, are dropped.
    if (events.writable) events.write(`event: ${event}\ndata: ${answerJson(data)}\n\n`);
  };
  const told = async (): Promise<void> => {
    try {
      send('done', await work(send, gone.signal));
    } catch (error) {
      const problem = toProblem(error);
      if (problem.status === 500) {
        countUnexpected('stream');
        log.error({ req: ctx.state.requestId, err: problem.cause ?? error }, 'a stream failed');
      }
      send('error', { status: problem.status, code: problem.code, detail: problem.detail });
    } finally {
      events.end();
    }
  };
  // A comment, so that the headers are out before the first word is there.
  events.write(': asked\n\n');
  void told();
  return new Reply(events, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    // A proxy in front hands it on as it comes.
    'X-Accel-Buffering': 'no',
  });
}
