import assert from 'node:assert/strict';
import fc from 'fast-check';
import { webHistory } from '../../../../core/brokers/adapters/web-sync-history.ts';
import { readTrades, type WebPage } from '../../../../core/brokers/adapters/web-sync-wire.ts';
import { BrokerFailure } from '../../../../core/brokers/failure.ts';
import { DAY_MS } from '../../../../core/platform/index.ts';

const RANGE = { from: '2026-01-01', to: '2026-03-02' };

interface Row {
  id: string;
  trade_date: string;
}
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `T${index}`,
    trade_date: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 5) * DAY_MS).toISOString().slice(0, 10),
  }));

/** One page in the words of the backend, read as the adapter reads it. */
function pageOf(rows: readonly Row[], pageSize: number, total: number | null): WebPage {
  const transactions = rows.map((row) => ({
    ...row,
    symbol: 'TCS',
    side: 'BUY',
    status: 'COMPLETE',
    quantity: 1,
    price: 1,
  }));
  return readTrades({ page_size: pageSize, transactions, ...(total === null ? {} : { total }) }, 'owner');
}

/** Reads all pages; the ids that came, or why they did not. */
async function read(
  ask: (page: number) => WebPage,
  reached: string | null = null,
): Promise<{ ids: string[]; reason: string | null }> {
  const ids: string[] = [];
  try {
    const pages = webHistory(
      { ...RANGE, reached },
      async ({ page }) => await Promise.resolve(ask(Number(page))),
    );
    for await (const { trades } of pages)
      ids.push(...trades.map(({ execution_id }) => execution_id.split(':')[2] ?? ''));
    return { ids, reason: null };
  } catch (error) {
    assert.ok(error instanceof BrokerFailure, String(error));
    return { ids, reason: error.reason };
  }
}

/** An honest backend. @param bend what becomes of a page. */
const backend =
  (
    rows: readonly Row[],
    size: number,
    hasTotal: boolean,
    bend: (page: number, own: readonly Row[]) => readonly Row[] = (_, own) => own,
  ) =>
  (page: number): WebPage =>
    pageOf(bend(page, rows.slice((page - 1) * size, page * size)), size, hasTotal ? rows.length : null);

