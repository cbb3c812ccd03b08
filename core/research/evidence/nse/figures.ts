import { type Decimal, decimal } from '../../../platform/money.ts';
import { METRICS } from '../../port/metrics.ts';
import type { Observation } from '../../port/index.ts';
import { type Element, XBRL_ELEMENTS, SEGMENTS } from './elements.ts';
import type { ReportedDays } from './periods.ts';
import type { XbrlContext, XbrlFact, XbrlInstance } from './xbrl.ts';

/** A column of a filing: a context with the days and the scope that it is of. */
export interface Column extends ReportedDays {
  id: string;
  axes: readonly string[];
  scope: 'consolidated' | 'standalone';
  facts: readonly XbrlFact[];
}

interface Read {
  value: Decimal | null;
  reason: string | null;
}

const NUMBER = /^-?\d{1,24}(\.\d{1,10})?$/;
/** EPS is printed to two places: below half of one it is rightly 0.00. */
const LEAST_EPS = '0.005';

/** The columns of a filing whose days are known. A context's own scope counts; one that says none has the filing's. */
export function columnsOf(
  instance: XbrlInstance,
  days: ReadonlyMap<string, ReportedDays>,
  scopeOf: (context: XbrlContext) => Column['scope'],
): Column[] {
  const facts = new Map<string, XbrlFact[]>();
  for (const fact of instance.facts) {
    const list = facts.get(fact.context);
    if (list === undefined) facts.set(fact.context, [fact]);
    else list.push(fact);
  }
  return instance.contexts.flatMap((context) => {
    const of = days.get(context.id);
    return of === undefined
      ? []
      : [
          {
            ...of,
            id: context.id,
            axes: context.axes,
            scope: scopeOf(context),
            facts: facts.get(context.id) ?? [],
          },
        ];
  });
}

/**
 * The figures of a filing, in whole units whatever it says of rounding. What it has without a usable value has null and the
 * reason. Equal figures of two columns for the same days are one.
 */
export function figuresOf(columns: readonly Column[], currency: string, filing: string): Observation[] {
  const all = columns.flatMap((column) =>
    column.axes.length === 0
      ? [...statementOf(column, currency, filing), ...sharesOf(column, filing)]
      : segmentOf(column, currency, filing),
  );
  return withoutRepeats(all);
}

function statementOf(column: Column, currency: string, filing: string): Observation[] {
  return column.facts.flatMap((fact) => {
    const element = Object.hasOwn(XBRL_ELEMENTS, fact.name) ? XBRL_ELEMENTS[fact.name] : undefined;
    if (element === undefined || !belongs(element, column)) return [];
    return [
      observation(column, fact, element.metric, read(fact, element, column, currency), currency, filing),
    ];
  });
}

/** Balances are of a day; flows, and the share capital that stands beside them, of a span. */
function belongs({ metric }: Element, { start }: Column): boolean {
  const isSpan = start !== null;
  if (metric === 'paid_up_capital' || metric === 'face_value') return isSpan;
  return isSpan === (METRICS[metric].kind === 'FLOW');
}

function read(fact: XbrlFact, element: Element, column: Column, currency: string): Read {
  const wanted = METRICS[element.metric].unit === 'MONEY_PER_SHARE' ? `${currency}/share` : currency;
  const found = numberOf(fact, wanted);
  if (found.value === null) return found;
  if (found.value.isZero()) {
    const reason = emptyReason(element, column);
    return reason === null ? found : { value: null, reason };
  }
  if (element.metric === 'capex' && found.value.isNegative())
    return {
      value: null,
      reason: 'stated as negative, though purchases are stated as positive outflows',
    };
  return found;
}

function numberOf(fact: XbrlFact, unit: string): Read {
  if (fact.text === null || fact.text === '') return { value: null, reason: 'empty in the filing' };
  if (fact.unit === null) return { value: null, reason: 'the filing gives no unit' };
  if (fact.unit !== unit) return { value: null, reason: `its unit is ${fact.unit}, not ${unit}` };
  if (!NUMBER.test(fact.text)) return { value: null, reason: `"${fact.text.slice(0, 30)}" is not a number` };
  return { value: decimal(fact.text), reason: null };
}

/** Why a printed 0 is no figure; null where it may be one. */
function emptyReason({ metric, zero }: Element, column: Column): string | null {
  if (zero === 'EMPTY') return 'printed as 0: not filled in';
  if (zero === 'EMPTY_WITHOUT_ASSETS')
    return isFilled(column, 'Assets') ? null : 'printed as 0 in a balance sheet that is not filled in';
  if (zero === 'EMPTY_WITHOUT_CASH_FLOW')
    return isFilled(column, 'CashFlowsFromUsedInOperatingActivities')
      ? null
      : 'printed as 0 in a cash flow statement that is not filled in';
  if (zero === 'FIGURE') return null;
  const profit = profitOf(column);
  if (profit === null || profit.isZero()) return null;
  if (METRICS[metric].unit === 'MONEY_PER_SHARE') {
    const shares = sharesIn(column);
    if (shares !== null && profit.div(shares).abs().lt(LEAST_EPS)) return null;
  }
  return 'printed as 0 while the profit is not 0: not filled in';
}

