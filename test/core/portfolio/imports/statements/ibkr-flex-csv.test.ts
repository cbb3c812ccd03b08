import assert from 'node:assert/strict';
import {
  flexAction,
  type FlexAttributes,
  flexCash,
  flexReport,
  flexTax,
  flexTrade,
} from '../../../../support/flex-statement.ts';
import { cellsOf, collect } from '../collect.ts';
import { FLEX_SECTIONS, FLEX_TRADES, IBKR_FLEX_SAMPLES } from '../samples/ibkr-flex-csv.ts';
import { reasonsOf, shortRows } from './short-rows.ts';

/** The columns of CSV that go by another name than the attribute of XML. */
const HEADS: Readonly<Record<string, string>> = {
  accountId: 'ClientAccountID',
  currency: 'CurrencyPrimary',
  assetCategory: 'AssetClass',
};
/** The rows as the query would write them in CSV. */
function csvOf(rows: readonly FlexAttributes[]): string {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: readonly unknown[]) => cells.map((cell) => `"${String(cell)}"`).join(',');
  return [
    line(names.map((name) => HEADS[name] ?? name.replace(/^./, (letter) => letter.toUpperCase()))),
    ...rows.map((row) => line(names.map((name) => row[name] ?? ''))),
  ].join('\n');
}

