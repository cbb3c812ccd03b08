import type { HoldingValuation, LedgerEvidence, HoldingsValuation } from '../../portfolio/index.ts';
import { dayInWords, daysBetween } from '../../platform/index.ts';
import {
  daysOfChain,
  explanation,
  figureInput,
  priceInput,
  rateInput,
  settingInput,
  shown,
  transactionInput,
  valueInput,
} from '../explain.ts';
import { type Explanation, type FigureInput, MOST_INPUTS } from '../explanation.ts';
import { valueBasisOn } from '../measures/index.ts';
import type { PerformanceFigure, PerformanceView } from './view.ts';
import { allFlows, DAYS_A_YEAR, measuredAt } from '../../finance/returns/index.ts';
import type { PerformanceFacts } from './performance-facts.ts';

/** Evidence that only explanations need. */
interface PerformanceEvidence {
  /** The rows that moved most money, and how many there are. */
  flows: LedgerEvidence;
  dividends: LedgerEvidence;
  /** In the portfolio's currency. */
  standing: HoldingsValuation;
  reference: number;
}

const POINTS = 'percent_points';
/** Inputs of alpha beside its payments: two returns, two values, cost, dividends and a close. */
const OTHER_INPUTS = 7;
const FX_SETTING = 'PORTFOLIO_USD_TO_INR_REFERENCE_FX';

