import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createLog, onAbort, unexpectedErrors } from '../../../core/platform/index.ts';
import { installLastGuard } from '../../../core/platform/unexpected.ts';

describe('an error that nobody caught', () => {
  /** Mocha hears of those too, and would fail the test. */
  let others: NodeJS.UncaughtExceptionListener[];
  let codes: number[];
  let remove: () => void;
  beforeEach(() => {
    others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    codes = [];
    remove = installLastGuard(createLog('silent'), (code) => void codes.push(code));
  });
  afterEach(() => {
    remove();
    for (const other of others) process.on('uncaughtException', other);
  });
  const counted = () => unexpectedErrors().get('process') ?? 0;
  const thrown = (error: unknown): void => void process.emit('uncaughtException', error as Error);

  it('is counted, whatever was thrown, and the process goes on', () => {
    const before = counted();
    for (const error of [new Error('one'), new TypeError('two'), 'words', null, undefined]) thrown(error);
    assert.deepEqual([counted() - before, codes], [5, []]);
  });

  it('ends the process with code 1 when memory is used up or Node itself is broken', () => {
    const fatal = [
      Object.assign(new Error('no memory'), { code: 'ENOMEM' }),
      new RangeError('Array buffer allocation failed'),
      Object.assign(new Error('assertion'), { code: 'ERR_INTERNAL_ASSERTION' }),
    ];
    for (const error of fatal) thrown(error);
    assert.deepEqual(codes, [1, 1, 1]);
  });

  it('in one place that waits for a signal keeps it from none of the others', async () => {
    const before = counted();
    const stopping = new AbortController();
    const told: number[] = [];
    onAbort(stopping.signal, () => told.push(1));
    onAbort(stopping.signal, () => {
      throw new Error('planted');
    });
    onAbort(stopping.signal, () => told.push(3));
    stopping.abort();
    await turn();
    assert.deepEqual([told, counted() - before, codes], [[1, 3], 1, []]);
  });
});