describe('portfolio/import Interactive Brokers: Flex query in CSV', () => {
  it('of all levels of detail executions count; money, commissions and fills taken back are read', async () => {
    const read = await collect(FLEX_TRADES);
    assert.equal(read.detected_format, 'ibkr-flex-csv');
    assert.deepEqual(read.issues, []);
    // 30 + 20 − 10 = 40 of ORCH, not twice or three times as many.
    assert.deepEqual(shortRows(read), [
      '2024-05-06 BUY ORCH 30 12.5 0.35 USD',
      '2024-05-06 BUY ORCH 20 12.52 0.25 USD',
      // 0.35 and 0.05 of tax
      '2024-09-10 SELL ORCH 10 14 0.4 USD',
      // 3.10 dollars are no euros.
      '2024-09-11 BUY ALM 4 600 0 EUR',
      '2024-09-12 BUY ORCH -5 13 -0.35 USD',
    ]);
    assert.deepEqual(cellsOf(read.transactions, 'execution_id', 'executed_at', 'security_id')[0], [
      'IBKR:TRADE:700001',
      '10:00:01',
      '91800001',
    ]);
    assert.equal(
      read.transactions[3]?.note,
      'Excludes a commission of 3.1 USD, because the trade is in EUR.',
    );
    assert.deepEqual([read.compared, read.differing], [5, []]);
    assert.deepEqual(reasonsOf(read), [
      '4 A row of level ORDER; the executions count instead.',
      '5 A row of level SYMBOL_SUMMARY; the executions count instead.',
      '7 A row of level CLOSED_LOT; the executions count instead.',
      '10 A currency exchange, not a share trade.',
      '11 An option or warrant ("OPT"). Only shares and funds are imported.',
    ]);
  });

  it('sections with codes: trades, payments with their tax, and positions where they are asked for', async () => {
    const read = await collect(FLEX_SECTIONS);
    assert.deepEqual(shortRows(read), [
      '2024-05-06 BUY ORCH 30 12.5 0.35 USD',
      '2024-09-10 SELL ORCH 10 14 0.4 USD',
      '2024-06-28 DIVIDEND ORCH 0 7.5 1.13 USD',
    ]);
    assert.deepEqual(reasonsOf(read), [
      '11 Tax withheld; it counts as the charge of its dividend.',
      '12 "Broker Interest Received" is a cash movement. Only trades, dividends and splits are imported.',
      '16 A position, not a trade. To import it, import the file again as holdings.',
      '20 Section "STFU" has no trades, payments, positions or corporate actions.',
    ]);
    const held = await collect(FLEX_SECTIONS, { type: 'holdings' });
    assert.deepEqual(cellsOf(held.holdings, 'symbol', 'quantity', 'avg_buy_price', 'current_price'), [
      ['ORCH', '20', '12.512', '13'],
    ]);
  });

  it('every sample is read as what it holds, with line ends of Windows and a byte order mark too', async () => {
    for (const { name, content, type, format } of IBKR_FLEX_SAMPLES) {
      const plain = await collect(content as string);
      const windows = await collect(`\uFEFF${(content as string).replaceAll('\n', '\r\n')}`);
      assert.deepEqual([plain.detected_format, plain.type], [format, type], name);
      assert.deepEqual(plain.issues, [], name);
      assert.deepEqual([windows.transactions, windows.holdings], [plain.transactions, plain.holdings], name);
    }
    const counts = await Promise.all(
      IBKR_FLEX_SAMPLES.map(async ({ content }) => {
        const { transactions, holdings } = await collect(content as string);
        return transactions.length + holdings.length;
      }),
    );
    assert.deepEqual(counts, [5, 3, 1, 2, 2]);
  });

  it('a query in CSV and in XML gives the same entries with the same ids', async () => {
    const trades = [
      flexTrade({ tradeID: '11' }),
      flexTrade({ tradeID: '12', quantity: '-5', buySell: 'SELL' }),
    ];
    const [cash, actions] = [[flexCash(), flexTax()], [flexAction()]];
    const xml = await collect(flexReport({ trades, cash, actions }));
    const csv = await collect([csvOf(trades), csvOf(cash), csvOf(actions)].join('\n'));
    const withoutRow = (rows: typeof xml.transactions) => rows.map((one) => ({ ...one, row: 0 }));
    assert.equal(csv.detected_format, 'ibkr-flex-csv');
    assert.equal(xml.transactions.length, 4);
    assert.deepEqual(withoutRow(csv.transactions), withoutRow(xml.transactions));
  });

  it('columns in any order; what a query does not show is asked for', async () => {
    const some = await collect(
      '"TradePrice","Unknown","Quantity","CurrencyPrimary","AssetClass","Symbol","TradeDate","TradeID"\n' +
        '"12.50","x","30","USD","STK","ORCH","20240506","700001"\n',
    );
    assert.deepEqual(shortRows(some), ['2024-05-06 BUY ORCH 30 12.5 0 USD']);
    const without = await collect(
      '"TradePrice","Quantity","IBCommission","AssetClass","Symbol","TradeDate","Buy/Sell"\n' +
        '"12.50","30","-1","STK","ORCH","20240506","BUY"\n',
    );
    assert.equal(without.transactions.length, 0);
    assert.deepEqual(
      without.issues.map(({ field, message }) => [field, message]),
      [['currency', 'is missing. Add currency to the Flex query.']],
    );
    const unnumbered = await collect(
      '"CurrencyPrimary","TradePrice","Quantity","AssetClass","Symbol","TradeDate","Buy/Sell"\n' +
        '"USD","12.50","30","STK","ORCH","20240506","BUY"\n',
    );
    assert.match(unnumbered.issues[0]?.message ?? '', /Add tradeID to the Flex query/);
  });

  it('a number that a spreadsheet has cut short tells no two trades apart', async () => {
    const trades =
      '"CurrencyPrimary","Symbol","TradeDate","Quantity","TradePrice","AssetClass","TradeID"\n' +
      '"USD","ORCH","20240506","30","12.50","STK","7.00001E+12"\n';
    const payments =
      '"CurrencyPrimary","Symbol","ISIN","AssetClass","SettleDate","Amount","Type","TransactionID","Description"\n' +
      '"USD","ORCH","","STK","20240628","7.5","Dividends","8.8E+12","ORCH CASH DIVIDEND"\n' +
      '"USD","ORCH","","STK","20240628","-1","Withholding Tax","8.8E+12","ORCH CASH DIVIDEND - US TAX"\n';
    const read = await collect(trades + payments);
    assert.equal(read.transactions.length, 0);
    assert.deepEqual(
      read.issues.map(({ row, field, message }) => [row, field, message]),
      [
        [
          2,
          'execution_id',
          '"7.00001E+12" was shortened by a spreadsheet. Download the Flex query again, and import it unopened.',
        ],
        [
          4,
          'execution_id',
          '"8.8E+12" was shortened by a spreadsheet. Download the Flex query again, and import it unopened.',
        ],
      ],
    );
  });

  it('days that can be read two ways, formulas and numbers out of bounds wait', async () => {
    const head =
      '"CurrencyPrimary","Symbol","TradeDate","Quantity","TradePrice","Buy/Sell","AssetClass","TradeID"\n';
    const row = (symbol: string, day: string, quantity: string) =>
      `"USD","${symbol}","${day}","${quantity}","12.50","BUY","STK","${symbol}${day}"\n`;
    const read = await collect(
      `${head}${row('ORCH', '05/06/24', '30')}${row('ORCH', '20240506', '=1+1')}${row('ORCH', '20240507', '1e300')}` +
        `${row('ORCH', `20240508${' '.repeat(30_000)}`, '1')}"USD","ORCH"\n`,
      {},
      65_536,
    );
    assert.deepEqual(shortRows(read), ['2024-05-08 BUY ORCH 1 12.5 0 USD']);
    assert.deepEqual([...new Set(read.issues.map(({ row: number }) => number))], [2, 3, 4, 6]);
  });
});
