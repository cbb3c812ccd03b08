import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { near } from '../../../support/near.ts';
import { sampled } from '../../../support/soak.ts';

const by = { actor: 'test' };
/** Eight sessions of January 2026, weekends left out. */
const SESSIONS = [5, 6, 7, 8, 9, 12, 13, 14].map((day) => `2026-01-${String(day).padStart(2, '0')}`);
const SYMBOLS = ['ALPHA', 'BETA'] as const;
const dayOf = (session: number): string => SESSIONS[session] ?? '';

describe('portfolio/Report rules 4 and 6: recorded values beside recalculated ones', () => {
  let world: TestCore;
  const anew = sharedCore({ at: '2026-01-05T11:00:00.000Z' });
  beforeEach(async () => {
    world = await anew();
  });

  type Close = (symbol: string, session: number) => number;
  const constant: Close = () => 100;

  async function closes(close: Close): Promise<void> {
    await world.core.database.asSystem('closes for a test', async (trx) => {
      for (const symbol of SYMBOLS) {
        const [row] = (await trx('market.instruments')
          .insert({ exchange: 'NSE', symbol, asset_class: 'Indian Equity' })
          .returning('id')) as { id: string }[];
        await trx('portfolio.price_history').insert(
          SESSIONS.map((day, at) => ({
            instrument_id: row?.id ?? '',
            day,
            close: close(symbol, at),
            source: 'NSE',
          })),
        );
      }
    });
  }

  /** Rows get the time of the test's clock: the database has a clock of its own. */
  async function stamp(where: { id?: string; import_id?: string }): Promise<void> {
    const at = world.clock.now();
    await world.core.database.asSystem('time of rows for a test', async (trx) => {
      await trx('portfolio.transactions').where(where).update({ created_at: at, updated_at: at });
    });
  }

  async function buy(symbol: string, session: number, quantity: number): Promise<string> {
    const { id } = await world.core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'P',
        symbol,
        currency: 'INR',
        asset_class: 'Indian Equity',
        type: 'BUY',
        quantity,
        price: 100,
        date: dayOf(session),
      },
      by,
    );
    await stamp({ id: String(id) });
    return String(id);
  }

  async function importFile(name: string, session: number, quantity: number): Promise<string> {
    const { imports } = world.core.portfolio;
    const file = `Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class\nP,ALPHA,${dayOf(session)},BUY,${quantity},100,INR,Indian Equity\n`;
    const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(file)]), {
      file_name: name,
    });
    await imports.commit(world.owner, { import_id }, by);
    await stamp({ import_id });
    return import_id;
  }

  /** Sets the clock to 16:30 in India on a session. */
  const goTo = (session: number): void => {
    world.clock.at = new Date(`${dayOf(session)}T11:00:00.000Z`);
  };

  /** Prices every holding at the close of a session and takes its snapshot, at 18:00 in India. */
  async function snapshot(session: number, close: Close = constant): Promise<void> {
    world.clock.at = new Date(`${dayOf(session)}T12:30:00.000Z`);
    await world.core.database.asSystem('prices for a test', async (trx) => {
      for (const symbol of SYMBOLS)
        await trx('portfolio.holdings')
          .where({ symbol })
          .update({ current_price: close(symbol, session), price_as_of: dayOf(session) });
    });
    await world.core.portfolio.snapshots.take(world.owner);
  }

  const list = async (portfolio?: string) =>
    (await world.core.quality.recordedDifferences(world.owner, { portfolio, page_size: 100 })).items;
  const brief = async () =>
    (await list()).map(({ cause, from, to, days, largest }) => [
      cause,
      from,
      to,
      days,
      largest.recorded,
      largest.recalculated,
    ]);

  it('books without a difference have none, and a book without transactions or records has nothing to compare', async () => {
    assert.deepEqual((await world.core.quality.read(world.owner)).recorded_values, {
      compared_days: 0,
      differing_days: 0,
      differences: 0,
      unknown_causes: 0,
    });
    await closes(constant);
    await buy('ALPHA', 0, 10);
    for (const session of [0, 1, 2]) await snapshot(session);
    assert.deepEqual(await list(), []);
    const { recorded_values, to_review } = await world.core.quality.read(world.owner);
    // The last of the three days is today.
    assert.equal(recorded_values?.compared_days, 2);
    const before = to_review;
    await buy('BETA', 1, 5);
    const after = await world.core.quality.read(world.owner);
    assert.deepEqual(
      [after.recorded_values?.differing_days, after.recorded_values?.unknown_causes, after.to_review],
      [1, 0, before],
    );
  });

  it('an older file that is imported on another day is named with its day; undone, the days agree again', async () => {
    await closes(constant);
    goTo(2);
    await buy('ALPHA', 2, 10);
    for (const session of [2, 3, 4]) await snapshot(session);
    goTo(5);
    // 30 units of the 5th: 4,000 instead of 1,000 on the three recorded days.
    const id = await importFile('old.csv', 0, 30);
    await snapshot(5);
    goTo(6);
    const [found, ...more] = await list();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [found?.cause, found?.from, found?.to, found?.days, found?.import_id, found?.file_name, found?.symbols],
      ['IMPORTED', dayOf(2), dayOf(4), 3, id, 'old.csv', ['ALPHA']],
    );
    assert.deepEqual(found?.largest, {
      day: dayOf(2),
      recorded: 1000,
      recalculated: 4000,
      difference: 3000,
      pct: 300,
    });
    assert.equal(found?.message, `You imported old.csv on ${dayOf(5)}, after these values were recorded.`);
    assert.deepEqual((await list('P')).length, 1);
    // Undone: the three days agree, and that of the snapshot with the file does not.
    const { imports } = world.core.portfolio;
    const { digest } = await imports.undoPreview(world.owner, id);
    await imports.undo(world.owner, id, { digest }, by);
    assert.deepEqual(await brief(), [['IMPORT_UNDONE', dayOf(5), dayOf(5), 1, 4000, 1000]]);
    assert.equal((await list())[0]?.file_name, 'old.csv');
  });

  it('a split that is applied late is the cause of the days since its ex-date', async () => {
    const close: Close = (symbol, session) => (symbol === 'ALPHA' && session >= 3 ? 50 : 100);
    await closes(close);
    await buy('ALPHA', 0, 10);
    for (const session of [1, 2, 3, 4]) await snapshot(session, close);
    goTo(5);
    const split = { portfolio: 'P', symbol: 'ALPHA', kind: 'SPLIT', ex_date: dayOf(3) } as const;
    await world.core.corporateActions.create(world.owner, { ...split, new_shares: 2, old_shares: 1 }, by);
    // 10 units at 50 were recorded; 20 units at 50 are right.
    assert.deepEqual(await brief(), [['ACTION_APPLIED', dayOf(3), dayOf(4), 2, 500, 1000]]);
    assert.equal(
      (await list())[0]?.message,
      `You applied the split of ALPHA (${dayOf(3)}) on ${dayOf(5)}, after these values were recorded.`,
    );
  });

  it('a corrected close is a difference of price: the units agree', async () => {
    const wrong: Close = (_, session) => (session === 2 ? 130 : 100);
    await closes(wrong);
    await buy('ALPHA', 0, 10);
    for (const session of [1, 2, 3]) await snapshot(session, wrong);
    assert.deepEqual(await brief(), []);
    await world.core.database.asSystem('a close is corrected', async (trx) => {
      await trx('portfolio.price_history')
        .where({ day: dayOf(2) })
        .update({ close: 101 });
    });
    // Closes belong to nobody: they are looked at again after half a minute, and reports are kept for one.
    goTo(4);
    assert.deepEqual(await brief(), [['PRICE_OR_RATE', dayOf(2), dayOf(2), 1, 1300, 1010]]);
  });

  it('rows that were entered, corrected or deleted later are different causes', async () => {
    await closes(constant);
    const kept = await buy('ALPHA', 0, 10);
    const gone = await buy('BETA', 0, 5);
    await snapshot(1);
    goTo(2);
    await world.core.portfolio.transactions.update(world.owner, kept, { quantity: 12 }, by);
    assert.deepEqual(await brief(), [['CORRECTED', dayOf(1), dayOf(1), 1, 1500, 1700]]);
    await world.core.portfolio.transactions.update(world.owner, kept, { quantity: 10 }, by);
    assert.deepEqual(await brief(), []);
    await world.core.portfolio.transactions.remove(world.owner, gone, by);
    assert.deepEqual(await brief(), [['DELETED', dayOf(1), dayOf(1), 1, 1500, 1000]]);
    await snapshot(2);
    goTo(3);
    // Restored: the first day agrees, and that of the snapshot without the row does not.
    await world.core.portfolio.transactions.restore(world.owner, gone, by);
    assert.deepEqual(await brief(), [['RESTORED', dayOf(2), dayOf(2), 1, 1000, 1500]]);
    await buy('BETA', 0, 7);
    assert.deepEqual(await brief(), [['ENTERED', dayOf(1), dayOf(2), 2, 1000, 2200]]);
  });

  it('a portfolio that was deleted with its transactions leaves a cause', async () => {
    await closes(constant);
    await buy('ALPHA', 0, 10);
    const other = { portfolio: 'Q', symbol: 'BETA', currency: 'INR', asset_class: 'Indian Equity' };
    await world.core.portfolio.transactions.create(
      world.owner,
      { ...other, type: 'BUY', quantity: 5, price: 100, date: dayOf(0) },
      by,
    );
    await snapshot(1);
    goTo(2);
    const all = await world.core.portfolio.portfolios.list(world.owner);
    const { id } = all.find(({ name }) => name === 'Q') ?? assert.fail('no portfolio');
    await world.core.portfolio.portfolios.remove(world.owner, id, by);
    assert.deepEqual(await brief(), [['DELETED', dayOf(1), dayOf(1), 1, 1500, 1000]]);
  });

  it('holdings by hand, which no transaction explains, are in both values', async () => {
    await closes(constant);
    await buy('ALPHA', 0, 10);
    const held = { portfolio: 'P', symbol: 'BETA', currency: 'INR', asset_class: 'Indian Equity' };
    await world.core.portfolio.holdings.create(world.owner, { ...held, quantity: 3, avg_buy_price: 90 }, by);
    for (const session of [0, 1]) await snapshot(session, (_, at) => 100 + at / 10);
    goTo(2);
    assert.deepEqual(await brief(), []);
  });

  it('other people’s differences are theirs', async () => {
    await closes(constant);
    await buy('ALPHA', 0, 10);
    await snapshot(1);
    goTo(2);
    await buy('BETA', 0, 5);
    assert.equal((await list()).length, 1);
    const { items } = await world.core.quality.recordedDifferences(world.stranger, {});
    assert.deepEqual(items, []);
  });

  it('on random books, a recorded day is listed exactly if a slow replay gives it another value', async () => {
    const books = fc.record({
      rows: fc.array(
        fc.record({
          symbol: fc.constantFrom(...SYMBOLS),
          session: fc.integer({ min: 0, max: 6 }),
          late: fc.integer({ min: 0, max: 4 }),
          quantity: fc.integer({ min: 1, max: 40 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      silent: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(books, async ({ rows, silent }) => {
        world = await anew();
        const close: Close = (symbol, session) => 100 + session + (symbol === 'BETA' ? 40 : 0);
        await closes(close);
        const planned = [{ symbol: 'BETA', session: 0, late: 0, quantity: 10 }, ...rows];
        const valueOf = (session: number, entered: number): number =>
          planned
            .filter((row) => row.session <= session && row.session + row.late <= entered)
            .reduce((sum, { symbol, quantity }) => sum + quantity * close(symbol, session), 0);
        const wanted = new Map<string, [number, number]>();
        for (let session = 0; session < 7; session += 1) {
          goTo(session);
          for (const row of planned.filter((one) => one.session + one.late === session))
            await buy(row.symbol, row.session, row.quantity);
          if (silent.includes(session)) continue;
          await snapshot(session, close);
          const values: [number, number] = [valueOf(session, session), valueOf(session, 99)];
          if (values[0] !== values[1]) wanted.set(dayOf(session), values);
        }
        goTo(7);
        for (const { session, late, symbol, quantity } of planned)
          if (session + late >= 7) await buy(symbol, session, quantity);
        const found = await list();
        assert.equal(
          found.reduce((sum, { days }) => sum + days, 0),
          wanted.size,
        );
        for (const { from, to, cause, largest } of found) {
          assert.equal(cause, 'ENTERED');
          const [recorded, recalculated] = wanted.get(largest.day) ?? assert.fail(largest.day);
          near(largest.recorded, recorded);
          near(largest.recalculated, recalculated);
          for (const day of SESSIONS.filter((one) => from <= one && one <= to))
            assert.ok(wanted.has(day) || silent.includes(SESSIONS.indexOf(day)), day);
        }
      }),
      { endOnFailure: true, numRuns: sampled(2, 200) },
    );
  });
});
