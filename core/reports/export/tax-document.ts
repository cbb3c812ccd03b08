import type { Term } from '../../finance/tax-law/index.ts';
import { dayInWords } from '../../platform/index.ts';
import {
  partialSentence,
  type RemainingLot,
  type TaxAlternative,
  type TaxLot,
  type TaxReportView,
  type TermTotals,
  type UnmatchedSell,
} from '../tax/index.ts';
import type { ExportDocument, ExportRow, KeyFigure, PrintedColumn } from './document.ts';
import { printedSpan } from './printed.ts';

const COLUMNS = [
  'section',
  'portfolio',
  'symbol',
  'name',
  'isin',
  'asset_class',
  'tax_group',
  'kind',
  'quantity',
  'buy_date',
  'sell_date',
  'held_days',
  'term',
  'currency',
  'cost',
  'proceeds',
  'sale_fee',
  'gain',
  'base_currency',
  'cost_base',
  'proceeds_base',
  'gain_base',
  'fx_estimated',
  'is_bonus',
  'chain',
  'long_term_from',
  'buy_transaction_id',
  'sell_transaction_id',
  'rule',
  'rate_pct',
  'exemption_used',
  'taxable',
  'tax',
  'dividends_gross',
  'dividends_withheld',
  'dividends_net',
  'state',
  'units_left_out',
  'proceeds_left_out',
  'reason',
] as const;

const PRINTED: readonly PrintedColumn[] = [
  { key: 'symbol', or: 'name', label: 'Symbol or rule', kind: 'text', width: 17 },
  { key: 'section', label: 'Row', kind: 'word', width: 12 },
  { key: 'term', label: 'Term', kind: 'word', width: 8 },
  { key: 'buy_date', label: 'Bought', kind: 'date', width: 15 },
  { key: 'sell_date', label: 'Sold', kind: 'date', width: 15 },
  { key: 'quantity', label: 'Units', kind: 'number', width: 10 },
  { key: 'cost', label: 'Cost', kind: 'amount', width: 16 },
  { key: 'proceeds', label: 'Proceeds', kind: 'amount', width: 16 },
  { key: 'gain', label: 'Gain', kind: 'amount', width: 16 },
];

/** A financial year as a document: its totals, sales by lot, sales without purchases, what is left, and what each rule makes of it. */
export function taxDocument(view: TaxReportView): ExportDocument {
  const { currency } = view;
  const { lots, unmatched_sells, remaining_lots, intraday_lots, alternatives } = view;
  const { short_term, long_term, remaining } = view;
  return {
    report: 'tax',
    title: `Tax lots ${view.fy}`,
    portfolio: view.portfolio,
    currency,
    period: `Financial year ${view.fy}, ${printedSpan(view.from, view.to)}${view.as_of < view.to ? `, so far up to ${dayInWords(view.as_of)}` : ''}`,
    as_of: view.as_of,
    key_figures: figuresOf(view),
    columns: COLUMNS,
    figure_rows: totalRows(view),
    rows: {
      *[Symbol.iterator]() {
        for (const lot of lots) yield soldRow(lot, currency);
        for (const lot of intraday_lots) yield soldRow(lot, currency);
        for (const sell of unmatched_sells) yield unmatchedRow(sell);
        for (const lot of remaining_lots) yield heldRow(lot, currency);
        for (const one of alternatives) yield ruleRow(one);
      },
    },
    rows_total:
      lots.length +
      intraday_lots.length +
      unmatched_sells.length +
      remaining_lots.length +
      alternatives.length,
    rows_title:
      'Lots sold, intraday trades, sales without a purchase, lots still held, and the sales under each tax rule',
    printed: PRINTED,
    provisional_reason: view.notes.find(({ code }) => code === 'ACTIONS_UNDECIDED')?.text ?? null,
    notes: [
      view.disclaimer,
      ...new Set([short_term, long_term, remaining].flatMap((sum) => partialSentence(sum, currency) ?? [])),
      ...view.notes.map(({ text }) => text),
    ],
    file_words: [view.fy],
  };
}

function figuresOf(view: TaxReportView): KeyFigure[] {
  const { short_term, long_term, intraday, remaining, dividends, currency } = view;
  const amount = (
    label: string,
    value: number | null,
    { reason, provisional_reason }: { reason: string | null; provisional_reason?: string | null },
  ): KeyFigure => ({
    label,
    kind: 'amount',
    value,
    currency,
    reason,
    provisional_reason,
  });
  return [
    amount(`Short-term gain${partly(short_term)}`, short_term.gain, short_term),
    amount(`Long-term gain${partly(long_term)}`, long_term.gain, long_term),
    ...(view.counts.intraday_lots === 0
      ? []
      : [amount('Intraday gain (speculative business)', intraday.gain, intraday)]),
    amount(`Short-term proceeds${partly(short_term)}`, short_term.proceeds, { reason: short_term.reason }),
    amount(`Long-term proceeds${partly(long_term)}`, long_term.proceeds, { reason: long_term.reason }),
    amount('Dividends before tax, at each day’s rates', dividends.gross, dividends),
    amount('Tax withheld from dividends', dividends.withheld, dividends),
    amount(`Cost of lots still held${partly(remaining)}`, remaining.cost, remaining),
    { label: 'Sales without a purchase', kind: 'number', value: view.unmatched_sells.length },
  ];
}

