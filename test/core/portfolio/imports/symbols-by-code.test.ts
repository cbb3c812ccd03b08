import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };
const HEAD =
  'Date,Company,Amount,Exchange,Segment,Scrip Code,Instrument Type,Strike Price,Expiry,Trade Num,Trade Time,Side,Quantity,Price';
const row = (day: string, company: string, code: string, number: string, side: string, quantity: number) =>
  `${day},${company},${quantity * 100},NSE,EQ,${code},Equity,0,,${number},${number === '' ? '' : '10:15:00'},${side},${quantity},100`;
/** A company that changed its name, another one, and shares that were allotted: without a number of their trade. */
const RENAMED = row('03-02-2025', 'Riverbank Foods Limited', '590101', '11', 'Buy', 10);
const BEFORE = row('05-02-2024', 'RIVER FOODS LTD', '590101', '12', 'Buy', 4);
const OTHER = row('06-02-2024', 'HILLTOP MILLS LTD', '590102', '13', 'Buy', 7);
const ALLOTTED = row('07-02-2024', 'HILLTOP MILLS LTD', '590102', '', 'Buy', 5);

describe('portfolio/import Upstox: shares by the code of BSE', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
  });

  const importFile = async (...lines: string[]) => {
    const { imports } = world.core.portfolio;
    const file = Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);
    const { import_id, detected_format } = await imports.stage(world.owner, file);
    const { imported } = await imports.commit(world.owner, { import_id }, by);
    return { imported, detected_format };
  };
  const held = async () =>
    (await world.core.portfolio.holdings.all(world.owner))
      .map(({ symbol, isin, quantity }) => `${symbol} ${isin ?? '-'} ${quantity}`)
      .toSorted();
  /** What a list of NSE would say. */
  const list = async (symbol: string, name: string, isin: string) =>
    await world.core.database.asSystem('instruments for a test', async (trx) => {
      await trx('market.instruments').insert({
        exchange: 'NSE',
        symbol,
        name,
        isin,
        asset_class: 'Indian Equity',
        series: 'EQ',
      });
    });

  it('a company that changed its name is one share, by the first name of the file', async () => {
    const { imported, detected_format } = await importFile(HEAD, RENAMED, OTHER, BEFORE);
    assert.deepEqual([imported, detected_format], [3, 'upstox-trades']);
    assert.deepEqual(await held(), ['HILLTOP MILLS LTD - 7', 'RIVERBANK FOODS LIMITED - 14']);
  });

  it('a later file with the older name goes to the same share', async () => {
    await importFile(HEAD, RENAMED);
    await importFile(HEAD, BEFORE);
    assert.deepEqual(await held(), ['RIVERBANK FOODS LIMITED - 14']);
  });

  it('a company that the registry knows gets its ticker and ISIN, under either of its names', async () => {
    await list('RIVERBANK', 'Riverbank Foods Limited', 'INE0RB101012');
    await importFile(HEAD, BEFORE, RENAMED, OTHER);
    assert.deepEqual(await held(), ['HILLTOP MILLS LTD - 7', 'RIVERBANK INE0RB101012 14']);
    const { items } = await world.core.portfolio.transactions.list(world.owner, { symbol: 'RIVERBANK' });
    assert.equal(items.length, 2);
    assert.ok(items.every(({ security_id }) => security_id === '590101'));
  });

  it('what is recorded stays one when the registry learns of the company only later', async () => {
    const first = await importFile(HEAD, RENAMED, BEFORE, OTHER, ALLOTTED);
    assert.equal(first.imported, 4);
    const before = await held();
    await list('HILLTOP', 'Hilltop Mills Limited', 'INE0HM101019');
    await list('RIVERBANK', 'Riverbank Foods Limited', 'INE0RB101012');
    assert.equal((await importFile(HEAD, RENAMED, BEFORE, OTHER, ALLOTTED)).imported, 0);
    assert.deepEqual(await held(), before);
  });

  it('names of two companies under one code prove neither', async () => {
    await list('RIVERBANK', 'Riverbank Foods Limited', 'INE0RB101012');
    await list('HILLTOP', 'Hilltop Mills Limited', 'INE0HM101019');
    await importFile(HEAD, RENAMED, row('08-02-2024', 'HILLTOP MILLS LTD', '590101', '14', 'Buy', 1));
    assert.deepEqual(await held(), ['RIVERBANK FOODS LIMITED - 11']);
  });
});
