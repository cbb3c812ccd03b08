import assert from 'node:assert/strict';
import { dayInWords } from '../../../../core/platform/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import type { Close } from '../../../support/session-closes.ts';
import { constant, dayOf, recordedBooks } from './recorded-books.ts';

const by = { actor: 'test' };

describe('portfolio/Report rules 4 and 6: recorded values beside recalculated ones', () => {
  let world: TestCore;
  let books: ReturnType<typeof recordedBooks>;
  const anew = sharedCore({ at: '2026-01-05T11:00:00.000Z' });
  beforeEach(async () => {
    world = await anew();
    books = recordedBooks(world);
  });

  it('books without a difference have none, and a book without transactions or records has nothing to compare', async () => {
    assert.deepEqual((await world.core.quality.read(world.owner)).recorded_values, {
      compared_days: 0,
      differing_days: 0,
      differences: 0,
      unknown_causes: 0,
    });
    await books.closes(constant);
    await books.buy('ALPHA', 0, 10);
    for (const session of [0, 1, 2]) await books.snapshot(session);
    assert.deepEqual(await books.list(), []);
    const { recorded_values, to_review } = await world.core.quality.read(world.owner);
    // The last of the three days is today.
    assert.equal(recorded_values?.compared_days, 2);
    const before = to_review;
    await books.buy('BETA', 1, 5);
    const after = await world.core.quality.read(world.owner);
    assert.deepEqual(
      [after.recorded_values?.differing_days, after.recorded_values?.unknown_causes, after.to_review],
      [1, 0, before],
    );
  });

  it('an older file that is imported on another day is named with its day; undone, the days agree again', async () => {
    await books.closes(constant);
    books.goTo(2);
    await books.buy('ALPHA', 2, 10);
    for (const session of [2, 3, 4]) await books.snapshot(session);
    books.goTo(5);
    // 30 units of the 5th: 4,000 instead of 1,000 on the three recorded days.
    const id = await books.importFile('old.csv', 0, 30);
    await books.snapshot(5);
    books.goTo(6);
    const [found, ...more] = await books.list();
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
    assert.equal(
      found?.message,
      `You imported old.csv on ${dayInWords(dayOf(5))}, after these values were recorded.`,
    );
    assert.deepEqual((await books.list('P')).length, 1);
    // Undone: the three days agree, and that of the snapshot with the file does not.
    const { imports } = world.core.portfolio;
    const { digest } = await imports.undoPreview(world.owner, id);
    await imports.undo(world.owner, id, { digest }, by);
    assert.deepEqual(await books.brief(), [['IMPORT_UNDONE', dayOf(5), dayOf(5), 1, 4000, 1000]]);
    assert.equal((await books.list())[0]?.file_name, 'old.csv');
  });

  it('a split that is applied late is the cause of the days since its ex-date', async () => {
    const close: Close = (symbol, session) => (symbol === 'ALPHA' && session >= 3 ? 50 : 100);
    await books.closes(close);
    await books.buy('ALPHA', 0, 10);
    for (const session of [1, 2, 3, 4]) await books.snapshot(session, close);
    books.goTo(5);
    const split = { portfolio: 'P', symbol: 'ALPHA', kind: 'SPLIT', ex_date: dayOf(3) } as const;
    await world.core.corporateActions.create(world.owner, { ...split, new_shares: 2, old_shares: 1 }, by);
    // 10 units at 50 were recorded; 20 units at 50 are right.
    assert.deepEqual(await books.brief(), [['ACTION_APPLIED', dayOf(3), dayOf(4), 2, 500, 1000]]);
    assert.equal(
      (await books.list())[0]?.message,
      `You applied the split of ALPHA (${dayInWords(dayOf(3))}) on ${dayInWords(dayOf(5))}, after these values were recorded.`,
    );
  });

  it('a corrected close is a difference of price: the units agree', async () => {
    const wrong: Close = (_, session) => (session === 2 ? 130 : 100);
    await books.closes(wrong);
    await books.buy('ALPHA', 0, 10);
    for (const session of [1, 2, 3]) await books.snapshot(session, wrong);
    assert.deepEqual(await books.brief(), []);
    await world.core.database.asSystem('a close is corrected', async (trx) => {
      await trx('portfolio.price_history')
        .where({ day: dayOf(2) })
        .update({ close: 101 });
    });
    // All people share closes, which count in reports within a minute.
    books.goTo(4);
    assert.deepEqual(await books.brief(), [['PRICE_OR_RATE', dayOf(2), dayOf(2), 1, 1300, 1010]]);
  });

  it('rows that were entered, corrected or deleted later are different causes', async () => {
    await books.closes(constant);
    const kept = await books.buy('ALPHA', 0, 10);
    const gone = await books.buy('BETA', 0, 5);
    await books.snapshot(1);
    books.goTo(2);
    await world.core.portfolio.transactions.update(world.owner, kept, { quantity: 12 }, by);
    assert.deepEqual(await books.brief(), [['CORRECTED', dayOf(1), dayOf(1), 1, 1500, 1700]]);
    await world.core.portfolio.transactions.update(world.owner, kept, { quantity: 10 }, by);
    assert.deepEqual(await books.brief(), []);
    await world.core.portfolio.transactions.remove(world.owner, gone, by);
    assert.deepEqual(await books.brief(), [['DELETED', dayOf(1), dayOf(1), 1, 1500, 1000]]);
    const inP = (await books.list('P')).map(({ cause, symbols }) => [cause, symbols]);
    assert.deepEqual(inP, [['DELETED', ['BETA']]]);
    await books.snapshot(2);
    books.goTo(3);
    // Restored: the first day agrees, and that of the snapshot without the row does not.
    await world.core.portfolio.transactions.restore(world.owner, gone, by);
    assert.deepEqual(await books.brief(), [['RESTORED', dayOf(2), dayOf(2), 1, 1000, 1500]]);
    await books.buy('BETA', 0, 7);
    assert.deepEqual(await books.brief(), [['ENTERED', dayOf(1), dayOf(2), 2, 1000, 2200]]);
  });

  it('a portfolio that was deleted with its transactions leaves a cause', async () => {
    await books.closes(constant);
    await books.buy('ALPHA', 0, 10);
    const other = { portfolio: 'Q', symbol: 'BETA', currency: 'INR', asset_class: 'Indian Equity' };
    await world.core.portfolio.transactions.create(
      world.owner,
      { ...other, type: 'BUY', quantity: 5, price: 100, date: dayOf(0) },
      by,
    );
    await books.snapshot(1);
    books.goTo(2);
    const all = await world.core.portfolio.portfolios.list(world.owner);
    const { id } = all.find(({ name }) => name === 'Q') ?? assert.fail('no portfolio');
    await world.core.portfolio.portfolios.remove(world.owner, id, by);
    assert.deepEqual(await books.brief(), [['DELETED', dayOf(1), dayOf(1), 1, 1500, 1000]]);
  });

  it('holdings by hand, which no transaction explains, are in both values', async () => {
    await books.closes(constant);
    await books.buy('ALPHA', 0, 10);
    const held = { portfolio: 'P', symbol: 'BETA', currency: 'INR', asset_class: 'Indian Equity' };
    await world.core.portfolio.holdings.create(world.owner, { ...held, quantity: 3, avg_buy_price: 90 }, by);
    for (const session of [0, 1]) await books.snapshot(session, (_, at) => 100 + at / 10);
    books.goTo(2);
    assert.deepEqual(await books.brief(), []);
    // Given away by hand: the records of the days before still count.
    const [beta] = await world.core.portfolio.holdings.ofSymbol(world.owner, 'BETA');
    await world.core.portfolio.holdings.update(world.owner, beta?.id ?? '', { quantity: 0 }, by);
    await books.snapshot(2, (_, at) => 100 + at / 10);
    books.goTo(3);
    assert.deepEqual(await books.brief(), []);
    assert.equal((await world.core.quality.read(world.owner)).recorded_values?.compared_days, 3);
  });

  it('books by hand alone are compared by price; a deleted holding is a change', async () => {
    await books.closes(constant);
    const held = { portfolio: 'P', symbol: 'BETA', currency: 'INR', asset_class: 'Indian Equity' };
    const { holdings } = world.core.portfolio;
    const { id } = await holdings.create(world.owner, { ...held, quantity: 3, avg_buy_price: 90 }, by);
    await holdings.create(world.owner, { ...held, symbol: 'ALPHA', quantity: 1, avg_buy_price: 90 }, by);
    // The second day was recorded at 130 instead of 100.
    for (const session of [0, 1, 2]) await books.snapshot(session, (_, at) => (at === 1 ? 130 : 100));
    books.goTo(3);
    assert.deepEqual(await books.brief(), [['PRICE_OR_RATE', dayOf(1), dayOf(1), 1, 520, 400]]);
    await holdings.remove(world.owner, id, by);
    assert.deepEqual(await books.brief(), [['CHANGED', dayOf(0), dayOf(2), 3, 520, 100]]);
  });

  it('other people’s differences are theirs', async () => {
    await books.closes(constant);
    await books.buy('ALPHA', 0, 10);
    await books.snapshot(1);
    books.goTo(2);
    await books.buy('BETA', 0, 5);
    assert.equal((await books.list()).length, 1);
    const { items } = await world.core.quality.recordedDifferences(world.stranger, {});
    assert.deepEqual(items, []);
  });

  it('a rename that is applied later is no difference', async () => {
    await books.closes(constant);
    await books.buy('ALPHA', 0, 10);
    for (const session of [1, 2]) await books.snapshot(session);
    books.goTo(3);
    const rename = { portfolio: 'P', symbol: 'ALPHA', kind: 'RENAME', ex_date: dayOf(2) } as const;
    await world.core.corporateActions.create(world.owner, { ...rename, into_symbol: 'DELTA' }, by);
    await books.snapshot(3);
    books.goTo(4);
    assert.deepEqual(await books.brief(), []);
    assert.equal((await world.core.quality.read(world.owner)).recorded_values?.compared_days, 3);
  });
});