/** The way to each headline figure; pure. */
export function explainPerformance(
  view: PerformanceView,
  facts: PerformanceFacts,
  evidence: PerformanceEvidence,
): Explanation[] {
  const { currency } = view;
  const money = (value: number | null) => (value === null ? '?' : shown(value, currency, 2));
  const figure = (
    name: PerformanceFigure,
    of: Pick<Explanation, 'formula' | 'definition'> &
      Partial<Pick<Explanation, 'worked' | 'inputs_total'>> & { inputs: FigureInput[] },
  ): Explanation =>
    explanation({
      figure: name,
      // An absurd rate is shown here only, with the reason.
      value: name === 'xirr_pct' ? (facts.standings.xirr ?? view[name]) : view[name],
      unit: POINTS,
      reason: view.reasons[name],
      ...of,
    });
  const value = figureInput('Current value', view.current_value, currency, view.as_of);
  const invested = figureInput('Invested', view.total_invested, currency, view.as_of);
  const dividends = figureInput('Dividends after tax withheld', view.total_dividends, currency, view.as_of);
  const gain = figureInput('Unrealised gain', view.total_gain, currency, view.as_of);
  const prices = pricesOf(evidence.standing);
  const dividendRows = evidence.dividends.items.map(transactionInput);
  const dividendRates = evidence.dividends.fx_rates.map(rateInput);
  const flowRates = evidence.flows.flow_rates.map(rateInput);
  const years = daysBetween(facts.daily.first_day ?? view.as_of, view.as_of) / DAYS_A_YEAR;
  const position = figureInput(
    `Value of the same payments in ${view.benchmark.name}`,
    view.benchmark.position_value,
    currency,
    view.as_of,
  );
  const payments = paymentsOf(view, facts);
  const { made, realised_gain, unrealised_gain, dividends: received, charges } = view.money_made;
  return [
    explanation({
      figure: 'made',
      value: made,
      unit: currency,
      formula: 'realised gain + unrealised gain + dividends, each after charges',
      worked: `${money(realised_gain)} + ${money(unrealised_gain)} + ${money(received)} = ${money(made)}, after charges of ${money(charges)}`,
      definition: 'money_made',
      inputs: [value, dividends, ...prices],
      reason: view.money_made.reason ?? undefined,
    }),
    figure('xirr_pct', {
      formula: 'the rate at which sum(flow / (1 + rate) ^ (days since the first flow / 365)) = 0',
      worked: `${shown(evidence.flows.total)} flows and ${money(view.current_value)} as received on ${dayInWords(view.as_of)} discount to zero at ${points(facts.standings.xirr)}${alternatives(view)}`,
      definition: 'xirr',
      inputs: [value, ...evidence.flows.items.map(transactionInput), ...flowRates, ...prices],
      inputs_total: 1 + evidence.flows.total + flowRates.length + prices.length,
    }),
    figure('cagr_pct', {
      formula: '(current value / total invested) ^ (1 / years since the first day of the values) - 1',
      worked: `(${money(view.current_value)} / ${money(view.total_invested)}) ^ (1 / ${shown(years)}) - 1 = ${points(view.cagr_pct)}`,
      definition: 'cagr',
      inputs: [value, invested, ...firstValue(facts)],
    }),
    figure('total_return_pct', {
      formula: '(gain + dividends) / invested',
      worked: `(${money(view.total_gain)} + ${money(view.total_dividends)}) / ${money(view.total_invested)} = ${points(view.total_return_pct)}`,
      definition: 'total_return',
      inputs: [gain, dividends, invested, ...prices],
    }),
    figure('capital_return_pct', {
      formula: 'gain / invested',
      worked: `(${money(view.current_value)} - ${money(view.total_invested)}) / ${money(view.total_invested)} = ${points(view.capital_return_pct)}`,
      definition: 'capital_return',
      inputs: [value, invested, ...prices],
    }),
    figure('dividend_return_pct', {
      formula: 'dividends / invested',
      worked: `${money(view.total_dividends)} / ${money(view.total_invested)} = ${points(view.dividend_return_pct)}`,
      definition: 'dividend_return',
      inputs: [dividends, invested, ...dividendRows, ...dividendRates],
      inputs_total: evidence.dividends.total + dividendRates.length + 2,
    }),
    figure('alpha_pct', {
      formula:
        'return on what you hold - return of the same payments in the index, which is (value - value of the same payments in the index) / invested',
      worked: `${points(view.total_return_pct)} - ${points(view.benchmark.return_pct)} = (${money(view.current_value)} - ${money(view.benchmark.position_value)}) / ${money(view.total_invested)} = ${points(view.alpha_pct)}`,
      definition: 'alpha',
      inputs: [
        figureInput('Return on what you hold', view.total_return_pct, null, view.as_of),
        figureInput(
          `The same payments in ${view.benchmark.name}`,
          view.benchmark.return_pct,
          null,
          view.benchmark.to,
        ),
        value,
        position,
        invested,
        dividends,
        ...closesOf(view, facts),
        ...payments.inputs,
      ],
      inputs_total: 6 + closesOf(view, facts).length + payments.total,
    }),
    figure('twr_pct', {
      formula: twrFormula(facts),
      worked: `${shown(Math.max(0, view.series.filter(({ value }) => value !== null).length - 1))} spans from ${dayInWords(view.from ?? '?')} to ${dayInWords(view.to ?? '?')} chained = ${points(view.twr_pct)}`,
      definition: 'twr',
      inputs: [...valuesOf(view, facts), ...flowsOf(view, facts)],
    }),
    figure('twr_annual_pct', {
      formula: '(1 + time-weighted return) ^ (365 / days) - 1',
      worked: `(1 + ${points(view.twr_pct)}) ^ (365 / ${daysBetween(view.from ?? view.as_of, view.to ?? view.as_of)}) - 1 = ${points(view.twr_annual_pct)}`,
      definition: 'twr',
      inputs: [
        figureInput('Time-weighted return', view.twr_pct, null, view.to),
        figureInput('Days', daysBetween(view.from ?? view.as_of, view.to ?? view.as_of)),
      ],
    }),
    figure('fx_return_pct', {
      formula: 'dollars held × (rate - reference rate) / invested at the reference rate',
      worked: `${shown(facts.fx.dollars ?? 0, 'USD', 2)} × (${shown(facts.fx.rate ?? 0)} - ${shown(evidence.reference)}) / ${shown(facts.fx.invested ?? 0, 'INR', 2)} = ${points(view.fx_return_pct)}`,
      definition: 'fx_return',
      inputs: [
        settingInput(FX_SETTING, 'Reference rate, rupees per dollar', evidence.reference),
        figureInput('Rupees per dollar', facts.fx.rate, 'INR', view.as_of),
        figureInput('Dollars held', facts.fx.dollars, 'USD', view.as_of),
        figureInput('Invested, dollars at the reference rate', facts.fx.invested, 'INR', view.as_of),
        ...prices.filter(({ currency: of }) => of === 'USD'),
      ],
    }),
  ];
}

/** Holdings that came or went without money, such as those whose closes begin or end: no part of a return. */
const [ENTERED, LEFT] = ['Entered without money', 'Left without money'];

