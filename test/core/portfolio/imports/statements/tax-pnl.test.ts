import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { indianSample } from '../samples/india.ts';
import { bytesOf, workbookOf } from '../samples/sample.ts';
import { TRADEWISE } from '../samples/tax-pnl.ts';

const MATCHED =
  'A purchase and its sale, matched for the tax return. It is compared with your realised gains, not imported: the trades come from the tradebook.';
const NO_ENTRY = 'A title, total or footnote, not a row of data.';

const lotsOf = ({ realised }: Awaited<ReturnType<typeof collect>>) =>
  cellsOf(
    realised?.lots ?? [],
    'symbol',
    'isin',
    'bought_on',
    'sold_on',
    'quantity',
    'cost',
    'proceeds',
    'profit',
    'charges',
  );

describe('portfolio/import zerodha-tax-pnl', () => {
  const read = async () => await collect(bytesOf(indianSample('taxpnl-AB1234-2024_2025-Q1-Q4.xlsx')));

  it('writes no trade: its matched lots are what realised gains are compared with', async () => {
    const reading = await read();
    const { transactions, excluded, realised } = reading;
    assert.deepEqual(
      transactions.map(({ type }) => type),
      ['DIVIDEND', 'DIVIDEND'],
    );
    assert.deepEqual(
      excluded.slice(0, 6).map(({ reason }) => reason),
      [...Array.from({ length: 5 }, () => MATCHED), 'A derivative (FO). Derivatives are not imported.'],
    );
    assert.deepEqual([realised?.from, realised?.to], ['2024-04-01', '2025-03-31']);
    assert.deepEqual(lotsOf(reading), [
      // Charges: 20 + 0.74 + 0.02 + 1.87 + 1.87 + 0.35 + 2.86
      ['WIPRO', 'INE075A01022', '2024-05-02', '2024-05-02', '25', '11500', '11425', '-75', '27.71'],
      // 1.05 + 0.03 + 0.19 + 1.6 + 32.6
      ['INFY', 'INE009A01021', '2024-06-03', '2024-09-10', '10', '14100', '18500', '4400', '35.47'],
      ['INFY', 'INE009A01021', '2024-06-04', '2024-09-10', '2', '2840', '3700', '860', '7.12'],
      ['ASIANPAINT', 'INE021A01026', '2016-08-01', '2024-12-02', '5', '5600', '12400', '6800', '19.23'],
      [
        'UTI NIFTY 50 INDEX FUND - DIRECT PLAN',
        'INF789F01XA0',
        '2024-07-01',
        '2024-09-02',
        '20.5',
        '3282.53',
        '3485',
        '202.47',
        '0.19',
      ],
    ]);
  });

  it('brings its dividends just as the report of dividends does, so that both together write them once', async () => {
    const identity = ['symbol', 'date', 'type', 'quantity', 'price', 'currency', 'isin'] as const;
    const alone = await collect(bytesOf(indianSample('dividends-AB1234-2024_2025.xlsx')));
    assert.deepEqual(
      cellsOf((await read()).transactions, ...identity),
      cellsOf(alone.transactions, ...identity),
    );
  });

  it('compares its sums with the rows: dividends, and the three kinds of profit', async () => {
    const { totals, notes } = await read();
    assert.deepEqual(
      totals.map(({ what, stated, read: ours, agrees }) => [what, stated, ours, agrees]),
      [
        // 160 + 105.50
        ['Dividends', '265.5', '265.5', true],
        ['Intraday profit', '-75', '-75', true],
        // 4,400 + 860
        ['Short-term profit of shares', '5260', '5260', true],
        ['Long-term profit of shares', '6800', '6800', true],
      ],
    );
    // 15.93 − 5.93
    assert.deepEqual(notes, ['Other debits less credits come to 10.00 (Equity). They are not imported.']);
  });

  it('is read where nothing in it is imported: every row has its reason, and nothing waits', async () => {
    const { transactions, issues, excluded, realised } = await collect(bytesOf(indianSample('taxpnl.xlsx')));
    assert.deepEqual(
      [transactions.length, issues.length, excluded.length, realised?.lots.length],
      [0, 0, 6, 5],
    );
  });

  it('says that a lot could not be read, and that a profit contradicts its own values', async () => {
    const rows = TRADEWISE.map((row) =>
      row[1] === 'ASIANPAINT'
        ? row.map((cell) => (cell === '2016-08-01' ? 'before 2018' : cell))
        : row[1] === 'WIPRO'
          ? row.map((cell) => (cell === -75 ? 75 : cell))
          : row,
    );
    const { realised, excluded, notes } = await collect(
      workbookOf([{ name: 'Tradewise Exits from 2024-04-01', rows }]),
    );
    assert.equal(realised?.lots.length, 4);
    assert.match(
      excluded[3]?.reason ?? '',
      /^A purchase and its sale whose days or amounts could not be read\./,
    );
    assert.deepEqual(notes, [
      'One row of the matched sales could not be read, so the comparison is not complete.',
      'The profit of one lot is not its sell value less its buy value, first WIPRO sold on 2 May 2024.',
    ]);
  });

  it('takes the newer headings of sections, and a sheet of dividends by another name', async () => {
    const rows = TRADEWISE.map((row) =>
      row.map((cell) => (cell === 'Equity - Buyback' ? 'Non Equity Short Term' : cell)),
    );
    const { content } = indianSample('dividends-AB1234-2024_2025.xlsx');
    assert.ok(typeof content !== 'string');
    const sheets = [
      { name: 'Tradewise Exits from 2024-04-01', rows },
      { name: 'Dividends & Interest', rows: content.sheets[0]?.rows ?? [] },
    ];
    const { transactions, realised } = await collect(workbookOf(sheets));
    assert.deepEqual([transactions.length, realised?.lots.length], [2, 5]);
  });
});

