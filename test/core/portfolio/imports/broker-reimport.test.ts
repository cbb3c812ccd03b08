import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { tradebookFile, tradebookRow } from '../../../support/tradebook-rows.ts';

const by = { actor: 'test' };

/** Each file has one trade twice: its quantity is what two of them come to. */
const FILES: Record<string, { portfolio: string; quantity: number; text: string }> = {
  'Groww stocks': {
    portfolio: 'Groww',
    quantity: 6,
    text:
      'Name,A. Person\n\nStock name,Symbol,ISIN,Type,Quantity,Value,Exchange,Exchange Order Id,Execution date and time,Order status\n' +
      'SBI,SBIN,INE062A01020,BUY,3,2500,NSE,1.1E+15,05-04-2024 09:38 AM,Executed\n' +
      'SBI,SBIN,INE062A01020,BUY,3,2500,NSE,1.1E+15,05-04-2024 09:38 AM,Executed\n',
  },
  'Groww funds': {
    portfolio: 'Groww',
    quantity: 1224.69,
    text:
      'Scheme Name,Transaction Type,Units,NAV,Amount,Date\n' +
      'Some Fund Direct Growth,PURCHASE,612.345,81.65,"49,997",08 Jul 2026\n' +
      'Some Fund Direct Growth,PURCHASE,612.345,81.65,"49,997",08 Jul 2026\n',
  },
  'ICICI Direct': {
    portfolio: 'ICICI Direct',
    quantity: 20,
    text:
      'Stock Symbol,Company Name,ISIN Code,Action,Quantity,Transaction Price,Brokerage,Transaction Charges,StampDuty,Segment,' +
      'STT Paid/Not Paid,Remarks,Transaction Date,Exchange,\n' +
      'INFTEC,INFOSYS,INE009A01021,Buy,10,1400.50,120.86,0.40,2.10,Rolling,STT Paid,icicidirect,11-Jul-2017,BSE,\n' +
      'INFTEC,INFOSYS,INE009A01021,Buy,10,1400.50,120.86,0.40,2.10,Rolling,STT Paid,icicidirect,11-Jul-2017,BSE,\n',
  },
  FYERS: {
    portfolio: 'FYERS',
    quantity: 4,
    text:
      'Symbol name,Symbol code,Date & time,Side,Product type,Qty,Traded price,Total value,Segment,Exchange order ID,OMS order ID\n' +
      'INFY,INFY-EQ,"02 Jul 2026, 10:00:00 AM",BUY,CNC,2,1500,3000,Capital Market,2.2E+15,2.60702E+12\n' +
      'INFY,INFY-EQ,"02 Jul 2026, 10:00:00 AM",BUY,CNC,2,1500,3000,Capital Market,2.2E+15,2.60702E+12\n',
  },
  'Upstox with numbers cut short': {
    portfolio: 'Upstox',
    quantity: 20,
    text:
      'Date,Company,Amount,Exchange,Segment,Scrip Code,Instrument Type,Strike Price,Expiry,Trade Num,Trade Time,Side,Quantity,Price\n' +
      '45292,INFOSYS LIMITED,15000,NSE,EQ,1594,,,,2.40116E+13,10:12:33,Buy,10,1500\n' +
      '45292,INFOSYS LIMITED,15000,NSE,EQ,1594,,,,2.40116E+13,10:12:33,Buy,10,1500\n',
  },
  'Zerodha tradebook that went through a spreadsheet': {
    portfolio: 'Zerodha',
    quantity: 10,
    text:
      'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time\n' +
      'SBIN,INE062A01020,13-01-2021,NSE,EQ,EQ,buy,FALSE,5,275,4.0E+07,1.11576E+15,13-01-2021 09:18\n' +
      'SBIN,INE062A01020,13-01-2021,NSE,EQ,EQ,buy,FALSE,5,275,4.0E+07,1.11576E+15,13-01-2021 09:18\n',
  },
  'Zerodha dividends': {
    portfolio: 'Zerodha',
    quantity: 20,
    text:
      'Symbol,ISIN,Ex-date,Quantity,Dividend Per Share,Net Dividend Amount\n' +
      'INFY#,INE009A01021,2024-05-31,10,20,200\nINFY,INE009A01021,2024-05-31,10,20,200\n',
  },
};