const partly = ({ left_out }: Pick<TermTotals, 'left_out'>): string =>
  left_out === null ? '' : ' (partial)';

const reasons = (...all: readonly (string | null)[]): string | null =>
  all.filter((one) => one !== null).join(' ') || null;

/** Key figures of a page: the totals of each term, and the dividends of each currency. */
function totalRows({ short_term, long_term, intraday, dividends, currency }: TaxReportView): ExportRow[] {
  const total = (
    term: Term | 'INTRADAY',
    { cost, proceeds, gain, fx_estimated, ...marks }: TermTotals,
  ): ExportRow => ({
    section: 'total',
    state: marks.state,
    units_left_out: marks.left_out?.units ?? null,
    proceeds_left_out: marks.left_out?.proceeds ?? null,
    term,
    base_currency: currency,
    cost_base: cost,
    proceeds_base: proceeds,
    gain_base: gain,
    fx_estimated,
    reason: reasons(marks.reason ?? partialSentence(marks, currency), marks.provisional_reason),
  });
  return [
    total('SHORT', short_term),
    total('LONG', long_term),
    ...(intraday.lots === 0 ? [] : [total('INTRADAY', intraday)]),
    ...dividends.by_currency.map((one) => ({
      section: 'dividends',
      currency: one.currency,
      dividends_gross: one.gross,
      dividends_withheld: one.withheld,
      dividends_net: one.net,
    })),
  ];
}

function soldRow(lot: TaxLot, base: string): ExportRow {
  return {
    section: lot.is_intraday ? 'intraday' : 'sold',
    portfolio: lot.portfolio,
    symbol: lot.symbol,
    name: lot.name,
    isin: lot.isin,
    asset_class: lot.asset_class,
    tax_group: lot.group,
    kind: lot.kind,
    quantity: lot.quantity,
    buy_date: lot.buy_date,
    sell_date: lot.sell_date,
    held_days: lot.held_days,
    term: lot.term,
    currency: lot.currency,
    cost: lot.cost,
    proceeds: lot.proceeds,
    sale_fee: lot.sale_fee,
    gain: lot.gain,
    base_currency: base,
    cost_base: lot.cost_base,
    proceeds_base: lot.proceeds_base,
    gain_base: lot.gain_base,
    fx_estimated: lot.fx_estimated,
    is_bonus: lot.is_bonus,
    chain: lot.chain_words,
    buy_transaction_id: lot.buy_transaction_id,
    sell_transaction_id: lot.sell_transaction_id,
    reason: reasons(lot.term_reason, lot.base_reason, lot.provisional_reason),
  };
}

function unmatchedRow(sell: UnmatchedSell): ExportRow {
  return {
    section: 'unmatched',
    portfolio: sell.portfolio,
    symbol: sell.symbol,
    name: sell.name,
    isin: sell.isin,
    asset_class: sell.asset_class,
    quantity: sell.quantity,
    sell_date: sell.sell_date,
    currency: sell.currency,
    proceeds: sell.proceeds,
    sell_transaction_id: sell.transaction_id,
    reason: reasons(sell.reason, sell.provisional_reason),
  };
}

function heldRow(lot: RemainingLot, base: string): ExportRow {
  return {
    section: 'held',
    portfolio: lot.portfolio,
    symbol: lot.symbol,
    name: lot.name,
    isin: lot.isin,
    asset_class: lot.asset_class,
    tax_group: lot.group,
    quantity: lot.quantity,
    buy_date: lot.buy_date,
    term: lot.term,
    currency: lot.currency,
    cost: lot.cost,
    base_currency: base,
    cost_base: lot.cost_base,
    fx_estimated: lot.fx_estimated,
    is_bonus: lot.is_bonus,
    chain: lot.chain_words,
    long_term_from: lot.long_term_from,
    buy_transaction_id: lot.buy_transaction_id,
    reason: reasons(lot.base_reason, lot.provisional_reason),
  };
}

/** The result of one rule of the law for all its lots; never the report's own classification. */
function ruleRow(one: TaxAlternative): ExportRow {
  return {
    section: 'rule',
    name: one.label,
    term: one.term,
    currency: one.currency,
    gain: one.gain,
    rule: one.rule,
    rate_pct: one.rate_pct,
    exemption_used: one.exemption_used,
    taxable: one.taxable,
    tax: one.tax,
    reason: reasons(
      one.reason,
      one.partial &&
        `Partial: the gain of ${one.partial.lots_counted} of ${one.partial.lots_total} lots is ${one.partial.figure}.`,
      one.provisional_reason,
    ),
  };
}
