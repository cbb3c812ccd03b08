import { Decimal } from '../../platform/index.ts';
import type { IncomeEventView } from '../../income/index.ts';
import type { ExportDocument, ExportRow, KeyFigure, PrintedColumn } from './document.ts';
import { printedSpan } from './printed.ts';

const COLUMNS = [
  'section',
  'date',
  'date_kind',
  'portfolio',
  'symbol',
  'kind',
  'status',
  'asset_class',
  'isin',
  'currency',
  'entitled_quantity',
  'amount_per_unit',
  'gross_amount',
  'withheld_tax',
  'net_amount',
  'record_date',
  'ex_date',
  'payment_date',
  'source',
  'confidence',
  'note',
  'id',
] as const satisfies readonly ('section' | keyof IncomeEventView)[];

const PRINTED: readonly PrintedColumn[] = [
  { key: 'date', label: 'Date', kind: 'date', width: 15 },
  { key: 'symbol', label: 'Symbol', kind: 'text', width: 20 },
  { key: 'kind', label: 'Kind', kind: 'word', width: 11 },
  { key: 'status', label: 'State', kind: 'word', width: 11 },
  { key: 'entitled_quantity', label: 'Units', kind: 'number', width: 12 },
  { key: 'gross_amount', label: 'Before tax', kind: 'amount', width: 16 },
  { key: 'withheld_tax', label: 'Tax withheld', kind: 'amount', width: 14 },
  { key: 'net_amount', label: 'Paid', kind: 'amount', width: 16 },
];

/** Currencies at the head of a page; all are in the file. */
const MOST_CURRENCIES = 3;

interface Sums {
  paid: Decimal;
  withheld: Decimal;
  expected: Decimal;
  unrecorded: Decimal;
}

/** Sums of events by currency; they grow batch by batch, so that many events take no long breath. */
export type IncomeSums = Map<string, Sums>;

/** Adds events up by the rule of the income summary. `today` is the day in India: from it on money is still expected. */
export function addIncome(sums: IncomeSums, events: readonly IncomeEventView[], today: string): void {
  for (const event of events) {
    const sum = sums.get(event.currency) ?? nothing();
    if (event.status === 'PAID') {
      sum.paid = sum.paid.plus(event.net_amount ?? 0);
      sum.withheld = sum.withheld.plus(event.withheld_tax ?? 0);
    } else {
      const which = event.date >= today ? 'expected' : 'unrecorded';
      sum[which] = sum[which].plus(event.gross_amount ?? 0);
    }
    sums.set(event.currency, sum);
  }
}

interface IncomeFacts {
  /** The newest first, none of them cancelled. */
  events: readonly IncomeEventView[];
  /** Of these events. */
  sums: IncomeSums;
  portfolio: string;
  currency: string;
  from: string | null;
  to: string | null;
  /** In India. */
  today: string;
}

/** Income events of a time as a document. Sums follow the rule of the income summary: paid after tax, the rest before it. */
export function incomeDocument(facts: IncomeFacts): ExportDocument {
  const { events, currency, from, to } = facts;
  return {
    report: 'income',
    title: 'Income',
    portfolio: facts.portfolio,
    currency,
    period: printedSpan(from, to),
    as_of: facts.today,
    key_figures: figuresOf(facts.sums, currency),
    columns: COLUMNS,
    figure_rows: [],
    rows: {
      *[Symbol.iterator]() {
        for (const event of events) yield rowOf(event);
      },
    },
    rows_total: events.length,
    rows_title: 'Dividends, distributions and coupons, newest first',
    printed: PRINTED,
    provisional_reason: events.find((one) => one.provisional_reason !== null)?.provisional_reason ?? null,
    notes: [
      'Paid amounts come from your transactions, after tax withheld. Expected and overdue amounts are before tax.',
      'Amounts in different currencies are not added together.',
    ],
    file_words: [from, to].filter((day) => day !== null),
  };
}

function rowOf(event: IncomeEventView): ExportRow {
  const note = [event.note, event.provisional_reason]
    .filter((part) => part !== null && part !== '')
    .join(' ');
  return { ...event, note, section: 'event' };
}

function figuresOf(known: IncomeSums, own: string): KeyFigure[] {
  const sums: IncomeSums = known.size > 0 ? known : new Map([[own, nothing()]]);
  const inOrder = [...sums].sort(
    ([one], [other]) => Number(other === own) - Number(one === own) || (one < other ? -1 : 1),
  );
  return inOrder.slice(0, MOST_CURRENCIES).flatMap(([currency, sum]) => {
    const label = (text: string) => (sums.size > 1 ? `${text}, ${currency}` : text);
    const figure = (text: string, value: Decimal): KeyFigure => ({
      label: label(text),
      kind: 'amount',
      value: value.toNumber(),
      currency,
    });
    return [
      figure('Paid', sum.paid),
      figure('Tax withheld', sum.withheld),
      figure('Still expected', sum.expected),
      figure('Overdue', sum.unrecorded),
    ];
  });
}

const nothing = (): Sums => ({
  paid: new Decimal(0),
  withheld: new Decimal(0),
  expected: new Decimal(0),
  unrecorded: new Decimal(0),
});