function isFilled(column: Column, name: string): boolean {
  const value = valueOf(column, name);
  return value !== null && !value.isZero();
}

function profitOf(column: Column): Decimal | null {
  return valueOf(column, 'ProfitLossForPeriod') ?? valueOf(column, 'ProfitLossForThePeriod');
}

function valueOf(column: Column, name: string): Decimal | null {
  const text = column.facts.find((fact) => fact.name === name)?.text ?? null;
  return text !== null && NUMBER.test(text) ? decimal(text) : null;
}

function sharesIn(column: Column): Decimal | null {
  const paid = valueOf(column, 'PaidUpValueOfEquityShareCapital');
  const face = valueOf(column, 'FaceValueOfEquityShareCapital');
  return paid === null || face === null || !paid.gt(0) || !face.gt(0) ? null : paid.div(face);
}

/** The number of shares: what is paid up, by the face value of one. It is the number that EPS in the same column stands on. */
function sharesOf(column: Column, filing: string): Observation[] {
  const shares = column.start === null ? null : sharesIn(column);
  const paid = column.facts.find(({ name }) => name === 'PaidUpValueOfEquityShareCapital');
  const face = valueOf(column, 'FaceValueOfEquityShareCapital');
  if (shares === null || paid === undefined || face === null) return [];
  const isWhole = shares.isInteger();
  const lost = paid.decimals === null ? null : paid.decimals + (face.gte(10) ? 1 : 0);
  return [
    {
      ...placeOf(column, 'PaidUpValueOfEquityShareCapital / FaceValueOfEquityShareCapital', filing),
      metric: 'shares_outstanding',
      start: null,
      unit: 'shares',
      value: isWhole ? shares.toFixed() : null,
      reason: isWhole ? null : 'the paid-up capital is not a whole number of shares at this face value',
      decimals: lost,
    },
  ];
}

/**
 * Revenue of a segment. Where a company reports both scopes, the rows of the standalone filing carry that in their name, so that
 * the two never mix.
 */
function segmentOf(column: Column, currency: string, filing: string): Observation[] {
  if (column.start === null || column.axes.length !== 1 || column.axes[0] !== SEGMENTS.axis) return [];
  const name = column.facts
    .find((fact) => fact.name === SEGMENTS.name)
    ?.text?.replace(/\s+/g, ' ')
    .trim();
  if (name === undefined || name === '') return [];
  const detail = name.slice(0, 120) + (column.scope === 'standalone' ? ' (standalone)' : '');
  return column.facts
    .filter((fact) => fact.name === SEGMENTS.revenue)
    .map((fact) => ({
      ...observation(column, fact, 'segment_revenue', numberOf(fact, currency), currency, filing),
      scope: 'segment',
      scope_detail: detail,
    }));
}

function observation(
  column: Column,
  fact: XbrlFact,
  metric: Observation['metric'],
  { value, reason }: Read,
  currency: string,
  filing: string,
): Observation {
  return {
    ...placeOf(column, fact.name, filing),
    metric,
    start: METRICS[metric].kind === 'FLOW' ? column.start : null,
    unit: METRICS[metric].unit === 'MONEY_PER_SHARE' ? `${currency}/share` : currency,
    value: value?.toFixed() ?? null,
    reason,
    decimals: fact.decimals,
  };
}

function placeOf(column: Column, name: string, filing: string) {
  return {
    scope: column.scope,
    scope_detail: null,
    end: column.end,
    value_high: null,
    published_at: null,
    filing,
    locator: `${name} in ${column.id}`,
    share_basis: null,
  } as const;
}

/** Equal figures once; of a figure with a value and one without, the one with it. Figures that differ all stay. */
function withoutRepeats(all: readonly Observation[]): Observation[] {
  const about = all.map(({ metric, scope, scope_detail, start, end }) =>
    [metric, scope, scope_detail, start, end].join('|'),
  );
  const valued = new Set(about.filter((_, nr) => all[nr]?.value !== null));
  const kept = new Map<string, Observation>();
  for (const [nr, one] of all.entries()) {
    const of = about[nr] ?? '';
    if (one.value === null && valued.has(of)) continue;
    const key = `${of}|${one.value ?? ''}`;
    if (!kept.has(key)) kept.set(key, one);
  }
  return [...kept.values()];
}
