import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { TRACKERS } from '../samples/trackers.ts';

const [GHOSTFOLIO, GHOSTFOLIO_OLD, WEALTHFOLIO, WEALTHFOLIO_JSON, TABLE, OLD_TABLE, PP, PP_DE] = TRACKERS.map(
  ({ content }) => content as string,
) as [string, string, string, string, string, string, string, string];
const FACTS = ['row', 'symbol', 'date', 'type', 'quantity', 'price', 'fee_tax', 'currency'] as const;
const reasons = ({ excluded }: { excluded: { row: number; reason: string }[] }) =>
  excluded.map(({ row, reason }) => [row, reason.split(/\.| is a cash/)[0]]);

describe('portfolio/import Ghostfolio', () => {
  it('reads activities into a portfolio of each account: pence, local midnights, Indian symbols, own assets', async () => {
    const read = await collect(GHOSTFOLIO);
    assert.deepEqual([read.detected_format, read.issues], ['ghostfolio', []]);
    assert.deepEqual(cellsOf(read.transactions, ...FACTS, 'portfolio', 'asset_class'), [
      [1, 'NVDA', '2022-02-01', 'BUY', '12', '41.25', '3.5', 'USD', 'Long term', null],
      [2, 'NVDA', '2023-02-01', 'SELL', '5', '60', '2.5', 'USD', 'Long term', null],
      [3, 'NVDA', '2023-03-15', 'DIVIDEND', '7', '0.04', '0', 'USD', 'Long term', null],
      // 18:30 UTC on the 9th is midnight in India
      [4, 'TCS', '2023-04-10', 'BUY', '3', '3200', '12', 'INR', 'Long term', 'Indian Equity'],
      // 3,050 pence, 500 pence of fees
      [5, 'DGE.L', '2023-05-02', 'BUY', '10', '30.5', '5', 'GBP', 'Play', null],
      [6, 'IWDA.AS', '2023-05-03', 'BUY', '1.5', '80', '0', 'EUR', 'Long term', 'ETF'],
      [7, 'FAMILY FARM', '2023-05-04', 'BUY', '1', '9000', '0', 'USD', 'Long term', null],
    ]);
    assert.deepEqual(reasons(read), [
      [8, 'A cryptocurrency'],
      [9, '"INTEREST"'],
      [10, '"FEE"'],
      [11, 'A draft: it is dated after the export and has no price'],
    ]);
    assert.equal(read.transactions[0]?.note, 'First');
    assert.match(read.notes[0] ?? '', /midnight in India/);
    assert.equal((await collect(GHOSTFOLIO_OLD)).transactions.length, 2);
  });

  it('survives what is broken: cut, nested without end, keys of prototypes, other kinds of values', async () => {
    for (let at = 400; at < GHOSTFOLIO.length - 2; at += 601)
      await assert.rejects(collect(GHOSTFOLIO.slice(0, at)), { name: 'ImportRefusal' });
    const nested = GHOSTFOLIO_OLD.replace('"tags":[]', `"tags":${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const deep = await collect(nested, {}, 65_536).catch((error: { code?: string }) => error.code);
    assert.ok(typeof deep === 'object' ? deep.transactions.length === 2 : deep === 'STATEMENT_REFUSED');
    const odd = GHOSTFOLIO_OLD.replace(
      '"symbol":"NVDA"',
      '"__proto__":{"symbol":"EVIL"},"constructor":"x","symbol":{"a":1}',
    );
    const read = await collect(odd);
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [[1, 'symbol']],
    );
    const items = await collect(GHOSTFOLIO_OLD.replace('"activities":[', '"activities":[7,null,'));
    assert.deepEqual([...new Set(items.issues.map(({ row }) => row))], [1, 2]);
    await assert.rejects(
      collect(GHOSTFOLIO_OLD.replace('"activities":[', '"activities":{"a":[').replace(/\]\}$/, ']}}')),
      {
        name: 'ImportRefusal',
      },
    );
    const spaced = GHOSTFOLIO_OLD.replace('"NVDA"', `"${' '.repeat(1_000_000)}NVDA"`);
    assert.equal((await collect(spaced, {}, 65_536)).transactions[0]?.symbol, 'NVDA');
  });
});

describe('portfolio/import Wealthfolio', () => {
  for (const [name, text] of Object.entries({ CSV: WEALTHFOLIO, JSON: WEALTHFOLIO_JSON })) {
    it(`reads the ${name} export: reinvested dividends, splits, transfers with and without a cost`, async () => {
      const read = await collect(text);
      assert.deepEqual([read.detected_format, read.issues, read.differing], ['wealthfolio', [], []]);
      assert.deepEqual(cellsOf(read.transactions, ...FACTS.slice(1)), [
        ['NVDA', '2023-01-10', 'BUY', '6', '50.5', '1.25', 'USD'],
        ['NVDA', '2023-03-10', 'DIVIDEND', '0', '6', '0', 'USD'],
        ['NVDA', '2023-03-10', 'BUY', '0.1', '60', '0', 'USD'],
        ['NVDA', '2023-05-10', 'SPLIT', '4', '0', '0', 'USD'],
        ['NVDA', '2023-06-10', 'SELL', '2', '20', '1', 'USD'],
        ['TCS', '2023-06-12', 'TRANSFER_IN', '9', '0', '0', 'INR'],
        ['VT', '2023-06-13', 'BUY', '4', '25', '0', 'USD'],
      ]);
      assert.equal(read.transactions[0]?.note, 'Said "now"\nor never');
      assert.deepEqual(
        read.transactions.map(({ execution_id }) => execution_id?.replace('WEALTHFOLIO:', '') ?? null),
        ['w-2', 'w-3', 'w-3:B', null, 'w-5', null, 'w-8'],
      );
      assert.deepEqual(
        reasons(read).map(([, reason]) => reason),
        ['"DEPOSIT"', 'The status is "DRAFT"', '"TRANSFER_OUT" took 1 unit out of the account'],
      );
      assert.ok(read.transactions.every(({ portfolio }) => portfolio === 'Depot'));
    });
  }

  it('reads the table that it imports, in both shapes', async () => {
    const read = await collect(TABLE);
    assert.deepEqual([read.detected_format, read.issues], ['wealthfolio-table', []]);
    assert.deepEqual(cellsOf(read.transactions, ...FACTS), [
      [2, 'NVDA', '2023-02-01', 'BUY', '8', '30', '1.5', 'USD'],
      [3, 'NVDA', '2023-03-01', 'DIVIDEND', '0', '0.4', '0', 'USD'],
      [5, 'NVDA', '2023-05-01', 'SELL', '3', '35', '1.5', 'USD'],
    ]);
    const old = await collect(OLD_TABLE);
    assert.deepEqual(cellsOf(old.transactions, 'type', 'quantity', 'price'), [
      ['BUY', '8', '30'],
      ['SPLIT', '10', '0'],
    ]);
  });

  it('makes an amount wait that contradicts the price, and a split without a ratio', async () => {
    const read = await collect(TABLE.replace('105.00', '150.00').replace('0.40', '4.00'));
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [
        [3, 'price'],
        [5, 'price'],
      ],
    );
    const split = await collect(WEALTHFOLIO.replace('"4","0"', '"","0"'));
    assert.ok(split.issues.some(({ field }) => field === 'quantity'));
  });

  it('survives what is broken: cut in a cell, a quote without end, a megabyte of spaces', async () => {
    for (let at = 300; at < WEALTHFOLIO.length; at += 211) {
      const read = await collect(WEALTHFOLIO.slice(0, at)).catch((error: { name: string }) => error.name);
      assert.ok(typeof read === 'object' ? read.detected_format === 'wealthfolio' : read === 'ImportRefusal');
    }
    const spaced = WEALTHFOLIO.replace('"50.5"', `"${' '.repeat(1_000_000)}50.5"`);
    assert.equal((await collect(spaced, {}, 65_536)).transactions[0]?.price, '50.5');
    const items = await collect(
      WEALTHFOLIO_JSON.replace('},{', '},null,{"__proto__":{"activityType":"BUY"}},{'),
    );
    assert.equal(items.transactions.length, 7);
  });
});

describe('portfolio/import Portfolio Performance', () => {
  it('works prices out from what moved and the charges in it, in the currency of the account', async () => {
    const read = await collect(PP);
    assert.deepEqual([read.detected_format, read.differing], ['portfolio-performance', []]);
    assert.deepEqual(cellsOf(read.transactions, ...FACTS, 'portfolio'), [
      // 1,205.00 − 4.00 − 1.00 = 1,200.00 for 12
      [3, 'MSFT', '2023-01-10', 'BUY', '12', '100', '5', 'EUR', 'Depot A'],
      [4, 'SAP.DE', '2023-02-01', 'BUY', '8', '50', '0', 'EUR', 'Depot A'],
      // 2.10 + 0.70 = 2.80 on 12
      [5, 'MSFT', '2023-04-03', 'DIVIDEND', '12', '0.2333333333', '0.7', 'EUR', 'Depot A'],
      // 333.00 + 5.00 + 2.00 = 340.00 for 3
      [6, 'MSFT', '2023-05-04', 'SELL', '3', '113.3333333333', '7', 'EUR', 'Depot A'],
    ]);
    assert.deepEqual(reasons(read), [
      [2, '"Deposit"'],
      [8, '"Taxes"'],
    ]);
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [[7, 'type']],
    );
  });

  it('reads German words and numbers alike', async () => {
    const read = await collect(PP_DE);
    assert.deepEqual([read.detected_format, read.issues], ['portfolio-performance', []]);
    assert.deepEqual(cellsOf(read.transactions, ...FACTS), [
      [3, 'MSFT', '2023-01-10', 'BUY', '12', '100', '5', 'EUR'],
      [4, 'MSFT', '2023-04-03', 'DIVIDEND', '12', '0.2333333333', '0.7', 'EUR'],
      [5, 'MSFT', '2023-05-04', 'SELL', '1.5', '226.6666666667', '7', 'EUR'],
    ]);
    const latin = await collect(Buffer.from(PP_DE, 'latin1'));
    assert.deepEqual(latin.transactions, read.transactions);
  });

  it('makes a trade wait whose amounts contradict each other, and asks what an unknown word means', async () => {
    const read = await collect(
      PP.replace('"1,205.00"', '"1,502.00"').replace('400.00,EUR,400.00', '400.00,EUR,444.00'),
    );
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [
        [3, 'price'],
        [4, 'price'],
        [7, 'type'],
      ],
    );
    const word = await collect(PP_DE.replace(';Kauf;', ';Achat;'));
    assert.ok(word.issues.some(({ row, field }) => row === 3 && field === 'type'));
  });
});
