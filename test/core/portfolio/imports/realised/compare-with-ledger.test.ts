import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../../support/core.ts';
import { indianSample } from '../samples/india.ts';
import { bytesOf } from '../samples/sample.ts';

const by = { actor: 'test' };
const HEAD = 'Portfolio,Symbol,ISIN,Date,Type,Quantity,Price,Currency,Asset Class';

describe('realised gains of a broker’s report beside the ledger', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2025-05-02T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
  });

  const imports = () => world.core.portfolio.imports;
  const trades = async (...lines: string[]) => {
    const file = [HEAD, ...lines.map((line) => `${line},INR,Stock`), ''].join('\n');
    const { import_id } = await imports().stage(world.owner, Readable.from([Buffer.from(file)]));
    await imports().commit(world.owner, { import_id }, by);
  };
  const compared = async () => {
    const file = bytesOf(indianSample('taxpnl.xlsx'));
    const { import_id, valid_rows } = await imports().stage(world.owner, Readable.from([file]));
    assert.equal(valid_rows, 0);
    const { realised } = await imports().get(world.owner, import_id);
    return realised ?? assert.fail('nothing is compared');
  };
  /** INFY as the report has it: 10 at 1,410 and 2 at 1,420, all sold at 1,850. */
  const infy = (portfolio: string) => [
    `${portfolio},INFY,INE009A01021,2024-06-03,BUY,10,1410`,
    `${portfolio},INFY,INE009A01021,2024-06-04,BUY,2,1420`,
    `${portfolio},INFY,INE009A01021,2024-09-10,SELL,12,1850`,
  ];

  it('are told share by share, what agrees and why the others do not', async () => {
    await trades(
      ...infy('Zerodha'),
      'Zerodha,ASIANPAINT,INE021A01026,2024-12-02,SELL,5,2480',
      'Zerodha,TCS,INE467B01029,2024-05-06,BUY,1,4000',
      'Zerodha,TCS,INE467B01029,2024-05-07,SELL,1,4100',
      // After the report's last day.
      'Zerodha,ITC,INE154A01025,2025-04-01,BUY,1,400',
      'Zerodha,ITC,INE154A01025,2025-04-02,SELL,1,410',
    );
    const { portfolio, compared: shares, differing, shares: listed } = await compared();
    assert.deepEqual([portfolio, shares, differing], ['Zerodha', 5, 4]);
    const told = listed.map(({ symbol, agrees, profit, difference, reasons }) => [
      symbol,
      agrees,
      profit.report,
      profit.own,
      difference,
      reasons.map(({ code }) => code).join(),
    ]);
    assert.deepEqual(told, [
      ['ASIANPAINT', false, '6800', null, null, 'purchase_missing'],
      ['TCS', false, '0', '100', '100', 'sale_not_in_report'],
      ['UTI NIFTY 50 INDEX FUND - DIRECT PLAN', false, '202.47', '0', '-202.47', 'sale_missing'],
      ['WIPRO', false, '-75', '0', '75', 'sale_missing'],
      // 12 × 1,850 less 10 × 1,410 and 2 × 1,420 is 5,260; the report has 4,400 and 860.
      ['INFY', true, '5260', '5260', '0', ''],
    ]);
  });

  it('are those of the portfolio that is of this broker, else of the one that agrees best', async () => {
    await trades(...infy('Long term'), 'Other,INFY,INE009A01021,2024-09-10,SELL,1,1850');
    assert.equal((await compared()).portfolio, 'Long term');
    await trades('Zerodha,INFY,INE009A01021,2024-09-11,BUY,1,1850');
    assert.equal((await compared()).portfolio, 'Zerodha');
  });

  it('are missing where no portfolio has any of these shares, and the others of the same ledger are none of its business', async () => {
    await trades(
      'Main,TCS,INE467B01029,2024-05-06,BUY,1,4000',
      'Main,TCS,INE467B01029,2024-05-07,SELL,1,4100',
    );
    const { portfolio, compared: shares, differing } = await compared();
    assert.deepEqual([portfolio, shares, differing], [null, 4, 4]);
  });

  it('of another person are not seen', async () => {
    await trades(...infy('Zerodha'));
    const file = bytesOf(indianSample('taxpnl.xlsx'));
    const { realised } = await imports().stage(world.stranger, Readable.from([file]));
    assert.equal(realised?.portfolio, null);
  });
});
