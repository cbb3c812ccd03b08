import assert from 'node:assert/strict';
import { checkRow, OWN_NOTATION } from '../../../../../core/portfolio/imports/rows/check-row.ts';
import { camsKfintechCas, mfCentralCas } from '../../../../../core/portfolio/imports/statements/cas/index.ts';
import {
  statementOf,
  type StatementReading,
} from '../../../../../core/portfolio/imports/statements/index.ts';
import { type PrintedStatement, type Printing, pdfOf, runsOf } from '../../../../support/cas-pages.ts';
import { collect, type Collected } from '../collect.ts';
import { GROWTH, INCOME, KFIN, MFCENTRAL, STATEMENT } from '../samples/cas.ts';

const read = (statement: PrintedStatement, printing: Printing = {}): StatementReading => {
  const pages = runsOf(statement, printing);
  const format = statementOf('pages', { pages: pages.slice(0, 3) });
  assert.ok(format, 'no format knows it');
  return format.read({ pages }, null);
};
/** What each row comes to, in short. */
const rowsOf = ({ rows }: StatementReading) =>
  rows
    .filter(({ raw }) => raw.excluded === undefined)
    .map(({ raw: { fields, totals } }) =>
      [fields.date, fields.type, fields.quantity, totals?.price ?? fields.price ?? '', fields.fee_tax ?? '']
        .join(' ')
        .trim(),
    );
const only = (...schemes: PrintedStatement['schemes'][number][]): PrintedStatement => ({
  ...STATEMENT,
  front: [],
  schemes,
});

/** Figures of the sample by hand: 500 − 100 − 50 + 35 = 385; what is taken back leaves with its stamp duty. */
const GROWTH_ROWS = [
  '2023-01-05 BUY 500 9999.5 0.5',
  '2023-02-06 BUY 99.995 1999.9 0.1',
  '2023-02-08 BUY -99.995 1999.9 -0.1',
  // Paid out 2,199.80 after 0.20 of tax: 100 × 22.
  '2023-03-15 SELL 100 2200 0.2',
  '2023-04-20 SELL 50 1150',
  '2023-05-02 BUY 35 0',
];
const INCOME_ROWS = [
  '2022-12-31 TRANSFER_IN 200',
  '2023-04-20 BUY 100 1149.94 0.06',
  // 300 × 0.50 = 150, of which 15.00 were withheld.
  '2023-04-25 DIVIDEND 0 150 15',
  // 300 × 1.00 = 300: 299.99 of units and 0.01 of stamp duty.
  '2023-05-10 DIVIDEND 0 300',
  '2023-05-10 BUY 25 299.99 0.01',
  '2023-05-11 TRANSFER_IN 5',
  '2023-05-12 BUY 50 600',
  '2023-05-13 SELL 30 0',
];
const SECOND_ROWS = ['2023-01-05 BUY 50 999.95 0.05'];
const KFIN_ROWS = ['2022-12-31 TRANSFER_IN 10', '2023-04-03 SELL 4 400', '2023-04-05 SELL -4 400'];
const ALL_ROWS = [...GROWTH_ROWS, ...INCOME_ROWS, ...SECOND_ROWS, ...KFIN_ROWS];

