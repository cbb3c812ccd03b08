import * as yup from 'yup';
import {
  LARGEST_TAX_PAGE,
  type LotAlternative,
  type RemainingLot,
  type TaxAlternative,
  type TaxLot,
  type TaxReportPage,
  type TermTotals,
  type UnmatchedSell,
} from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';
import {
  date,
  dateOrNull,
  exactly,
  flag,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from '../schemas.ts';
import { explanationsOrNull } from './explanation.ts';

const term = oneOf('SHORT', 'LONG');
const security = {
  portfolio: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: textOrNull,
  currency: text,
};

const lot = viewOf<TaxLot>()({
  ...security,
  group: oneOf('EQUITY', 'DEBT'),
  kind: oneOf('SALE', 'SALE_CANCELLED', 'PURCHASE_CANCELLED'),
  quantity: number,
  buy_date: date,
  sell_date: date,
  buy_transaction_id: textOrNull,
  sell_transaction_id: textOrNull,
  is_bonus: flag,
  held_days: whole,
  term: oneOf('SHORT', 'LONG').nullable().defined(),
  term_reason: textOrNull,
  cost: numberOrNull,
  proceeds: number,
  sale_fee: number,
  gain: numberOrNull,
  cost_reason: textOrNull,
  cost_base: numberOrNull,
  proceeds_base: numberOrNull,
  gain_base: numberOrNull,
  base_reason: textOrNull,
  fx_estimated: flag,
  alternatives: listOf(
    viewOf<LotAlternative>()({
      rule: text,
      term,
      rate_pct: numberOrNull,
      cost: numberOrNull,
      gain: numberOrNull,
      is_grandfathered: flag,
      reason: textOrNull,
    }),
  ),
});

const remaining = viewOf<RemainingLot>()({
  ...security,
  group: oneOf('EQUITY', 'DEBT'),
  quantity: number,
  buy_date: date,
  buy_transaction_id: textOrNull,
  is_bonus: flag,
  unit_cost: numberOrNull,
  cost: numberOrNull,
  cost_reason: textOrNull,
  cost_base: numberOrNull,
  base_reason: textOrNull,
  fx_estimated: flag,
  long_term_from: date,
  term: oneOf('SHORT', 'LONG').nullable().defined(),
});

const unmatched = viewOf<UnmatchedSell>()({
  ...security,
  transaction_id: textOrNull,
  sell_date: date,
  quantity: number,
  proceeds: number,
  reason: text,
});

const totals = viewOf<TermTotals>()({
  lots: whole,
  cost: numberOrNull,
  proceeds: numberOrNull,
  gain: numberOrNull,
  fx_estimated: flag,
  by_currency: listOf(exactly({ currency: text, lots: whole, cost: number, proceeds: number, gain: number })),
  reason: textOrNull,
});

const alternative = viewOf<TaxAlternative>()({
  rule: text,
  jurisdiction: oneOf('IN', 'US'),
  label: text,
  section: text,
  source: text,
  term,
  long_after_months: numberOrNull,
  effective_from: date,
  effective_to: dateOrNull,
  rate_pct: numberOrNull,
  is_indexed: flag,
  lots: whole,
  currency: text,
  gain: numberOrNull,
  exemption: numberOrNull,
  exemption_used: numberOrNull,
  taxable: numberOrNull,
  tax: numberOrNull,
  reason: textOrNull,
});

const report = viewOf<TaxReportPage>()({
  fy: text,
  from: date,
  to: date,
  as_of: date,
  portfolio: text,
  currency: text,
  years: listOf(text),
  lots: listOf(lot),
  short_term: totals,
  long_term: totals,
  remaining_lots: listOf(remaining),
  remaining: exactly({
    lots: whole,
    cost: numberOrNull,
    fx_estimated: flag,
    by_currency: listOf(exactly({ currency: text, lots: whole, cost: number })),
    reason: textOrNull,
  }),
  unmatched_sells: listOf(unmatched),
  dividends: exactly({
    by_currency: listOf(
      exactly({ currency: text, payments: whole, gross: number, withheld: number, net: number }),
    ),
    gross: numberOrNull,
    withheld: numberOrNull,
    net: numberOrNull,
    fx_estimated: flag,
    reason: textOrNull,
  }),
  alternatives: listOf(alternative),
  counts: exactly({ lots: whole, remaining_lots: whole, unmatched_sells: whole }),
  notes: listOf(exactly({ code: text, text })),
  disclaimer: text,
  explanations: explanationsOrNull,
  page: whole,
  page_size: whole,
});

/** Sales of an Indian financial year with their lots (spec: Reports, Report rules 9). */
export const TAX_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/tax-lots',
    summary: 'FIFO lots sold in a financial year, short-term and long-term, and lots still held',
    description:
      'Long-term is more than 12 calendar months, or more than 36 for bonds and debt funds; the same sales under tax rules by date are in `alternatives`. `counts` and all totals cover the whole year, while `lots`, `remaining_lots` and `unmatched_sells` each have one page. `format=112a` returns all long-term sales of listed equity as a Schedule 112A CSV instead.',
    tag: 'Reports',
    kept: true,
    query: yup
      .object({
        portfolio: yup.string().max(80).optional(),
        fy: yup.string().max(20).optional(),
        format: yup
          .string()
          .oneOf(['json', '112a'] as const, 'format must be json or 112a.')
          .optional(),
        explain: yup.boolean().optional(),
        page: yup.number().integer().min(1).max(1_000_000).optional(),
        page_size: yup.number().integer().min(1).max(LARGEST_TAX_PAGE).optional(),
      })
      .noUnknown(),
    response: report,
    files: ['text/csv'],
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query: { format, ...query } }) => {
      if (format !== '112a') return Reply.json(await core.reports.tax.pageJson(user.userId, query));
      const { name, text: csv } = await core.reports.tax.schedule112aCsv(user.userId, query);
      return new Reply(Buffer.from(csv), {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      });
    },
  }),
];
