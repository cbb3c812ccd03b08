import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import fc from 'fast-check';
import { bodyOf, newExchange } from '../../../../core/llm/http/connection.ts';

const EVENTS = ['data', 'end', 'error', 'close', 'cancel', 'abort', 'read'] as const;
type Event = (typeof EVENTS)[number];
/** What ends a body; whatever comes behind the first of them is for nobody. */
const ENDS: readonly Event[] = ['end', 'error', 'close', 'cancel', 'abort'];

/** Plays events against a body. @returns what its reader got: the bytes, and how it ended for the reader */
async function played(events: readonly Event[], maxBytes = 1_000) {
  const source = Object.assign(new EventEmitter(), {
    pause: () => undefined,
    resume: () => undefined,
    destroy: () => undefined,
  });
  const caller = new AbortController();
  const exchange = newExchange();
  const stream = bodyOf(source as unknown as Readable, {
    maxBytes,
    exchange,
    fail: (fault) => (exchange.fault ??= fault),
    onBytes: () => undefined,
    signal: caller.signal,
  });
  const reader = stream.getReader();
  let bytes = 0;
  let ended: 'done' | 'failed' | 'open' = 'open';
  const reads: Promise<void>[] = [];
  const read = (): void => {
    reads.push(
      reader.read().then(
        ({ value, done }) => {
          if (done) ended = 'done';
          else bytes += value.length;
        },
        () => void (ended = 'failed'),
      ),
    );
  };
  for (const event of events) {
    if (event === 'read') read();
    else if (event === 'cancel') await reader.cancel().catch(() => undefined);
    else if (event === 'abort') {
      caller.abort();
      source.emit('error', new Error('aborted'));
    } else source.emit(event, event === 'data' ? Buffer.from('abc') : new Error('reset'));
  }
  for (let left = events.length + 1; left > 0; left -= 1) read();
  await Promise.race([Promise.all(reads), new Promise((resolve) => setImmediate(resolve))]);
  return { bytes, ended, fault: exchange.fault?.kind ?? null };
}

describe('the body of an answer, with its events in every order', () => {
  it('an end that was on its way when the reader cancelled throws nowhere', async () => {
    // The story: a model's stream was given up at an odd event, its scheduled `end` closed a closed controller, and nobody
    // catches what an event throws: the whole process ended.
    assert.deepEqual(await played(['data', 'read', 'cancel', 'end']), {
      bytes: 3,
      ended: 'done',
      fault: null,
    });
    for (const late of EVENTS) await played(['data', 'cancel', late, 'close']);
  });

  it('whatever comes in whatever order, the reader gets what came before the first end, and that end', async () => {
    const events = fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(events, async (given) => {
        const first = given.findIndex((event) => ENDS.includes(event));
        const end = given[first];
        const sent = (first < 0 ? given : given.slice(0, first)).filter((event) => event === 'data').length;
        const { bytes, ended } = await played(given);
        // A body that failed or was cancelled drops what nobody had read by then.
        if ((end === undefined || end === 'end') && !given.includes('cancel')) assert.equal(bytes, 3 * sent);
        else assert.ok(bytes <= 3 * sent);
        const isDone = end === 'end' || end === 'cancel';
        assert.equal(ended, end === undefined ? 'open' : isDone ? 'done' : 'failed');
      }),
      { numRuns: 500 },
    );
  });

  it('a body that is too long fails once, and its late events throw nowhere', async () => {
    const { ended, fault } = await played(['data', 'data', 'data', 'end', 'error', 'close'], 7);
    assert.deepEqual([ended, fault], ['failed', 'too large']);
  });
});
