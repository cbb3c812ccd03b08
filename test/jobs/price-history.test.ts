import assert from 'node:assert/strict';
import type { HistoryUpdate } from '../../core/market/index.ts';
import { NO_ANNOUNCEMENTS } from './world.ts';
import { keepPriceHistory } from '../../jobs/daily-price-history.ts';

const run = async (update: Partial<HistoryUpdate>) =>
  await keepPriceHistory(
    {
      closes: { priceEverybody: () => Promise.resolve({ priced: 0, refused: [], failed: 0 }) },
      backfill: {
        keepUp: () => Promise.resolve({ sessions: [], asked: 0, failed: 0, added: 0, ...update }),
        keepUpActions: () => Promise.resolve(NO_ANNOUNCEMENTS),
      },
    },
    { signal: new AbortController().signal },
  );
const missed = (day: string, failure: HistoryUpdate['sessions'][number]['failure']) => ({
  day,
  ingested: null,
  failure,
});

describe('portfolio/Price history: the daily job', () => {
  it('tells what came; a session that is not published yet is no failure', async () => {
    assert.equal(await run({}), '0 closes');
    assert.equal(
      await run({ sessions: [missed('2026-03-02', 'NOT_FOUND')], asked: 3, failed: 1, added: 7 }),
      '7 closes, 0 of 1 sessions, 2 of 3 held instruments',
    );
  });

  it('is tried again when nobody answered at all', async () => {
    await assert.rejects(
      run({ sessions: [missed('2026-03-02', 'PROVIDER_TIMEOUT')], asked: 2, failed: 2 }),
      /2026-03-02 \(PROVIDER_TIMEOUT\)/,
    );
  });
});