describe('imports of broker files', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-07-31T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const importFile = async (text: string) => {
    const { imports } = fixture.core.portfolio;
    const { import_id } = await imports.stage(fixture.owner, Readable.from([Buffer.from(text)]));
    return await imports.commit(fixture.owner, { import_id }, by);
  };
  const quantities = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { page_size: 200 })).items.map((row) => [
      row.portfolio,
      row.quantity,
    ]);

  for (const [name, { portfolio, quantity, text }] of Object.entries(FILES)) {
    it(`portfolio/Import and ledger rules 3: ${name}: two fills alike in all are both counted, and a second import changes nothing`, async () => {
      const first = await importFile(text);
      assert.deepEqual([first.imported, first.skipped], [2, 0]);
      const recorded = await quantities();
      assert.deepEqual(recorded, [[portfolio, quantity]]);

      const again = await importFile(text);
      assert.deepEqual([again.imported, again.skipped, again.skipped_reasons.already_recorded], [0, 2, 2]);
      assert.deepEqual(await quantities(), recorded);
    });
  }

  describe('portfolio/Import and ledger rules 5: the ISIN tells what a file calls by a name of its own', () => {
    const ICICI = FILES['ICICI Direct']?.text ?? '';
    const list = async (isin: string, symbol: string) =>
      await fixture.core.database.asSystem('list an instrument', async (trx) => {
        await trx('market.instruments').insert({
          exchange: 'NSE',
          symbol,
          isin,
          asset_class: 'Indian Equity',
        });
      });
    const holdings = async () =>
      (await fixture.core.portfolio.holdings.all(fixture.owner)).map((one) => [one.symbol, one.quantity]);

    it('takes the ticker the registry has for it', async () => {
      await list('INE009A01021', 'INFY');
      await importFile(ICICI);
      assert.deepEqual(await holdings(), [['INFY', 20]]);
      assert.equal((await importFile(ICICI)).imported, 0);
    });

    it('keeps the symbol of its first trade: a registry filled afterwards makes no second one', async () => {
      await importFile(ICICI);
      await list('INE009A01021', 'INFY');
      assert.equal((await importFile(ICICI)).imported, 0);
      assert.deepEqual(await holdings(), [['INFTEC', 20]]);
    });

    it('puts a fund that changed its name into one position', async () => {
      const row = (name: string, date: string, units: number, trade: number) =>
        tradebookRow(name, 'INF879O01027', date, units, 50, {
          trade,
          exchange: 'BSE',
          segment: 'MF',
          series: '',
        });
      const file = tradebookFile(
        row('PARAG PARIKH LONG TERM EQUITY FUND', '2020-01-06', 10, 1),
        row('PARAG PARIKH FLEXI CAP FUND', '2021-06-07', 10, 2),
        row('PARAG PARIKH FLEXI CAP FUND', '2022-06-07', -10, 3),
      );
      await importFile(file);
      assert.deepEqual(await holdings(), [['PARAG PARIKH LONG TERM EQUITY FUND', 10]]);
      assert.equal((await importFile(file)).imported, 0);
    });

    it('meets the orders of the same broker in one holding, where the statement has names only', async () => {
      await importFile(FILES['Groww stocks']?.text ?? '');
      await importFile(
        'Stock Name,ISIN,Quantity,Average buy price,Buy value,Closing price,Closing value,Unrealised P&L\n' +
          'STATE BANK OF INDIA,INE062A01020,6,833.33,5000,900,5400,400\n',
      );
      assert.deepEqual(await holdings(), [['SBIN', 6]]);
    });
  });
});