describe('portfolio/import CAS', () => {
  let collected: Collected;
  before(async () => {
    const file = await pdfOf(
      STATEMENT,
      {},
      { userPassword: 'ZZZPZ9999Z', ownerPassword: 'x', pdfVersion: '1.7ext3' },
    );
    collected = await collect(file, { password: 'ZZZPZ9999Z' }, 4096);
  });

  it('a protected PDF becomes transactions in rupees, of the funds by name and ISIN', () => {
    assert.equal(collected.detected_format, 'cams-kfintech-cas');
    // Units that left without money wait for a price.
    assert.deepEqual(
      collected.issues.map(({ row, field }) => [row, field]),
      [[15, 'price']],
    );
    assert.equal(collected.transactions.length, ALL_ROWS.length - 1);
    const [first] = collected.transactions;
    assert.deepEqual(
      [first?.symbol, first?.isin, first?.currency, first?.asset_class, first?.price, first?.note],
      [
        'Meadow Flexi Cap Fund - Direct Plan - Growth',
        'INF900Z01019',
        'INR',
        'Mutual Fund',
        '19.999',
        'Folio 5550001/41: Purchase - via Internet',
      ],
    );
    assert.deepEqual(
      [...new Set(collected.transactions.map(({ symbol }) => symbol))],
      [
        'Meadow Flexi Cap Fund - Direct Plan - Growth',
        'Meadow Income Fund - Direct Plan - IDCW',
        'Harbour Small Cap Fund Direct Growth',
      ],
    );
    assert.equal(collected.differing.length, 0);
    // All but those without money: two opening balances, segregated units, and the units that left.
    assert.equal(collected.compared, 12);
  });

  it('every kind of row is what it does to the holding', () => {
    const reading = read(STATEMENT);
    assert.deepEqual(rowsOf(reading), ALL_ROWS);
    assert.deepEqual(
      reading.rows
        .filter(({ raw }) => raw.excluded !== undefined)
        .map(({ raw }) => [raw.fields.date, raw.excluded, raw.where]),
      [['2023-03-01', 'A notice of the registrar, without units or money.', 'page 1']],
    );
  });

  it('what the statement says of units, cost and value stands beside what was read', () => {
    const { totals } = read(STATEMENT);
    assert.deepEqual(
      totals.map(({ what, stated, read: ours, agrees }) => [what, stated, ours, agrees]),
      [
        [
          'Units of Meadow Flexi Cap Fund - Direct Plan - Growth in folio 5550001/41 at the end',
          '385',
          '385',
          true,
        ],
        // 10,000.00 for 500, of which 150 are gone: 7,000.00. The bonus cost nothing.
        [
          'Cost of Meadow Flexi Cap Fund - Direct Plan - Growth in folio 5550001/41 at the end',
          '7000.00',
          '7000.00',
          true,
        ],
        [
          'Units of Meadow Income Fund - Direct Plan - IDCW in folio 5550001/41 at the end',
          '350',
          '350',
          true,
        ],
        [
          'Units of Meadow Flexi Cap Fund - Direct Plan - Growth in folio 5550002 at the end',
          '50',
          '50',
          true,
        ],
        [
          'Cost of Meadow Flexi Cap Fund - Direct Plan - Growth in folio 5550002 at the end',
          '1000.00',
          '1000.00',
          true,
        ],
        ['Units of Harbour Small Cap Fund Direct Growth in folio 77001122 at the end', '10', '10', true],
        ['Value of the funds of Meadow Mutual Fund', '14640.00', '14640.00', true],
        ['Value of the funds of Harbour MF', '1100.00', '1100.00', true],
        ['Value of all funds', '15740.00', '15740.00', true],
      ],
    );
    // A scheme that is lost as a whole is missed by the summary.
    const without = read({ ...STATEMENT, schemes: [GROWTH, INCOME, KFIN] });
    assert.deepEqual(
      without.totals.filter(({ agrees }) => !agrees).map(({ what, read: ours }) => [what, ours]),
      [
        ['Value of the funds of Meadow Mutual Fund', '13440.00'],
        ['Value of all funds', '14540.00'],
      ],
    );
  });

  const printings: [string, Printing][] = [
    ['pages of nine lines, which cut every scheme', { linesOfPage: 9 }],
    ['figures that stand a point higher', { raised: 1.2 }],
    ['dates that are drawn twice', { isBold: true }],
    ['pages without a header', { hasNoHeader: true }],
  ];
  for (const [what, printing] of printings)
    it(`reads the same from ${what}`, () => {
      // Without a header three figures could be any: a bonus and a transfer have two or three.
      const schemes = printing.hasNoHeader === true ? [KFIN] : STATEMENT.schemes;
      const statement = { ...STATEMENT, schemes };
      assert.deepEqual(rowsOf(read(statement, printing)), rowsOf(read(statement)));
    });

  it('a row that a page break repeats with the rest of its words is one row', () => {
    const [first, ...others] = GROWTH.rows;
    assert.ok(first);
    const repeated = {
      ...GROWTH,
      name: ['MDFG-Meadow - ISIN: INF900Z01019'],
      rows: [first, first, ...others],
    };
    // Title, house, folio, holder, name, nominee and opening take 6 lines; the second copy opens the next page.
    assert.deepEqual(rowsOf(read(only(repeated), { linesOfPage: 7 })), GROWTH_ROWS);
    // On one page it is a second row, and then the balances cannot be right.
    assert.ok(
      read(only(repeated)).rows.every(({ raw }) => raw.excluded !== undefined || raw.malformed !== undefined),
    );
  });

  it('MFCentral: the same folio gives the same rows with the same ids', () => {
    const pages = runsOf(MFCENTRAL);
    assert.ok(mfCentralCas.detect({ pages }));
    assert.ok(!camsKfintechCas.detect({ pages }));
    const central = read(MFCENTRAL);
    assert.deepEqual(rowsOf(central), GROWTH_ROWS);
    const ids = ({ rows }: StatementReading) => rows.map(({ raw }) => raw.fields.execution_id);
    assert.deepEqual(ids(central), ids(read(only(GROWTH))));
    assert.equal(central.rows[0]?.raw.fields.symbol, 'Meadow Flexi Cap Fund - Direct Plan - Growth');
  });

  it('ids tell rows apart, and do not depend on the period or on other folios', () => {
    const ids = (reading: StatementReading) =>
      reading.rows.flatMap(({ raw }) => raw.fields.execution_id ?? []);
    const all = ids(read(STATEMENT));
    assert.equal(new Set(all).size, all.length);
    for (const id of all) assert.match(id, /^cas:[0-9a-f]{20}:(?:[0-9a-f]{32}|opening:\d{4}-\d\d-\d\d)$/);
    const later = { ...GROWTH, opening: '500.000', rows: GROWTH.rows.slice(5) };
    const again = ids(read({ ...only(later), period: '01-Mar-2023 To 31-May-2023' }));
    assert.deepEqual(again.slice(1), ids(read(only(GROWTH))).slice(3));
    // Two payouts of one day and amount leave the balance as it is.
    const paid = { date: '25-Apr-2023', words: 'IDCW Paid', amount: '135.00' };
    const twice = ids(
      read(only({ ...INCOME, rows: [paid, paid], closing: ['Closing Unit Balance: 200.000'] })),
    );
    assert.equal(new Set(twice).size, 3);
  });

  const broken: [string, number, Partial<(typeof GROWTH.rows)[number]> | null, RegExp][] = [
    ['a lost row', 2, null, /on 8 Feb 2023 a balance of 500 and -99\.995 units do not come to 500/],
    ['a misread balance', 2, { balance: '599.985' }, /do not add up/],
    ['misread units', 6, { units: '(10.000)' }, /on 15 Mar 2023/],
    ['a lost last row', 9, null, /the last row leaves 350 units, but the closing balance is 385/],
  ];
  for (const [what, at, change, words] of broken)
    it(`${what} holds up the rows of its scheme, and of no other`, () => {
      const rows = GROWTH.rows.flatMap((row, index) =>
        index === at ? (change === null ? [] : [{ ...row, ...change }]) : [row],
      );
      const reading = read(only({ ...GROWTH, rows }, KFIN));
      const waiting = reading.rows.filter(({ raw }) => raw.malformed !== undefined);
      assert.deepEqual(new Set(waiting.map(({ raw }) => raw.fields.isin)), new Set(['INF900Z01019']));
      assert.match(waiting[0]?.raw.malformed ?? '', words);
      assert.deepEqual(rowsOf(reading).slice(-3), KFIN_ROWS);
      assert.equal(
        reading.rows.filter(({ raw }) => raw.fields.isin === 'INF900Z01019' && raw.malformed === undefined)
          .length,
        0,
      );
    });

  it('without its opening or closing balance a scheme waits', () => {
    for (const [scheme, words] of [
      [{ ...GROWTH, opening: null }, /the opening balance is missing/],
      [{ ...GROWTH, closing: [] }, /the closing balance is missing/],
    ] as const) {
      const { rows } = read(only(scheme, KFIN));
      assert.match(rows[0]?.raw.malformed ?? '', words);
    }
  });

  it('an amount that does not fit its units and price waits for the right one', () => {
    const rows = GROWTH.rows.map((row, index) => (index === 0 ? { ...row, amount: '99,995.00' } : row));
    const [first] = read(only({ ...GROWTH, rows })).rows;
    assert.ok(first);
    const outcome = checkRow('transactions', first.row, first.raw, OWN_NOTATION);
    assert.deepEqual(outcome.state === 'invalid' && outcome.issues.map(({ field }) => field), ['price']);
  });

  it('portfolio/Import and ledger rules: words that are not known wait, with units and with money alone', () => {
    const strange = (scheme: typeof GROWTH, words: string) => ({
      ...scheme,
      rows: scheme.rows.map((row) => (row.words === words ? { ...row, words: 'Frobnik' } : row)),
    });
    for (const [scheme, words] of [
      [GROWTH, 'Purchase - via Internet'],
      [INCOME, 'IDCW Paid @ Rs.0.50 per unit'],
    ] as const) {
      const waiting = read(only(strange(scheme, words))).rows.filter(
        ({ raw }) => raw.undecided?.field === 'type' && raw.undecided.message.includes('"Frobnik"'),
      );
      assert.equal(waiting.length, 1, words);
    }
  });

  it('a description that runs into the amount does not hide it', () => {
    const pages = runsOf(only(KFIN)).map((page) =>
      page.flatMap((run) => {
        if (run.text === '(400.00)') return [];
        if (run.text !== 'Systematic Withdrawal' && run.text !== 'SWP Rejection') return [run];
        const text = `${run.text} with a very long description of it${'(400.00)'}`;
        return [{ ...run, text, right: 385 }];
      }),
    );
    assert.deepEqual(rowsOf(camsKfintechCas.read({ pages }, null)), KFIN_ROWS);
  });

  it('an ISIN that is misprinted is told, and stops no row', async () => {
    const wrong = { ...KFIN, name: ['128HBSG-Harbour Small Cap Fund - ISIN: INF901Z01018(Advisor: DIRECT)'] };
    const { transactions, issues, notes } = await collect(await pdfOf(only(wrong)), {}, 4096);
    assert.deepEqual([transactions.length, transactions[0]?.isin, issues], [3, null, []]);
    assert.ok(notes.some((note) => note.includes('INF901Z01018')));
  });

  const refused: [string, PrintedStatement, RegExp][] = [
    [
      'a summary',
      {
        ...only(),
        title: 'Consolidated Account Summary',
        front: [
          ['This Consolidated Account Statement is brought to you by the registrars'],
          ['Folio No: 1 Meadow Fund Closing Unit Balance: 5.000'],
        ],
      },
      /summary of a consolidated account statement.*detailed/,
    ],
    [
      'a statement of NSDL',
      {
        ...only(),
        issuer: undefined as never,
        front: [['NSDL Consolidated Account Statement'], ['National Securities Depository Limited']],
      },
      /NSDL or CDSL.*tradebook/,
    ],
    [
      'a statement of CDSL',
      { ...only(), issuer: undefined as never, front: [['Central Depository Services (India) Limited']] },
      /NSDL or CDSL/,
    ],
    [
      'any other PDF',
      { ...only(), issuer: undefined as never, title: 'A bill of the electricity board' },
      /not a statement that Munim knows/,
    ],
  ];
  for (const [what, statement, words] of refused)
    it(`${what} is refused by name`, async () => {
      await assert.rejects(
        collect(await pdfOf(statement), {}, 4096),
        (error: { code?: string; message?: string }) => {
          assert.equal(error.code, 'PDF_UNKNOWN');
          assert.match(error.message ?? '', words);
          return true;
        },
      );
    });

  it('an empty statement says so', async () => {
    await assert.rejects(collect(await pdfOf(only()), {}, 4096), { code: 'STATEMENT_REFUSED' });
  });
});
