import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { testCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

describe('holdings that a file has in several rows', () => {
  let fixture: TestCore;
  beforeEach(async () => {
    fixture = await testCore();
  });
  afterEach(async () => await fixture.close());

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
});
