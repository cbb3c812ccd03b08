import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../../support/core.ts';
import { type SampleCell, workbookOf } from '../samples/sample.ts';
import { tradebookFile, tradebookRow } from '../../../../support/tradebook-rows.ts';

const by = { actor: 'test' };
const LISTED = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
SBIN,State Bank of India,EQ,01-MAR-1995,1,1,INE062A01020,1
TCS,Tata Consultancy Services Limited,EQ,25-AUG-2004,1,1,INE467B01029,1
HINDUNILVR,Hindustan Unilever Limited,EQ,06-JUL-1995,1,1,INE030A01027,1
ITC,ITC Limited,EQ,23-AUG-1995,1,1,INE154A01025,1
`;

const cellsOf = (text: string): SampleCell[] =>
  text.split('|').map((cell) => (cell === '' ? null : /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell));

/** One year's trades and the tax report that the broker makes of them, both imported. */
describe('a broker’s tax report beside the tax report of its trades', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2026-05-04T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
    const { instruments, history } = world.core;
    await instruments.importLists([{ name: 'EQUITY_L.csv', bytes: Buffer.from(LISTED) }], {});
    const { instrument } = (await instruments.resolve({ symbol: 'HINDUNILVR' })) as never as {
      instrument: { id: string };
    };
    await history.store([{ instrument_id: instrument.id, day: '2018-01-31', close: 1370.5 }], {
      source: 'FILE',
    });
  });

  const stage = async (file: Buffer) =>
    await world.core.portfolio.imports.stage(world.owner, Readable.from([file]));
  const importFile = async (file: Buffer) => {
    const { import_id } = await stage(file);
    await world.core.portfolio.imports.commit(world.owner, { import_id }, by);
  };
  const compared = async (file: Buffer) => {
    const { import_id } = await stage(file);
    const { realised } = await world.core.portfolio.imports.get(world.owner, import_id);
    assert.ok(realised);
    return realised.shares.map(({ symbol, agrees, profit, reasons }) => [
      symbol,
      agrees,
      profit.report,
      profit.own,
      reasons.map(({ code }) => code).join(),
    ]);
  };
  const taxOf = async (fy: string) => await world.core.reports.tax.read(world.owner, { fy });

  it('Zerodha: intraday, short-term and long-term profit, and the taxable profit of a share of before 2018', async () => {
    // SBIN: 15 sold at 806 on the day on which 10 were bought at 800, the sale first. 10 of the day: 8,060 - 8,000 = 60. The
    // other 5 are of January 2024: 5 × (806 - 600) = 1,030. NIFTYBEES: 100 × (271.50 - 270) = 150 within the day.
    // TCS: by the number of the trade, 2 at 3,400 leave first: 6,200 - 6,800 = -600; then 3 at 3,400.50:
    // 9,300 - 10,201.50 = -901.50. HINDUNILVR: 22,500 - 11,000 = 11,500; worth 13,705 on 31 January 2018, so 8,795.
    const isins = {
      HINDUNILVR: 'INE030A01027',
      SBIN: 'INE062A01020',
      TCS: 'INE467B01029',
      NIFTYBEES: 'INF204KB14I2',
    };
    const row = (symbol: keyof typeof isins, at: string, quantity: number, price: number, trade: number) => {
      const [date = '', time = ''] = at.split(' ');
      return tradebookRow(symbol, isins[symbol], date, quantity, price, { trade, time });
    };
    const file = tradebookFile(
      row('HINDUNILVR', '2017-06-01 10:00:00', 10, 1100, 11000001),
      row('SBIN', '2024-01-10 10:00:00', 20, 600, 12000001),
      row('TCS', '2025-05-05 10:15:02', 8, 3400.5, 13000103),
      row('TCS', '2025-05-05 10:15:02', 2, 3400, 13000101),
      row('NIFTYBEES', '2025-06-02 09:30:00', 100, 270, 14000001),
      row('NIFTYBEES', '2025-06-02 15:00:00', -100, 271.5, 14000900),
      row('SBIN', '2025-07-01 09:20:00', -15, 806, 15000001),
      row('SBIN', '2025-07-01 14:00:00', 10, 800, 15000777),
      row('HINDUNILVR', '2025-08-04 10:00:00', -10, 2250, 16000001),
      row('TCS', '2025-09-01 15:20:10', -5, 3100, 17000777),
    );
    await importFile(Buffer.from(file));
    const words = cellsOf(
      '|Symbol|ISIN|Entry Date|Exit Date|Quantity|Buy Value|Sell Value|Profit|Period of Holding|Fair Market Value|Taxable Profit|Turnover',
    );
    const report = workbookOf([
      {
        name: 'Tradewise Exits from 2025-04-01',
        rows: [
          [null, 'Client ID', 'AB1234'],
          [null, 'Tradewise Exits from 2025-04-01 to 2026-03-31'],
          [null, 'Equity - Intraday'],
          words,
          cellsOf('|NIFTYBEES|INF204KB14I2|2025-06-02|2025-06-02|100|27000|27150|150|0|0|150|150'),
          cellsOf('|SBIN|INE062A01020|2025-07-01|2025-07-01|10|8000|8060|60|0|0|60|60'),
          [null, 'Equity - Short Term'],
          words,
          cellsOf('|TCS|INE467B01029|2025-05-05|2025-09-01|2|6800|6200|-600|119|0|-600|600'),
          cellsOf('|TCS|INE467B01029|2025-05-05|2025-09-01|3|10201.5|9300|-901.5|119|0|-901.5|901.5'),
          [null, 'Equity - Long Term'],
          words,
          cellsOf(
            '|HINDUNILVR|INE030A01027|2017-06-01|2025-08-04|10|11000|22500|11500|2986|1370.5|8795|11500',
          ),
          cellsOf('|SBIN|INE062A01020|2024-01-10|2025-07-01|5|3000|4030|1030|538|0|1030|1030'),
        ],
      },
      {
        name: 'Equity and Non Equity',
        rows: [
          [null, 'P&L Statement for Equity from 2025-04-01 to 2026-03-31'],
          [null, 'Realized Profit Breakdown'],
          [null, 'Intraday/Speculative profit', 210],
          [null, 'Short Term profit', -1501.5],
          [null, 'Long Term profit', 12530],
        ],
      },
    ]);
    assert.deepEqual(await compared(report), [
      ['HINDUNILVR', true, '11500', '11500', ''],
      ['NIFTYBEES', true, '150', '150', ''],
      ['SBIN', true, '1090', '1090', ''],
      ['TCS', true, '-1501.5', '-1501.5', ''],
    ]);
    const tax = await taxOf('2025-26');
    assert.deepEqual([tax.intraday.gain, tax.short_term.gain, tax.long_term.gain], [210, -1501.5, 12530]);
    assert.deepEqual(
      [...tax.lots, ...tax.intraday_lots].map((lot) => [lot.symbol, lot.quantity, lot.held_days, lot.gain]),
      [
        ['SBIN', 5, 538, 1030],
        ['HINDUNILVR', 10, 2986, 11500],
        ['TCS', 2, 119, -600],
        ['TCS', 3, 119, -901.5],
        ['NIFTYBEES', 100, 0, 150],
        ['SBIN', 10, 0, 60],
      ],
    );
    const { rows } = await world.core.reports.tax.schedule112a(world.owner, { fy: '2025-26' });
    assert.deepEqual(
      rows.map(({ acquired, isin, fmv_per_unit, balance }) => [acquired, isin, fmv_per_unit, balance]),
      [
        ['AE', 'INE062A01020', null, 1030],
        ['BE', 'INE030A01027', 1370.5, 8795],
      ],
    );
  });

  it('Angel One: the report names shares by their ISIN and company, the trades by their symbol', async () => {
    const head =
      'Scrip/Contract|Buy/Sell|Buy Price|Sell Price|Quantity|Brokerage|GST|STT|Sebi Tax|Exchange Turnover Charges|Stamp Duty|Other Charges|IPFT Charges|Order Type|Segment|Exchange|Order ID|Trade ID|Date';
    const trade = (text: string, day: string): SampleCell[] => [...cellsOf(text), new Date(day)];
    await importFile(
      workbookOf([
        {
          name: 'TradesAndCharges',
          rows: [
            ['ClientCode', 'A111111'],
            ['StartDate', '2025-04-01'],
            ['EndDate', '2026-03-31'],
            ['TradeBook And Charges'],
            cellsOf(head),
            trade(
              'SBIN|Buy|800|0|10|2|0|0|0|0.5|1|0|0|Intraday|CAPITAL|NSE|250701000000001|5000011',
              '2025-07-01',
            ),
            trade(
              'SBIN|Sell|0|806|10|1|0|2|0|0.5|0|0|0|Intraday|CAPITAL|NSE|250701000000002|5000012',
              '2025-07-01',
            ),
            trade(
              'ITC|Buy|410|0|20|2|0|8.2|0|1|1|0|0|Delivery|CAPITAL|NSE|250803000000001|5000021',
              '2025-08-04',
            ),
            trade(
              'ITC|Sell|0|425|20|7|0|8.5|0|1|0|0|0|Delivery|CAPITAL|NSE|260217000000001|5000022',
              '2026-02-17',
            ),
          ],
        },
      ]),
    );
    const report = workbookOf([
      { name: 'Summary', rows: [['Angel One Limited, Tax P&L Report'], [], ['Client Code', 'A111111']] },
      {
        name: 'Equity+Bonds+SGB Trade Details',
        rows: [
          ['Equity+Bonds+SGB Trade Details'],
          ['Intraday (Speculation)'],
          cellsOf(
            'ISIN|Scrip Name|Qty|Transaction Date|Avg Buy Price|Buy Value|Avg Sell Price|Sell Value|Charges and Statutory|STT|Taxable P&L',
          ),
          cellsOf('INE062A01020|STATE BANK OF INDIA|10|01/07/2025|800|8000|806|8060|5|2|55'),
          ['Sub Total', null, 10],
          ['Delivery P&L'],
          cellsOf(
            'ISIN|Scrip Name|Qty|Buy Date|Sell Date|Avg Buy Price|Buy Value|Avg Sell Price|Sell Value|Cost Of Acquisition|Charges and Statutory|STT|Net Profit/Loss',
          ),
          cellsOf('INE154A01025|ITC LTD|20|04/08/2025|17/02/2026|410|8200|425|8500|8200|12|16.7|288'),
          ['Sub Total', null, 20],
        ],
      },
    ]);
    // Before charges: 8,060 - 8,000 and 8,500 - 8,200. Munim takes all charges off, the securities transaction tax among them:
    // 3.50 + 3.50 of SBIN, 12.20 + 16.50 of ITC.
    assert.deepEqual(await compared(report), [
      ['ITC', true, '300', '271.3', 'charges'],
      ['SBIN', true, '60', '53', 'charges'],
    ]);
    const tax = await taxOf('2025-26');
    assert.deepEqual([tax.intraday.gain, tax.short_term.gain, tax.long_term.lots], [53, 271.3, 0]);
  });
});