describe('portfolio/import angel-one-tax-pnl', () => {
  const read = async () => await collect(bytesOf(indianSample('TaxPnL_A111111_2024-2025.xlsx')));

  it('brings the dividends and the matched lots; what was bought and sold in a day has that day', async () => {
    const reading = await read();
    assert.deepEqual(cellsOf(reading.transactions, 'symbol', 'isin', 'date', 'type', 'quantity', 'price'), [
      ['INFOSYS LTD', 'INE009A01021', '2024-07-01', 'DIVIDEND', '8', '28'],
      ['ITC LTD', 'INE154A01025', '2025-02-04', 'DIVIDEND', '12', '6.5'],
    ]);
    assert.deepEqual(lotsOf(reading), [
      // Its own figure, −156, is after charges (6) and before the tax (3): the profit is 13,650 − 13,800.
      ['WIPRO LTD', 'INE075A01022', '2024-05-02', '2024-05-02', '30', '13800', '13650', '-150', '9'],
      ['INFOSYS LTD', 'INE009A01021', '2024-06-05', '2024-09-11', '8', '11360', '14800', '3440', '46.7'],
    ]);
    assert.deepEqual(
      reading.totals.map(({ stated, read: ours, agrees }) => [stated, ours, agrees]),
      [['302', '302', true]],
    );
    assert.deepEqual(reading.notes, ['Charges of 23.60 that belong to no trade are not imported.']);
  });

  it('leaves out totals, and what is still held, each with its reason', async () => {
    const { excluded } = await read();
    assert.deepEqual(
      excluded.map(({ reason }) => reason),
      [
        MATCHED,
        NO_ENTRY,
        MATCHED,
        NO_ENTRY,
        NO_ENTRY,
        'Not a purchase and its sale, but a row of the table "Open Holdings". It is not imported.',
      ],
    );
  });
});

describe('portfolio/import realised-gains', () => {
  it('of any broker pass for no holdings: shares that were sold are held no more', async () => {
    const reading = await collect(bytesOf(indianSample('Capital_Gains_Report.csv')));
    assert.deepEqual(
      [reading.type, reading.holdings.length, reading.transactions.length],
      ['transactions', 0, 0],
    );
    assert.deepEqual(lotsOf(reading), [
      // 4 × 1,410 and 4 × 1,750
      ['INFOSYS LTD', 'INE009A01021', '2024-05-13', '2024-08-05', '4', '5640', '7000', '1360', '0'],
      ['WIPRO LTD', 'INE075A01022', '2024-05-02', '2024-05-06', '10', '4600', '4550', '-50', '0'],
    ]);
    assert.deepEqual(
      reading.excluded.map(({ row, reason }) => [row, reason]),
      [
        [4, MATCHED],
        [5, MATCHED],
        [6, NO_ENTRY],
      ],
    );
    assert.deepEqual(reading.realised?.from, '2024-05-06');
  });

  it('do not guess whether days or months come first', async () => {
    const head = 'Symbol,Quantity,Buy date,Buy value,Sell date,Sell value\n';
    assert.deepEqual((await collect(`${head}XYZ,1,02/03/2024,10,03/04/2024,12\n`)).realised?.lots, []);
    assert.match(
      (await collect(`${head}XYZ,1,02/03/2024,10,03/04/2024,12\n`)).notes.join(' '),
      /One row of the matched sales could not be read/,
    );
    assert.deepEqual(
      (await collect(`${head}XYZ,1,02/03/2024,10,03/14/2024,12\n`)).realised?.lots[0]?.bought_on,
      '2024-02-03',
    );
    assert.deepEqual(
      (await collect(`${head}XYZ,1,02/03/2024,10,14/03/2024,12\n`)).realised?.lots[0]?.bought_on,
      '2024-03-02',
    );
  });

  it('with rows that were not sold are a diary: these are held, the others are not', async () => {
    const text =
      'Symbol,Quantity,Buy date,Buy price,Sell date,Sell price,LTP\n' +
      'ITC,5,2024-05-02,430,,,450\nWIPRO,10,2024-05-02,460,2024-06-03,455,\nSBIN,2,2024-05-03,800,-,0,810\n';
    const reading = await collect(text, { defaultAssetClass: 'Indian Equity', defaultCurrency: 'INR' });
    assert.deepEqual(cellsOf(reading.holdings, 'symbol', 'quantity', 'avg_buy_price', 'current_price'), [
      ['ITC', '5', '430', '450'],
      ['SBIN', '2', '800', '810'],
    ]);
    assert.deepEqual(reading.excluded, [{ row: 3, reason: MATCHED }]);
    assert.deepEqual(
      reading.realised?.lots.map(({ symbol, profit }) => [symbol, profit]),
      [['WIPRO', '-50']],
    );
  });
});