describe('portfolio/Connection sync rules 5: pages of a web backend that are not what they should be', () => {
  for (const hasTotal of [false, true]) {
    const title = hasTotal ? 'with a total' : 'without a total';

    it(`an empty page in the middle is not the end, ${title}: HISTORY_INCOMPLETE`, async () => {
      const bend = (page: number, own: readonly Row[]) => (page === 2 ? [] : own);
      assert.equal((await read(backend(rowsOf(25), 10, hasTotal, bend))).reason, 'HISTORY_INCOMPLETE');
    });

    it(`a page that was cut in the middle is not the end, ${title}: HISTORY_INCOMPLETE`, async () => {
      const bend = (page: number, own: readonly Row[]) => (page === 2 ? own.slice(0, 4) : own);
      assert.equal((await read(backend(rowsOf(25), 10, hasTotal, bend))).reason, 'HISTORY_INCOMPLETE');
    });

    it(`an empty first page before others is not the end, ${title}: HISTORY_INCOMPLETE`, async () => {
      const bend = (page: number, own: readonly Row[]) => (page === 1 ? [] : own);
      assert.equal((await read(backend(rowsOf(25), 10, hasTotal, bend))).reason, 'HISTORY_INCOMPLETE');
    });
  }

  it('a list that ends after its first pages, and tells of more: HISTORY_INCOMPLETE', async () => {
    const bend = (page: number, own: readonly Row[]) => (page > 1 ? [] : own);
    assert.equal((await read(backend(rowsOf(25), 10, true, bend))).reason, 'HISTORY_INCOMPLETE');
  });

  it('a list that ends before a trade that an earlier sync recorded: HISTORY_INCOMPLETE', async () => {
    const bend = (page: number, own: readonly Row[]) => (page > 1 ? [] : own);
    const cut = backend(rowsOf(25), 10, false, bend);
    // Ten rows, five a day: they end on 2 January.
    assert.equal((await read(cut, '2026-01-03')).reason, 'HISTORY_INCOMPLETE');
    assert.equal((await read(cut, '2026-01-02')).reason, null);
    // Of other days nothing is known.
    assert.equal((await read(cut, '2025-12-31')).reason, null);
    assert.equal((await read(cut, '2026-03-03')).reason, null);
    const nothing = () => pageOf([], 10, null);
    assert.equal((await read(nothing, '2026-01-03')).reason, 'HISTORY_INCOMPLETE');
    assert.equal((await read(nothing)).reason, null);
  });

  it('an end before a recorded trade is right where the whole history ends on the same row of a short page: the last trade was taken back', async () => {
    const rows = rowsOf(24);
    // 24 rows, five a day: they end on 5 January.
    assert.equal((await read(backend(rows, 10, false), '2026-01-06')).reason, null);
    // The second look at the third page shows another row.
    let asked = 0;
    const growing = (page: number): WebPage =>
      backend(page === 3 && (asked += 1) === 1 ? rows.slice(0, 23) : rows, 10, false)(page);
    assert.equal((await read(growing, '2026-01-06')).reason, 'HISTORY_INCOMPLETE');
    // A full page at the end is what a lost page leaves.
    assert.equal((await read(backend(rowsOf(20), 10, false), '2026-01-06')).reason, 'HISTORY_INCOMPLETE');
  });

  it('a total that everything came of is believed before an earlier sync: a trade may have been taken back', async () => {
    const { ids, reason } = await read(backend(rowsOf(10), 10, true), '2026-02-20');
    assert.deepEqual([ids.length, reason], [10, null]);
  });

  it('a trade that was taken back still shows how far the list goes', async () => {
    const cancelled = (page: number): WebPage =>
      readTrades(
        {
          page_size: 10,
          transactions:
            page > 1 ? [] : [{ id: 'T1', trade_date: '2026-02-20', symbol: 'TCS', status: 'CANCELLED' }],
        },
        'owner',
      );
    assert.equal((await read(cancelled, '2026-02-20')).reason, null);
  });

  it('a page that comes again counts once; where it took the place of another, the total tells', async () => {
    const again = (page: number, own: readonly Row[]) => (page === 2 ? rowsOf(10) : own);
    assert.equal((await read(backend(rowsOf(25), 10, true, again))).reason, 'HISTORY_INCOMPLETE');
    const beside = (page: number) => backend(rowsOf(25), 10, true)(page <= 2 ? 1 : page - 1);
    const { ids, reason } = await read(beside);
    assert.deepEqual([new Set(ids).size, reason], [25, null]);
  });

  it('a backend that answers with its last page for every later one is at its end', async () => {
    const clamped = (page: number) => backend(rowsOf(25), 10, false)(Math.min(page, 3));
    const { ids, reason } = await read(clamped);
    assert.deepEqual([new Set(ids).size, reason], [25, null]);
  });

  it('a list that shrinks while it is read loses a row between two pages: HISTORY_INCOMPLETE', async () => {
    const rows = rowsOf(25);
    const ask = (page: number): WebPage => {
      const answer = backend(rows, 10, true)(page);
      // T3 goes, T10 moves up to the first page, which was read already.
      if (page === 1) rows.splice(3, 1);
      return answer;
    };
    assert.equal((await read(ask)).reason, 'HISTORY_INCOMPLETE');
  });

  it('a list that grows at its end while it is read comes whole', async () => {
    const rows = rowsOf(25);
    const ask = (page: number): WebPage => {
      const answer = backend(rows, 10, true)(page);
      if (page === 1) rows.push({ id: 'LATE', trade_date: '2026-03-01' });
      return answer;
    };
    const { ids, reason } = await read(ask);
    assert.deepEqual([ids.length, ids.at(-1), reason], [26, 'LATE', null]);
  });

  it('a list that grows before the page being read misses the new row, and is asked for again: HISTORY_INCOMPLETE', async () => {
    const rows = rowsOf(25);
    const ask = (page: number): WebPage => {
      const answer = backend(rows, 10, true)(page);
      if (page === 1) rows.unshift({ id: 'LATE', trade_date: '2026-01-01' });
      return answer;
    };
    const { ids, reason } = await read(ask);
    // A row comes twice, and counts once.
    assert.equal(reason, 'HISTORY_INCOMPLETE');
    assert.equal(new Set(ids).size, 25);
  });

  it('whatever pages are lost, a reading that ends well has every row', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(60),
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.record({ page: fc.integer({ min: 1, max: 8 }), keep: fc.nat(11) }), { maxLength: 3 }),
        async (count, size, losses) => {
          const rows = rowsOf(count);
          const bend = (page: number, own: readonly Row[]) => {
            const loss = losses.find((one) => one.page === page);
            return loss === undefined ? own : own.slice(0, Math.min(loss.keep, own.length));
          };
          const { ids, reason } = await read(backend(rows, size, true, bend));
          if (reason === null) assert.equal(new Set(ids).size, count);
          else assert.equal(reason, 'HISTORY_INCOMPLETE');
          const isWhole = rows.length === new Set(ids).size;
          assert.equal(reason === null, isWhole);
        },
      ),
    );
  });
});
