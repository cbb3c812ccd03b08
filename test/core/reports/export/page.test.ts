import assert from 'node:assert/strict';
import type { IncomeEventView } from '../../../../core/income/index.ts';
import { csvOf } from '../../../../core/reports/export/csv.ts';
import type { ExportDocument } from '../../../../core/reports/export/document.ts';
import {
  addIncome,
  incomeDocument,
  type IncomeSums,
} from '../../../../core/reports/export/income-document.ts';
import { pageOf, PRINTED_ROWS } from '../../../../core/reports/export/page.ts';
import { printed, printedSpan } from '../../../../core/reports/export/printed.ts';

const event = (given: Partial<IncomeEventView>): IncomeEventView => ({
  id: '1',
  portfolio: 'Long term',
  symbol: 'TCS',
  kind: 'DIVIDEND',
  asset_class: 'Indian Equity',
  currency: 'INR',
  isin: null,
  record_date: null,
  ex_date: null,
  payment_date: null,
  date: '2026-03-02',
  date_kind: 'PAYMENT',
  amount_per_unit: 10,
  entitled_quantity: 5,
  gross_amount: 50,
  withheld_tax: 5,
  net_amount: 45,
  status: 'PAID',
  source: 'LEDGER',
  confidence: 'CONFIRMED',
  source_reference: 'transaction 1',
  note: '',
  provisional_reason: null,
  created_at: '2026-03-02T00:00:00.000Z',
  updated_at: '2026-03-02T00:00:00.000Z',
  ...given,
});

function documentOf(events: IncomeEventView[]): ExportDocument {
  const sums: IncomeSums = new Map();
  addIncome(sums, events, '2026-03-10');
  return incomeDocument({
    events,
    sums,
    portfolio: 'Networth',
    currency: 'INR',
    from: '2025-04-01',
    to: '2026-03-31',
    today: '2026-03-10',
  });
}

async function textOf(document: ExportDocument): Promise<string> {
  let text = '';
  for await (const piece of csvOf(document)) text += piece;
  return text;
}

describe('reports/export: a page in words', () => {
  it('portfolio/Constants: the page has the first 18 rows and says how many more the CSV has', () => {
    const page = pageOf(documentOf(Array.from({ length: 21 }, () => event({}))), '/definitions');
    assert.equal(PRINTED_ROWS, 18);
    assert.equal(page.rows.length, 18);
    assert.equal(page.more, '… and 3 more rows in the CSV');
    assert.equal(pageOf(documentOf(Array.from({ length: 18 }, () => event({}))), '').more, '');
    assert.match(pageOf(documentOf([]), '').more, /^No rows/);
  });

  it('the mark of a corporate action that waits comes first, however many notes have no room', () => {
    const mark = '1 corporate action waits for your decision: TCS 2 for 1 split.';
    const document = documentOf([event({ provisional_reason: mark })]);
    const notes = ['1', '2', '3', '4', '5'];
    assert.deepEqual(pageOf({ ...document, notes }, '').notes, [mark, '1', '2', '3']);
    assert.deepEqual(pageOf({ ...documentOf([event({})]), notes }, '').notes, ['1', '2', '3', '4']);
  });

  it('writes rupees in Indian groups, and the currency of each row where it has one', () => {
    const { rows } = pageOf(
      documentOf([
        event({ gross_amount: 1_234_567.5 }),
        event({ currency: 'USD', gross_amount: 1_234_567.5 }),
      ]),
      '',
    );
    assert.deepEqual(
      rows.map((row) => row[5]),
      ['₹12,34,567.50', '$1,234,567.50'],
    );
  });

  it('sums each currency by itself: paid after tax, expected and not recorded before it', () => {
    const { figures } = pageOf(
      documentOf([
        event({}),
        event({ net_amount: 0.1, withheld_tax: 0.2 }),
        event({ status: 'DECLARED', date: '2026-03-10', gross_amount: 30, net_amount: null }),
        event({ status: 'ENTITLED', date: '2026-03-09', gross_amount: 7, net_amount: null }),
      ]),
      '',
    );
    // 45 + 0.1; 5 + 0.2; of today 30 is still to come, of yesterday 7 never showed up
    assert.deepEqual(
      figures.map(({ label, text }) => [label, text]),
      [
        ['Paid', '₹45.10'],
        ['Tax withheld', '₹5.20'],
        ['Still expected', '₹30.00'],
        ['Overdue', '₹7.00'],
      ],
    );
    const two = pageOf(documentOf([event({ currency: 'USD' }), event({})]), '').figures;
    assert.deepEqual(
      two.filter(({ label }) => label.startsWith('Paid')).map(({ label, text }) => [label, text]),
      [
        ['Paid, INR', '₹45.00'],
        ['Paid, USD', '$45.00'],
      ],
    );
  });

  it('what is unknown is a dash, what rounds to nothing has no sign, and a gap in a row stays empty', () => {
    assert.equal(printed(null, 'amount', 'INR'), '—');
    assert.equal(printed(-0.001, 'percent', 'INR'), '0.00%');
    assert.equal(printed(-1234.5, 'amount', 'EUR'), '−EUR 1,234.50');
    assert.equal(printed('2026-03-02', 'date', 'INR'), '2 Mar 2026');
    assert.equal(printed('SALE_CANCELLED', 'word', 'INR'), 'Sale cancelled');
    const { rows } = pageOf(documentOf([event({ withheld_tax: null })]), '');
    assert.equal(rows[0]?.[6], '—');
  });

  it('tells a time in words, open ends included', () => {
    assert.equal(printedSpan('2025-04-01', '2026-03-31'), '1 Apr 2025 to 31 Mar 2026');
    assert.equal(printedSpan('2025-04-01', null), 'since 1 Apr 2025');
    assert.equal(printedSpan(null, '2026-03-31'), 'up to 31 Mar 2026');
    assert.equal(printedSpan(null, null), 'all records');
  });
});

