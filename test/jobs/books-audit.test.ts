import assert from 'node:assert/strict';
import { auditBooks } from '../../jobs/daily-books-audit.ts';
import { createLog } from '../../core/platform/index.ts';
import type { BooksAudit } from '../../core/quality/index.ts';

const identity = (state: 'AGREES' | 'DIFFERS' | 'NOT_COMPARED') =>
  ({ code: state, state }) as BooksAudit['identities'][number];
const view: BooksAudit = {
  audited_at: '2026-03-10T17:35:00.000Z',
  identities: [identity('AGREES'), identity('DIFFERS'), identity('NOT_COMPARED')],
  findings: [{ id: '1' } as BooksAudit['findings'][number]],
};

describe('the audit of books as a job', () => {
  const audited: string[] = [];
  const run = async (failing: string | null) => {
    audited.length = 0;
    return await auditBooks(
      {
        log: createLog('silent'),
        identity: {
          users: {
            list: () => Promise.resolve([{ id: '1' }, { id: '2' }, { id: '3' }]),
            ensureOwner: () => Promise.resolve({ id: '1' }),
          },
          prune: () => Promise.resolve(0),
        },
        quality: {
          audit: {
            run: (userId) => {
              audited.push(userId);
              return userId === failing ? Promise.reject(new Error('a broken book')) : Promise.resolve(view);
            },
          },
        },
      },
      { signal: new AbortController().signal },
    );
  };

  it('counts what agrees, what was not compared and what differs', async () => {
    assert.equal(await run(null), '3 books: 3 identities agree, 3 not compared, 3 differences');
  });

  it('one person’s error does not keep the others from their audit, and the run is tried again', async () => {
    await assert.rejects(run('1'), /a broken book/);
    assert.deepEqual(audited, ['1', '2', '3']);
  });
});
