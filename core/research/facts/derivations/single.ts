import type { Decimal } from '../../../platform/index.ts';
import type { MetricId } from '../../port/index.ts';
import { fromDouble } from '../figures.ts';
import { isStandaloneSegment } from '../metric-families.ts';
import type { Entry } from '../rivals.ts';
import { addWhereMissing, currencyOf, type DerivationContext } from './derive.ts';
import { percent } from './growth.ts';

/** A figure from one fact for each named input, all of one scope, one detail and one period. */
interface Single {
  metric: MetricId;
  inputs: readonly MetricId[];
  /** How it is counted: the inputs' own unit, or another. */
  unit: 'SAME' | 'pct' | 'ratio' | 'shares';
  formula: string;
  /** Periods that it is of; null for all. */
  only: RegExp | null;
  /** Null where the figures do not allow it. */
  of: (this: void, values: readonly Decimal[]) => Decimal | null;
}

const YEARS = /^FY\d{4}$/;
const ratio = (one: Decimal, other: Decimal): number => one.toNumber() / other.toNumber();

/** Earlier rows may be inputs of later ones. */
export const SINGLES: readonly Single[] = [
  {
    metric: 'net_interest_income',
    inputs: ['interest_earned', 'interest_expended'],
    unit: 'SAME',
    formula: 'interest earned − interest expended',
    only: null,
    of: ([earned, expended]) => earned!.minus(expended!),
  },
  {
    metric: 'total_equity',
    inputs: ['equity_owners', 'non_controlling_interest'],
    unit: 'SAME',
    formula: 'equity of the owners + non-controlling interest',
    only: null,
    of: ([owners, others]) => owners!.plus(others!),
  },
  {
    metric: 'total_debt',
    inputs: ['borrowings_current', 'borrowings_noncurrent'],
    unit: 'SAME',
    formula: 'current borrowings + non-current borrowings',
    only: null,
    of: ([current, later]) => current!.plus(later!),
  },
  {
    metric: 'shares_outstanding',
    inputs: ['paid_up_capital', 'face_value'],
    unit: 'shares',
    formula: 'paid-up share capital / face value',
    only: null,
    of: ([capital, face]) => (capital!.gt(0) && face!.gt(0) ? fromDouble(ratio(capital!, face!)) : null),
  },
  {
    metric: 'net_margin_pct',
    inputs: ['net_income', 'revenue'],
    unit: 'pct',
    formula: 'profit after tax / revenue',
    only: null,
    of: ([profit, revenue]) => (revenue!.gt(0) ? percent(ratio(profit!, revenue!)) : null),
  },
  {
    metric: 'debt_to_equity',
    inputs: ['total_debt', 'total_equity'],
    unit: 'ratio',
    formula: 'total debt / total equity',
    only: null,
    of: ([debt, equity]) => (equity!.gt(0) && debt!.gte(0) ? fromDouble(ratio(debt!, equity!)) : null),
  },
  {
    metric: 'return_on_equity_pct',
    inputs: ['net_income', 'total_equity'],
    unit: 'pct',
    formula: 'profit after tax of the year / total equity at its end',
    only: YEARS,
    of: ([profit, equity]) => (equity!.gt(0) ? percent(ratio(profit!, equity!)) : null),
  },
  {
    metric: 'free_cash_flow',
    inputs: ['operating_cash_flow', 'capex'],
    unit: 'SAME',
    formula: 'cash flow from operations − capital expenditure',
    only: null,
    // Purchases are stated as a positive outflow; a negative one says that its source has another sign.
    of: ([cash, capex]) => (capex!.gte(0) ? cash!.minus(capex!) : null),
  },
  {
    metric: 'pe_ttm',
    inputs: ['earnings_yield'],
    unit: 'ratio',
    formula: '100 / earnings yield in percent',
    only: null,
    of: ([earned]) => (earned!.gt(0) ? fromDouble(100 / earned!.toNumber()) : null),
  },
  {
    metric: 'pb_ratio',
    inputs: ['book_to_price'],
    unit: 'ratio',
    formula: '1 / book to price',
    only: null,
    of: ([book]) => (book!.gt(0) ? fromDouble(1 / book!.toNumber()) : null),
  },
];

/** Derives one row of the table wherever all of its inputs stand together. */
export function deriveSingle({ book }: DerivationContext, single: Single): void {
  for (const first of book.of(single.inputs[0]!)) {
    const { scope, scope_detail, period } = first.fact;
    if (single.only !== null && !single.only.test(period.key)) continue;
    const inputs = single.inputs.map((metric) => book.get(metric, scope, scope_detail, period.key));
    const known = inputs.filter((one) => one !== null);
    if (known.length < inputs.length || !isOneCurrency(known)) continue;
    const value = single.of(known.map(({ chosen }) => chosen.value));
    if (value === null) continue;
    // Capital and face value are of the same shares, or their ratio is a number of none.
    const basis = single.unit === 'shares' ? oneBasis(known) : '';
    if (basis === null) continue;
    addWhereMissing(book, {
      metric: single.metric,
      scope,
      scope_detail,
      // A flow over a stock at its end is of the flow's days.
      period,
      unit: single.unit === 'SAME' ? first.fact.unit : single.unit,
      value,
      shape: 'single',
      formula: single.formula,
      inputs: known,
      basis,
    });
  }
}

function isOneCurrency(entries: readonly Entry[]): boolean {
  const currencies = entries.map(({ fact }) => currencyOf(fact.unit)).filter((one) => one !== null);
  return new Set(currencies).size <= 1;
}

/** Capital itself is money and stands on no shares: the face value names them. */
function oneBasis(entries: readonly Entry[]): string | null {
  const bases = entries.filter(({ fact }) => fact.metric === 'face_value').map(({ chosen }) => chosen.basis);
  return bases[0] ?? null;
}

/** The share of every segment in the revenue of the whole company. */
export function deriveSegmentShares({ book, reporting }: DerivationContext): void {
  for (const segment of book.of('segment_revenue')) {
    const { scope_detail, period } = segment.fact;
    const scope = isStandaloneSegment(scope_detail) ? 'standalone' : reporting;
    const whole = book.get('revenue', scope, null, period.key);
    if (whole === null || whole.fact.unit !== segment.fact.unit || whole.chosen.value.lte(0)) continue;
    const value = percent(ratio(segment.chosen.value, whole.chosen.value));
    if (value === null || value.lt(0) || value.gt(100)) continue;
    addWhereMissing(book, {
      metric: 'segment_revenue_share_pct',
      scope: 'segment',
      scope_detail,
      period,
      unit: 'pct',
      value,
      shape: 'single',
      formula: 'revenue of the segment / revenue',
      inputs: [segment, whole],
    });
  }
}
