import assert from 'node:assert/strict';
import { collect } from '../collect.ts';
import { APEX, ROBINHOOD, ROBINHOOD_SAMPLES } from '../samples/robinhood.ts';
import { reasonsOf, shortRows } from './short-rows.ts';

const HEADER =
  '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"';
const row = (code: string, quantity: string, price: string, amount: string, symbol = 'ORCH') =>
  `"2/10/2025","2/10/2025","2/11/2025","${symbol}","Orchard Tools","${code}","${quantity}","${price}","${amount}"`;
const file = (...rows: string[]) => [HEADER, ...rows].join('\n');

describe('portfolio/import Robinhood', () => {
  it('amounts are after fees, minus stands in parentheses, splits name the shares they add', async () => {
    const read = await collect(ROBINHOOD);
    assert.equal(read.detected_format, 'robinhood');
    assert.deepEqual(shortRows(read), [
      // 3 × 51 = 153, of which 152.98 came
      '2025-09-18 SELL ORCH 3 51 0.02 USD',
      '2025-08-15 DIVIDEND ORCH 0 1.8 0 USD',
      '2025-08-15 DIVIDEND ALM 0 2 0.3 USD',
      '2025-07-21 TRANSFER_IN TWIG 2 0 0 USD',
      // 3 held and 6 added
      '2025-06-09 SPLIT ORCH 3 0 0 USD',
      '2025-02-10 BUY ORCH 3 150 0 USD',
      '2025-02-10 BUY HEDG 0.333333 150.01 0 USD',
    ]);
    assert.deepEqual([read.compared, read.differing], [3, []]);
    assert.deepEqual(read.issues, [
      {
        row: 8,
        field: 'price',
        message:
          'is not known: the shares come from a merger. Enter what each of them costs; the company says it in Form 8937.',
      },
    ]);
    assert.deepEqual(reasonsOf(read), [
      '5 Tax withheld; it counts as the charge of its dividend.',
      '7 "MRGS" is a corporate action. Enter its effect manually.',
      '9 Cash paid in place of a fraction of a share. Enter it as a sale of that fraction if it matters to you.',
      '11 "SLIP" is a cash movement. Only trades, dividends and splits are imported.',
      '12 "INT" is a cash movement. Only trades, dividends and splits are imported.',
      '13 A derivative (OPT). Derivatives are not imported.',
      '14 A derivative (OPT). Derivatives are not imported.',
      '17 "GOLD" is a cash movement. Only trades, dividends and splits are imported.',
      '18 "ACH" is a cash movement. Only trades, dividends and splits are imported.',
      '20 A title, total or footnote, not a row of data.',
    ]);
  });

  it('the statement of 2016: day first, dividends among movements of money, sweeps left out', async () => {
    const read = await collect(APEX);
    assert.equal(read.detected_format, 'robinhood-2016');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(shortRows(read), [
      '2016-10-05 BUY HEDG 5 120.5 0 USD',
      // 260.50 less 0.01
      '2016-12-13 SELL HEDG 2 130.25 0.01 USD',
      '2017-01-31 DIVIDEND HEDG 0 2.4 0.36 USD',
    ]);
    assert.deepEqual(reasonsOf(read), [
      '2 "ACH DEPOSIT" is a cash movement. Only trades, dividends and splits are imported.',
      '3 "THE INSURED DEPOSIT PROGRAM" is a cash movement. Only trades, dividends and splits are imported.',
      '7 Tax withheld; it counts as the charge of its dividend.',
      '8 "GOLD FEE" is a cash movement. Only trades, dividends and splits are imported.',
    ]);
  });

  it('a difference that no fee explains is asked about, and so is an unknown code', async () => {
    const read = await collect(
      file(
        row('Buy', '10', '$20.00', '($205.00)'),
        row('Sell', '10', '$20.00', '$100.00'),
        row('Sell', '10', '$20.00', '$20.00'),
        row('NEWCODE', '10', '$20.00', '$200.00'),
        row('SPL', '10', '', ''),
      ),
    );
    assert.equal(read.transactions.length, 0);
    assert.deepEqual(
      read.issues.map(({ row: number, field }) => [number, field]),
      [
        [2, 'price'],
        [3, 'price'],
        [4, 'price'],
        [5, 'type'],
        [6, 'quantity'],
      ],
    );
  });

  it('a split on the day of a trade, and shares that leave', async () => {
    const read = await collect(
      file(row('SPL', '10', '', ''), row('Buy', '5', '$20.00', '($100.00)'), row('ACATI', '4S', '', '')),
    );
    assert.deepEqual(shortRows(read), ['2025-02-10 BUY ORCH 5 20 0 USD']);
    assert.match(read.issues[0]?.message ?? '', /trades of the same day may have come before it or after/);
    assert.deepEqual(reasonsOf(read), ['4 "ACATI" took 4 units out of the account. Enter it manually.']);
  });

  it('other line ends, marks and columns change nothing; a cut row and a formula wait', async () => {
    for (const { name, content, type, format } of ROBINHOOD_SAMPLES) {
      const plain = await collect(content as string);
      const windows = await collect(`\uFEFF${(content as string).replaceAll('\n', '\r\n')}`);
      assert.deepEqual([plain.detected_format, plain.type], [format, type], name);
      assert.deepEqual(windows.transactions, plain.transactions, name);
    }
    const moved = await collect(
      '"Amount","New","Trans Code","Price","Quantity","Instrument","Activity Date"\n' +
        '"($300.00)","x","Buy","$150.00","2","ORCH","2/10/2025"\n',
    );
    assert.deepEqual(shortRows(moved), ['2025-02-10 BUY ORCH 2 150 0 USD']);
    const hostile = await collect(
      file(
        row('Buy', '1e400', '$20.00', '($20.00)'),
        row('Buy', '1', '$20.00', '($20.00)', '=1+1'),
        row('Buy', `1${' '.repeat(30_000)}`, '$20.00', '($20.00)'),
        '"2/10/2025","2/10/2025","2/11/2025","ORCH","Orchard Tools","Buy"',
      ),
      {},
      65_536,
    );
    assert.deepEqual(shortRows(hostile), ['2025-02-10 BUY ORCH 1 20 0 USD']);
    assert.deepEqual([...new Set(hostile.issues.map(({ row: number }) => number))], [2, 3, 5]);
  });
});
