import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { HISTORY, IBKR_HISTORY_SAMPLES, NEW_HISTORY, OLD_HISTORY } from '../samples/ibkr-history.ts';
import { reasonsOf, shortRows } from './short-rows.ts';

describe('portfolio/import Interactive Brokers: Transaction History', () => {
  it('prices are of the exchange, amounts of the account: charges are converted at the rate of their trade', async () => {
    const read = await collect(HISTORY);
    assert.equal(read.detected_format, 'ibkr-history');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(shortRows(read), [
      '2025-06-16 DIVIDEND ORCH 0 4.6 0.69 EUR',
      // 20 × 13 = 260 dollars were 239.20 euros, so the rebate of 0.46 is 0.50: 0.025 a share.
      '2025-06-02 SELL ORCH 20 13.025 0 USD',
      '2025-05-19 BUY ALM 2 600 3 EUR',
      // 250 dollars were 230 euros: 0.92 are 1.00, 0.23 are 0.25.
      '2025-03-10 BUY ORCH 20 12.5 1 USD',
      '2025-03-10 BUY ORCH 20 12.5 0.25 USD',
    ]);
    // 500 − 0.40 + 4.60 − 0.69 + 239.66 − 1,203 − 230.92 − 230.23 − 1.81 + 2 + 2,428
    assert.deepEqual(read.totals, [
      { what: 'Cash at the end', stated: '1507.21', read: '1507.21', agrees: true },
    ]);
    assert.equal(
      read.transactions[3]?.note,
      'The commission was 0.92 EUR; it is converted at the rate of this trade.',
    );
    assert.deepEqual(reasonsOf(read), [
      '10 "Adjustment" is a cash movement. Only trades, dividends and splits are imported.',
      '12 Tax withheld; it counts as the charge of its dividend.',
      '17 "Forex Trade Component" is a cash movement. Only trades, dividends and splits are imported.',
      '18 "Credit Interest" is a cash movement. Only trades, dividends and splits are imported.',
      '19 "Deposit" is a cash movement. Only trades, dividends and splits are imported.',
    ]);
  });

  it('without the currency of a price, what moved tells what a share cost in the base currency', async () => {
    const read = await collect(OLD_HISTORY);
    assert.deepEqual(shortRows(read), [
      '2023-05-19 BUY ALM 2 600 3 EUR',
      // 230 / 20, not 12.50
      '2023-03-10 BUY ORCH 20 11.5 0.92 EUR',
    ]);
    assert.deepEqual(read.issues, []);
  });

  it('columns that were added are read: fees beside commissions, the multiplier of an option, a split', async () => {
    const read = await collect(NEW_HISTORY);
    assert.deepEqual(shortRows(read), [
      '2025-06-12 SPLIT ORCH 1.5 0 0 USD',
      '2025-05-19 BUY HEDG 5 80 1.4 EUR',
      '2025-03-10 BUY ORCH 40 12.5 1 USD',
    ]);
    assert.deepEqual(cellsOf(read.transactions, 'symbol', 'asset_class'), [
      ['ORCH', 'US Equity'],
      ['HEDG', 'ETF'],
      ['ORCH', 'US Equity'],
    ]);
    assert.deepEqual(reasonsOf(read), ['8 A derivative (OPT). Derivatives are not imported.']);
  });

  it('every sample is read as its own format, with line ends of Windows and a byte order mark too', async () => {
    for (const { name, content, type, format } of IBKR_HISTORY_SAMPLES) {
      const plain = await collect(content as string);
      const windows = await collect(`\uFEFF${(content as string).replaceAll('\n', '\r\n')}`);
      assert.deepEqual([plain.detected_format, plain.type], [format, type], name);
      assert.deepEqual(windows.transactions, plain.transactions, name);
    }
  });

  it('a row in euros that contradicts its amount waits; so does one without a price', async () => {
    const read = await collect(
      HISTORY.replace('2.0,600.00,EUR,-1200.00', '2.0,600.00,EUR,-1500.00').replace(
        '-20.0,13.00,USD',
        '-20.0,-,USD',
      ),
    );
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [
        [13, 'price'],
        [14, 'price'],
      ],
    );
    assert.equal(read.transactions.length, 3);
  });

  it('a kind that is not known waits where it moves shares', async () => {
    const read = await collect(
      HISTORY.replace('ALMOND SEMICON NV,Buy,ALM', 'ALMOND SEMICON NV,Position Grant,ALM'),
    );
    assert.deepEqual(
      read.issues.map(({ row, field, message }) => [row, field, message]),
      [
        [
          14,
          'type',
          'is not known: the file says "Position Grant". Enter BUY, SELL, DIVIDEND or SPLIT, or leave the row out.',
        ],
      ],
    );
  });

  it('a translated one is refused with what to do', async () => {
    const translated = HISTORY.replaceAll('Transaction History', 'Transaktionshistorie').replaceAll(
      'Field Name,Field Value',
      'Feldname,Feldwert',
    );
    await assert.rejects(collect(translated), /Set the language of Client Portal to English/);
  });
});
