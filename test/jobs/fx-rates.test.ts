import assert from 'node:assert/strict';
import type { FxUpdate } from '../../core/market/index.ts';
import { fetchFxRates } from '../../jobs/fx-rates.ts';

const fetching = async (update: FxUpdate) =>
  await fetchFxRates(
    { fx: { keepUp: () => Promise.resolve(update) } },
    { signal: new AbortController().signal },
  );

describe('exchange rates as a job', () => {
  it('tells what was written', async () => {
    assert.equal(await fetching({ pairs: 0, changed: 0, failed: [] }), 'all portfolios are in one currency');
    assert.equal(await fetching({ pairs: 2, changed: 9, failed: [] }), '9 days of 2 pairs');
  });

  it('portfolio/Scheduler: a failed fetch is told with its reason, and tried again where that may help', async () => {
    const failed = (reason: string) =>
      fetching({ pairs: 2, changed: 5, failed: [{ pair: 'EURINR', reason }] });
    await assert.rejects(
      failed('PROVIDER_TIMEOUT'),
      /5 days of 2 pairs; none for EURINR \(PROVIDER_TIMEOUT\)/,
    );
    await assert.rejects(failed('NOT_KEPT'), /EURINR/);
    // Who does not know a pair will not know it in a minute.
    assert.equal(await failed('NOT_FOUND'), '5 days of 2 pairs; none for EURINR (NOT_FOUND)');
  });
});