function twrFormula({ daily: { entered = [], left = [] } }: PerformanceFacts): string {
  return entered.length + left.length === 0
    ? 'product of (value + taken out + dividends) / (value before + put in) over all days - 1'
    : 'product of (value + taken out + dividends - entered without money) / (value before + put in - left without money) over all days - 1';
}

const points = (value: number | null): string => (value === null ? '?' : `${shown(value, null)} %`);

function pricesOf({ holdings, fx_rates }: HoldingsValuation): FigureInput[] {
  return [
    ...holdings.map((one: HoldingValuation) =>
      priceInput({
        symbol: `${one.symbol} (${shown(one.quantity)} in ${one.portfolio})`,
        date: one.priced_at?.slice(0, 10) ?? null,
        price: one.price,
        currency: one.currency,
        source: null,
      }),
    ),
    ...fx_rates.map(rateInput),
  ];
}

/** `; 20 % and -50 % fit as well`, where several rates do. */
function alternatives({ xirr_alternatives_pct: others }: PerformanceView): string {
  return others.length === 0
    ? ''
    : `; ${others.map(points).join(', ')} ${others.length === 1 ? 'fits' : 'fit'} too`;
}

function firstValue({ daily }: PerformanceFacts): FigureInput[] {
  const day = daily.first_day;
  if (day === null) return [];
  const at = daily.days.find((one) => one.day === day);
  const of = { portfolio: daily.portfolio, day, value: at?.value ?? null, currency: daily.currency };
  return [valueInput({ ...of, basis: valueBasisOn(daily, day) })];
}

function closesOf({ benchmark }: PerformanceView, { index }: PerformanceFacts): FigureInput[] {
  const { to, currency, name } = benchmark;
  const close = to === null ? null : measuredAt(index.closes, to);
  if (close === null) return [];
  const source = 'recorded closes';
  return [priceInput({ symbol: name, date: close.day, price: close.value, currency, source })];
}

/**
 * Payments into the index on each day, with its close: units are the payment over the close. Returns the largest ones and
 * their number: a ledger has thousands of days, and wording all of them would hold up other requests.
 */
function paymentsOf(
  { benchmark, as_of, currency }: PerformanceView,
  facts: PerformanceFacts,
): { inputs: FigureInput[]; total: number } {
  const byDay = new Map<string, number>();
  for (const { day, amount } of facts.daily.payments.amounts)
    if (day <= as_of) byDay.set(day, (byDay.get(day) ?? 0) + amount);
  const moved = [...byDay].filter(([, amount]) => amount !== 0);
  const heavy = moved
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, MOST_INPUTS - OTHER_INPUTS)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const inputs = heavy.flatMap(([day, amount]) => {
    const close = measuredAt(facts.index.closes, day);
    if (close === null) return [];
    const did = amount > 0 ? 'Paid into' : 'Taken out of';
    return [figureInput(`${did} ${benchmark.name} at ${shown(close.value)}`, amount, currency, day)];
  });
  return { inputs, total: moved.length };
}

function valuesOf(view: PerformanceView, { daily }: PerformanceFacts): FigureInput[] {
  const { currency, from, portfolio, series, to } = view;
  if (from === null || to === null) return [];
  const values = new Map(
    series.filter(({ value }) => value !== null).map(({ date, value }) => [date, value]),
  );
  const moved = [...allFlows(daily), ...daily.dividends];
  return daysOfChain([...values.keys()], moved, from, to).map((day) =>
    valueInput({ portfolio, day, value: values.get(day) ?? null, currency, basis: valueBasisOn(daily, day) }),
  );
}

function flowsOf({ from, to, currency }: PerformanceView, { daily }: PerformanceFacts): FigureInput[] {
  if (from === null || to === null) return [];
  const inside = ({ day }: { day: string }) => day > from && day <= to;
  return [
    ...daily.flows
      .filter(inside)
      .map(({ day, amount }) => figureInput(amount < 0 ? 'Taken out' : 'Put in', amount, currency, day)),
    ...[
      { label: 'Dividends', amounts: daily.dividends },
      { label: ENTERED, amounts: daily.entered ?? [] },
      { label: LEFT, amounts: daily.left ?? [] },
    ].flatMap(({ label, amounts }) =>
      amounts.filter(inside).map(({ day, amount }) => figureInput(label, amount, currency, day)),
    ),
  ];
}
