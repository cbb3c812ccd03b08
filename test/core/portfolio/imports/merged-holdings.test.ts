import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

describe('holdings that a file has in several rows', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  it('portfolio/Import and ledger rules 1: what one of the rows tells is kept, whichever it is', async () => {
    const { imports, holdings } = fixture.core.portfolio;
    const file = [
      'Symbol,Name,Asset_Class,ISIN,Quantity,Avg_Buy_Price,Current_Price',
      'TCS,,Indian Equity,,10,100,',
      'TCS,Tata Consultancy,Indian Equity,INE467B01029,30,200,250',
    ].join('\n');
    const staged = await imports.stage(fixture.owner, Readable.from([Buffer.from(file)]), {});
    await imports.commit(fixture.owner, { import_id: staged.import_id }, by);
    const [held] = await holdings.all(fixture.owner);
    // 10 + 30; (10 × 100 + 30 × 200) ÷ 40
    assert.deepEqual(
      [held?.quantity, held?.avg_buy_price, held?.name, held?.isin, held?.current_price],
      [40, 175, 'Tata Consultancy', 'INE467B01029', 250],
    );
  });

  it('portfolio/Import and ledger rules 1: a file that tells another class, or less than before, changes that alone', async () => {
    const { imports, holdings } = fixture.core.portfolio;
    const load = async (...lines: string[]) => {
      const staged = await imports.stage(fixture.owner, Readable.from([Buffer.from(lines.join('\n'))]), {});
      return await imports.commit(fixture.owner, { import_id: staged.import_id }, by);
    };
    const header = 'Symbol,Name,Asset_Class,Quantity,Avg_Buy_Price,Current_Price,Sector,Maturity_Date';
    await load(
      header,
      'GOLDBEES,Gold,Indian Equity,10,100.0000000001,250,Metals,',
      'G2031,,Bond,5,99,,,2031-05-01',
    );
    const again = await load(header, 'GOLDBEES,,ETF,10,,,,', 'G2031,,Bond,5,99,,,2031-05-01');
    assert.deepEqual([again.imported, again.skipped], [1, 1]);
    const [bond, gold] = await holdings.all(fixture.owner);
    assert.deepEqual(
      [gold?.asset_class, gold?.name, gold?.sector, gold?.avg_buy_price, gold?.current_price],
      ['ETF', 'Gold', 'Metals', 100.0000000001, 250],
    );
    assert.deepEqual([bond?.maturity_date, bond?.current_price], ['2031-05-01', null]);
  });

  it('portfolio/csv commit: a file longer than any batch is written whole, and a second time changes nothing', async () => {
    const { imports, holdings } = fixture.core.portfolio;
    const file = [
      'Portfolio,Symbol,Asset_Class,Quantity,Avg_Buy_Price',
      // Two rows of each, far apart, in two portfolios.
      ...Array.from({ length: 2400 }, (_, at) => `P${at % 2},S${Math.floor(at / 2) % 600},ETF,1,10`),
    ].join('\n');
    const load = async (text: string) => {
      const staged = await imports.stage(fixture.owner, Readable.from([Buffer.from(text)]), {});
      return await imports.commit(fixture.owner, { import_id: staged.import_id }, by);
    };
    const first = await load(file);
    assert.deepEqual([first.imported, first.skipped, first.symbols], [2400, 0, 600]);
    const held = await holdings.all(fixture.owner);
    assert.deepEqual([held.length, new Set(held.map(({ quantity }) => quantity))], [1200, new Set([2])]);
    const second = await load(file);
    assert.deepEqual([second.imported, second.skipped], [0, 2400]);
    const doubled = await load(file.replaceAll(',1,10', ',2,10'));
    assert.deepEqual([doubled.imported, doubled.skipped], [2400, 0]);
    assert.deepEqual(
      new Set((await holdings.all(fixture.owner)).map(({ quantity }) => quantity)),
      new Set([4]),
    );
  });
});
