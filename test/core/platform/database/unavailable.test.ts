import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { notFound, OutsideError, unavailability } from '../../../../core/platform/index.ts';

const coded = (code: string, message = 'the words of whoever failed'): Error =>
  Object.assign(new Error(message), { code });

describe('what is unavailable for now', () => {
  for (const [detail, codes] of [
    [/at the same time/, ['40001', '40P01', '55P03']],
    [/did not answer in time/, ['57014', '25P03']],
    [/cannot be reached/, ['57P01', '57P02', '57P03', '57P05', '08000', '08003', '08006', '08P01']],
    [/too busy/, ['53000', '53200', '53300', '53400', 'EMFILE', 'ENFILE']],
    [/out of disk space/, ['53100', 'ENOSPC', 'EDQUOT']],
    [/could not read or write its disk/, ['58030']],
    [/read-only/, ['25006']],
  ] as const) {
    it(`${codes.join(', ')}: 503 that says ${detail.source}, however it is wrapped`, () => {
      for (const code of codes) {
        const error = coded(code);
        for (const wrapped of [
          error,
          Object.assign(new Error('a model failed'), { nativeError: error }),
          new Error('that did not work', { cause: error }),
          new AggregateError([coded('ENOTDIR'), error]),
        ]) {
          const problem = unavailability(wrapped);
          assert.deepEqual([problem?.status, problem?.code], [503, 'UNAVAILABLE'], code);
          assert.match(problem?.detail ?? '', detail);
          assert.doesNotMatch(problem?.detail ?? '', /words of/);
          assert.ok((problem?.retryAfter ?? 0) > 0);
          assert.equal(problem?.cause, wrapped);
        }
      }
    });
  }

  it('words of the driver that come without a code', () => {
    for (const message of [
      'Connection terminated unexpectedly',
      'ROLLBACK - Client has encountered a connection error and is not queryable',
      'Client was closed and is not queryable',
      'timeout expired',
      'timeout exceeded when trying to connect',
      'Knex: Timeout acquiring a connection. The pool is probably full.',
    ])
      assert.match(unavailability(new Error(message))?.detail ?? '', /cannot be reached/);
  });

  it('what a network says counts only where it can be about the database', async () => {
    const refused = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve));
    assert.equal(unavailability(refused, true)?.status, 503);
    assert.equal(unavailability(refused), null);
    assert.equal(unavailability(new OutsideError('broker', 'network', 'is away', { cause: refused })), null);
  });

  it('everything else passes', () => {
    for (const error of [
      null,
      'text',
      new Error('no'),
      coded('23505'),
      coded('42P01'),
      coded('ENOENT'),
      notFound('ROW'),
    ])
      assert.equal(unavailability(error, true), null);
  });
});
