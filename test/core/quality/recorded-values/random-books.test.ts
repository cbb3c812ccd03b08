import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sharedCore } from '../../../support/core.ts';
import { near } from '../../../support/near.ts';
import { sampled } from '../../../support/soak.ts';
import type { Close } from '../../../support/session-closes.ts';
import { dayOf, recordedBooks, SESSIONS, SYMBOLS } from './recorded-books.ts';

describe('portfolio/Report rules 4 and 6: recorded values beside recalculated ones, on random books', () => {
  const anew = sharedCore({ at: '2026-01-05T11:00:00.000Z' });

  it('a recorded day is listed exactly if a slow replay gives it another value', async () => {
    const anyBooks = fc.record({
      // Two rows that are alike are one.
      rows: fc.uniqueArray(
        fc.record({
          symbol: fc.constantFrom(...SYMBOLS),
          session: fc.integer({ min: 0, max: 6 }),
          late: fc.integer({ min: 0, max: 4 }),
          quantity: fc.integer({ min: 11, max: 50 }),
        }),
        {
          minLength: 1,
          maxLength: 5,
          selector: ({ symbol, session, quantity }) => `${symbol} ${session} ${quantity}`,
        },
      ),
      silent: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(anyBooks, async ({ rows, silent }) => {
        const books = recordedBooks(await anew());
        const close: Close = (symbol, session) => 100 + session + (symbol === 'BETA' ? 40 : 0);
        await books.closes(close);
        const planned = [{ symbol: 'BETA', session: 0, late: 0, quantity: 10 }, ...rows];
        const valueOf = (session: number, entered: number): number =>
          planned
            .filter((row) => row.session <= session && row.session + row.late <= entered)
            .reduce((sum, { symbol, quantity }) => sum + quantity * close(symbol, session), 0);
        const wanted = new Map<string, [number, number]>();
        for (let session = 0; session < 7; session += 1) {
          books.goTo(session);
          for (const row of planned.filter((one) => one.session + one.late === session))
            await books.buy(row.symbol, row.session, row.quantity);
          if (silent.includes(session)) continue;
          await books.snapshot(session, close);
          const values: [number, number] = [valueOf(session, session), valueOf(session, 99)];
          if (values[0] !== values[1]) wanted.set(dayOf(session), values);
        }
        books.goTo(7);
        for (const { session, late, symbol, quantity } of planned)
          if (session + late >= 7) await books.buy(symbol, session, quantity);
        const found = await books.list();
        assert.equal(
          found.reduce((sum, { days }) => sum + days, 0),
          wanted.size,
        );
        // All rows are in one portfolio: it differs as the total does.
        const figures = (items: typeof found) =>
          items.map(({ from, to, largest, cause, symbols }) => ({ from, to, largest, cause, symbols }));
        assert.deepEqual(figures(await books.list('P')), figures(found));
        for (const { from, to, cause, largest } of found) {
          assert.equal(cause, 'ENTERED');
          const [recorded, recalculated] = wanted.get(largest.day) ?? assert.fail(largest.day);
          near(largest.recorded, recorded);
          near(largest.recalculated, recalculated);
          for (const day of SESSIONS.filter((one) => from <= one && one <= to))
            assert.ok(wanted.has(day) || silent.includes(SESSIONS.indexOf(day)), day);
        }
      }),
      { endOnFailure: true, numRuns: sampled(4, 200) },
    );
  });
});
