import assert from 'node:assert/strict';
import type { Acquired, SourceFailure } from '../../../../core/research/index.ts';
import { acquire } from '../../../../core/research/worker/acquire.ts';
import { keptDocuments } from '../../../support/kept-documents.ts';
import { evidenceRequest } from '../../../support/research-subject.ts';

const failure = (kind: SourceFailure['kind'], message: string): SourceFailure => ({
  provider: 'issuer',
  kind,
  message,
});

/** What a person reads of a source that gave that. */
async function wordsOf(found: Partial<Acquired>): Promise<string> {
  const provider = {
    name: 'issuer',
    covers: () => true,
    acquire: async () => await Promise.resolve({ packets: [], refused: [], failures: [], ...found }),
  } as const;
  const { status, detail } = await acquire(provider, evidenceRequest(), {
    documents: keptDocuments({}),
    known: new Set(),
    signal: new AbortController().signal,
    timers: { sleep: async () => await new Promise(() => undefined) },
  });
  return `${status} ${detail}`;
}

describe('research/Worker behaviour: the words of a stage that asked a source', () => {
  it('are the source’s own where a number of packets says too little', async () => {
    const summary = '5 pages of www.example.com, 2 not allowed by its robots.txt';
    const notAllowed = failure('NOT_ALLOWED', 'was not asked for /board');
    assert.equal(await wordsOf({ summary }), `COMPLETED ${summary}.`);
    // What was not allowed is in the summary already, and is no request that failed.
    assert.equal(
      await wordsOf({ summary, failures: [notAllowed, failure('timeout', 'It did not answer in time.')] }),
      `FAILED ${summary}, 1 request failed: It did not answer in time.`,
    );
    assert.equal(await wordsOf({}), 'COMPLETED 0 packets.');
  });
});
