import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { OFX } from '../samples/ofx.ts';

const [SGML, XML, ONE_LINE] = OFX.map(({ content }) => content as string) as [string, string, string];
const CASH = 'is a cash movement. Only trades, dividends and splits are imported.';

describe('portfolio/import OFX', () => {
  for (const [name, text] of Object.entries({ SGML, XML, ONE_LINE })) {
    it(`reads trades, reinvestments, dividends, splits and transfers of ${name}, and excludes cash with a reason`, async () => {
      const read = await collect(text, {}, 4096);
      assert.deepEqual([read.detected_format, read.type, read.issues], ['ofx', 'transactions', []]);
      assert.deepEqual(
        cellsOf(
          read.transactions,
          'row',
          'symbol',
          'date',
          'type',
          'quantity',
          'price',
          'fee_tax',
          'asset_class',
        ),
        [
          // 403.60 − 1.50 − 0.10 = 402.00 for 8
          [1, 'RVSN', '2023-03-10', 'BUY', '8', '50.25', '1.6', 'US Equity'],
          // 500.00 for 12.345 (the price, 40.50, is rounded)
          [2, 'MDWIX', '2023-03-15', 'BUY', '12.345', '40.5022276225', '0', 'ETF'],
          // 2,002.00 − 10.00 of accrued interest − 2.00 = 1,990.00 for a face value of 2,000: 99.5 %
          [3, 'HILL30', '2023-03-20', 'BUY', '2000', '0.995', '2', 'Bond'],
          [5, 'RVSN', '2023-06-01', 'SPLIT', '2', '0', '0', 'US Equity'],
          // 178.48 + 1.50 + 0.02 = 180.00 for 6
          [6, 'RVSN', '2023-08-01', 'SELL', '6', '30', '1.52', 'US Equity'],
          [7, 'RVSN', '2023-09-15', 'DIVIDEND', '0', '7', '1.05', 'US Equity'],
          // One record: 8.20 of gains buy 0.2 units at 41.00
          [10, 'MDWIX', '2023-12-15', 'DIVIDEND', '0', '8.2', '0', 'ETF'],
          [11, 'MDWIX', '2023-12-15', 'BUY', '0.2', '41', '0', 'ETF'],
          [12, 'LAKE', '2023-12-20', 'TRANSFER_IN', '3', '0', '0', 'US Equity'],
        ],
      );
      assert.deepEqual(read.excluded, [
        { row: 4, reason: 'A derivative. Derivatives are not imported.' },
        { row: 8, reason: 'Tax withheld; it counts as the charge of its dividend.' },
        { row: 9, reason: `"INTEREST" ${CASH}` },
        { row: 13, reason: '"Transfer" took 1 unit out of the account. Enter it manually.' },
        { row: 14, reason: `"DEPOSIT" ${CASH}` },
      ]);
      assert.equal(read.transactions[0]?.note, 'PURCHASE & HOLD');
      // 8 × 2 − 6; 12.345 + 0.2; of LAKE 7 came before the file begins
      assert.deepEqual(
        read.totals.map(({ what, stated, read: come, agrees }) => [what, stated, come, agrees]),
        [
          ['Units of RVSN at the end', '10', '10', true],
          ['Units of MDWIX at the end', '12.545', '12.545', true],
          ['Units of HILL30 at the end', '2000', '2000', true],
          ['Units of LAKE at the end', '9', '2', false],
        ],
      );
      assert.match(read.totals[3]?.reason ?? '', /begins on 1 Jan 2023/);
    });
  }

  it('gives the same ids in SGML and XML, another to each entry', async () => {
    const [one, other] = await Promise.all([collect(SGML, {}, 4096), collect(XML, {}, 4096)]);
    const ids = one.transactions.map(({ execution_id }) => execution_id);
    assert.deepEqual(
      ids,
      other.transactions.map(({ execution_id }) => execution_id),
    );
    const given = ids.filter((id) => id !== null);
    assert.deepEqual([given.length, new Set(given).size], [7, 7]);
  });

  it('tells a purchase and a sale of one FITID apart, and gives entries no id that agree in all, or that count in the file', async () => {
    const buy = (id: string) =>
      `<BUYSTOCK><FITID>${id}<DTTRADE>20240105<UNIQUEID>900000001<UNITS>1<UNITPRICE>5<TOTAL>-5</BUYSTOCK>`;
    const sell = buy('X').replaceAll('BUY', 'SELL').replace('UNITS>1', 'UNITS>-1').replace('-5', '5');
    const file = (entries: string) =>
      `<OFX><INVSTMTRS><CURDEF>USD<ACCTID>1<INVTRANLIST>${entries}</INVTRANLIST></INVSTMTRS></OFX>`;
    const ids = async (entries: string) =>
      (await collect(file(entries))).transactions.map(({ execution_id }) => execution_id);
    const [bought, sold] = await ids(buy('X') + sell);
    assert.ok(bought !== null && sold !== null && bought !== sold);
    assert.deepEqual(await ids(buy('X') + buy('X')), [null, null]);
    assert.deepEqual(await ids(buy('240105_B_0')), [null]);
  });

  it('reads the positions where holdings are asked for', async () => {
    const read = await collect(SGML, { type: 'holdings' }, 4096);
    assert.deepEqual(cellsOf(read.holdings, 'symbol', 'quantity', 'current_price', 'asset_class', 'name'), [
      ['RVSN', '10', '31.2', 'US Equity', 'RIVER & SONS'],
      ['MDWIX', '12.545', '41.1', 'ETF', 'MEADOW INCOME'],
      // per 100 of the face value
      ['HILL30', '2000', '1.0025', 'Bond', 'HILL NOTE 2030'],
      ['LAKE', '9', '5', 'US Equity', 'LAKE CORP'],
    ]);
  });

  it('compares the cash at the end where all units agree', async () => {
    // 5,000 − 403.60 − 500 − 2,002 − 200 + 178.48 + 7 − 1.05 + 0.42; of LAKE 3 − 1 are left
    const complete = SGML.replace('<UNITS>9\n', '<UNITS>2\n').replace(
      '<AVAILCASH>10.00',
      '<AVAILCASH>2079.25',
    );
    const cash = { what: 'Cash at the end', stated: '2079.25', read: '2079.25', agrees: true };
    assert.deepEqual((await collect(complete, {}, 4096)).totals.at(-1), cash);
    const less = await collect(complete.replace('2079.25', '2000'), {}, 4096);
    assert.deepEqual([less.totals.at(-1)?.agrees, less.totals.at(-1)?.stated], [false, '2000']);
  });

  it('makes a trade wait whose amount contradicts its price, and a split without a ratio', async () => {
    const read = await collect(
      SGML.replace('<TOTAL>-403.60', '<TOTAL>-304.60').replace('<NUMERATOR>2', '<NUMERATOR>3'),
      {},
      4096,
    );
    assert.deepEqual(
      [...new Set(read.issues.map(({ row, field }) => `${row} ${field}`))],
      ['1 price', '5 quantity'],
    );
    assert.match(read.issues[0]?.message ?? '', /comes to 402, but the file states 303\. .*\(line \d+\)$/);
  });

  it('keeps the accounts of one file apart', async () => {
    const account = SGML.slice(SGML.indexOf('<INVSTMTTRNRS>'), SGML.indexOf('</INVSTMTMSGSRSV1>'));
    const read = await collect(
      SGML.replace(account, account + account.replace('11112222', '11113333')),
      {},
      4096,
    );
    assert.deepEqual(
      [...new Set(read.transactions.map(({ portfolio }) => portfolio))],
      ['Account 2222', 'Account 3333'],
    );
    assert.equal(read.transactions.length, 18);
  });

  it('refuses the file of a bank account by name', async () => {
    const bank =
      '<OFX><BANKMSGSRSV1><STMTRS><CURDEF>USD<BANKTRANLIST></BANKTRANLIST></STMTRS></BANKMSGSRSV1></OFX>';
    await assert.rejects(collect(bank), { code: 'STATEMENT_REFUSED', message: /bank account or a card/ });
  });

  it('survives what is broken: cut anywhere, nested without end, a megabyte of spaces, foreign entities', async () => {
    for (let at = 600; at < SGML.length - 8; at += 397)
      await assert.rejects(collect(SGML.slice(0, at), {}, 4096), {
        code: 'STATEMENT_REFUSED',
        message: /its end is missing/,
      });
    const nested = SGML.replace('<BUYSTOCK>', `${'<A>'.repeat(200_000)}<BUYSTOCK>`);
    assert.equal((await collect(nested, {}, 65_536)).transactions.length, 9);
    const spaced = SGML.replace('<UNITS>8', `<UNITS>${' '.repeat(1_000_000)}8`);
    assert.deepEqual(
      (await collect(spaced, {}, 65_536)).issues.map(({ row }) => row),
      [1],
    );
    const foreign = SGML.replace('RIVER &amp; SONS', '&lol;&#0;&#xD800;&#x41;').replace('<TICKER>RVSN\n', '');
    const named = await collect(foreign, { type: 'holdings' }, 4096);
    assert.equal(named.holdings[0]?.name, '&lol;&#0;&#xD800;A');
  });

  describe('portfolio/Import and ledger rules: options and kinds that are not known', () => {
    const entry = (kind: string, id: string, body: string) =>
      `<${kind}><INVTRAN><FITID>${id}<DTTRADE>20230901</INVTRAN><SECID><UNIQUEID>900000009<UNIQUEIDTYPE>CUSIP</SECID>${body}</${kind}>\n`;
    const withEntries = async (entries: string, info = '') =>
      await collect(
        SGML.replace('</INVTRANLIST>', `${entries}</INVTRANLIST>`).replace('</SECLIST>', `${info}</SECLIST>`),
        {},
        4096,
      );
    const OPTION =
      '<OPTINFO><SECINFO><SECID><UNIQUEID>900000009<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>RVSN CALL<TICKER>RVSN</SECINFO><OPTTYPE>CALL</OPTINFO>';
    const RIGHT =
      '<OTHERINFO><SECINFO><SECID><UNIQUEID>900000009<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>RVSN RIGHTS<TICKER>RVSNR</SECINFO></OTHERINFO>';

    it('an option that expired, was moved or sold in whatever entry is no share', async () => {
      const plain = await withEntries('');
      const read = await withEntries(
        entry('TRANSFER', 'x1', '<UNITS>-1<TFERACTION>OUT<POSTYPE>LONG') +
          entry('TRANSFER', 'x2', '<UNITS>1<TFERACTION>IN<POSTYPE>LONG') +
          entry('BUYOTHER', 'x3', '<UNITS>1<UNITPRICE>2<TOTAL>-200') +
          entry('SELLSTOCK', 'x4', '<UNITS>-1<UNITPRICE>2<TOTAL>200') +
          entry('CLOSUREOPT', 'x5', '<OPTACTION>EXPIRE<UNITS>1<SHPERCTRCT>100'),
        OPTION,
      );
      assert.deepEqual(read.transactions, plain.transactions);
      assert.deepEqual(
        read.excluded.slice(-5).map(({ reason }) => reason),
        Array.from({ length: 5 }, () => 'A derivative. Derivatives are not imported.'),
      );
    });

    it('what expired without being listed, a right, capital paid back and an entry of no known kind wait', async () => {
      const read = await withEntries(
        entry('TRANSFER', 'x1', '<MEMO>EXPIRED<UNITS>1<TFERACTION>IN<POSTYPE>LONG') +
          entry('BUYOTHER', 'x2', '<UNITS>10<UNITPRICE>2<TOTAL>-20') +
          entry('RETOFCAP', 'x3', '<TOTAL>12.50') +
          entry('BUYCRYPTO', 'x4', '<UNITS>1<UNITPRICE>2<TOTAL>-2') +
          entry('INCOME', 'x5', '<INCOMETYPE>MISC<TOTAL>3'),
        RIGHT,
      );
      assert.deepEqual(
        read.issues.map(({ field, message }) => `${field} ${/"[^"]*"|RVSNR/.exec(message)?.[0]}`),
        [
          'type "EXPIRED"',
          'asset_class RVSNR',
          'type "Return of capital"',
          'type "BUYCRYPTO"',
          'type "MISC"',
        ],
      );
    });
  });
});