describe('reports/export: CSV', () => {
  it('is one flat table in UTF-8 with its mark, ISO dates, plain numbers and nothing for the unknown', async () => {
    const text = await textOf(
      documentOf([event({ amount_per_unit: 1e-7, net_amount: null, note: 'a "b", c' })]),
    );
    assert.ok(text.startsWith('\uFEFFsection,date,date_kind,portfolio,symbol,'));
    const [, line] = text.split('\r\n');
    assert.equal(
      line,
      'event,2026-03-02,PAYMENT,Long term,TCS,DIVIDEND,PAID,Indian Equity,,INR,5,0.0000001,50,5,,,,,LEDGER,CONFIRMED,"a ""b"", c",1',
    );
  });

  it('runs nothing in a spreadsheet: text that looks like a formula gets an apostrophe, a negative number none', async () => {
    const text = await textOf(
      documentOf([event({ symbol: '=HYPERLINK("x")', portfolio: '+1', note: '@x', net_amount: -4 })]),
    );
    const [, line] = text.split('\r\n');
    assert.match(line ?? '', /,'\+1,"'=HYPERLINK\(""x""\)",/);
    assert.match(line ?? '', /,-4,/);
    assert.match(line ?? '', /,'@x,1$/);
  });

  it('a row without a symbol prints what it goes by instead: a rule of the tax page was an empty cell', () => {
    const document: ExportDocument = {
      ...documentOf([]),
      rows: [
        { section: 'rule', name: 'Listed equity', gain: null },
        { section: 'sold', symbol: 'TCS', name: 'Tata', gain: 5 },
      ],
      printed: [
        { key: 'symbol', or: 'name', label: 'Symbol or rule', kind: 'text', width: 10 },
        { key: 'gain', label: 'Gain', kind: 'number', width: 10 },
      ] as const,
    };
    assert.deepEqual(pageOf(document, '').rows, [
      ['Listed equity', '—'],
      ['TCS', '5'],
    ]);
  });

  it('has every row, and lets others be served in between', async () => {
    const document = documentOf(Array.from({ length: 1000 }, (_, index) => event({ id: String(index) })));
    let pieces = 0;
    let turns = 0;
    const counting = (): void => {
      turns += 1;
      if (pieces < 5) setImmediate(counting);
    };
    setImmediate(counting);
    let text = '';
    for await (const piece of csvOf(document)) {
      pieces += 1;
      text += piece;
    }
    assert.equal(text.split('\r\n').length, 1000 + 2);
    // five pieces of 200 rows
    assert.equal(pieces, 5);
    assert.ok(turns >= 4);
  });
});
