import type { HoldingValuation, HoldingsValuation } from '../../portfolio/index.ts';
import { explanation, figureInput, priceInput, rateInput, shown } from '../explain.ts';
import type { Explanation } from '../explanation.ts';
import type { ReportWarning } from '../warning.ts';
import type { AttributionView, Contribution, ExcludedHolding } from './view.ts';
import { contributions, extremes } from '../../finance/attribution/index.ts';

type Counted = HoldingValuation & { invested: number; market_value: number; gain: number };

/** Each list holds so many at most (spec: Reports, /attribution). */
const TOP = 5;

/** The report without its explanations; pure. */
export function attributionReport(standing: HoldingsValuation): AttributionView {
  const counted = standing.holdings.filter(isCounted);
  const { total_invested, total_gain, items } = contributions(counted);
  const holdings = items.map(contributionOf);
  const isKnown = counted.length > 0;
  const reason =
    standing.holdings.length === 0
      ? 'There are no holdings.'
      : 'No holding has a cost, a price and an exchange rate.';
  return {
    portfolio: standing.portfolio,
    currency: standing.currency,
    total_invested: isKnown ? total_invested : null,
    total_gain: isKnown ? total_gain : null,
    contributed_pct: isKnown ? (total_gain / total_invested) * 100 : null,
    holdings,
    ...extremes(holdings, TOP),
    excluded: standing.holdings.filter((one) => !isCounted(one)).map(excludedHolding),
    is_estimated: counted.some(({ currency }) => currency !== standing.currency),
    fx_rates: standing.fx_rates,
    warnings: warningsOf(standing, counted),
    reasons: isKnown ? {} : { total_invested: reason, total_gain: reason, contributed_pct: reason },
    explanations: null,
  };
}

/** Holdings without cost basis are excluded (spec: Reports, /attribution), and so are those without a value. */
function isCounted(one: HoldingValuation): one is Counted {
  return one.invested !== null && one.invested > 0 && one.market_value !== null && one.gain !== null;
}

function contributionOf(one: Counted & { contributed_pct: number }): Contribution {
  const { id, portfolio, symbol, name, asset_class, sector, invested, market_value, gain } = one;
  return {
    holding_id: id,
    portfolio,
    symbol,
    name,
    asset_class,
    sector,
    invested,
    market_value,
    gain,
    gain_pct: (gain / invested) * 100,
    contributed_pct: one.contributed_pct,
  };
}

function excludedHolding({ id, portfolio, symbol, reason }: HoldingValuation): ExcludedHolding {
  return {
    holding_id: id,
    portfolio,
    symbol,
    reason: reason ?? `The recorded cost of ${symbol} is 0.`,
  };
}

function warningsOf(
  { holdings, fx_rates, currency }: HoldingsValuation,
  counted: readonly Counted[],
): ReportWarning[] {
  const warnings: ReportWarning[] = [];
  const left = holdings.length - counted.length;
  if (left > 0)
    warnings.push({
      code: 'HOLDINGS_EXCLUDED',
      message: `Excludes ${left === 1 ? '1 holding' : `${left} holdings`} without a cost, a price or an exchange rate, listed separately.`,
      count: left,
    });
  if (fx_rates.length > 0)
    warnings.push({
      code: 'FX_ESTIMATED',
      message: `Amounts in ${fx_rates.map(({ from }) => from).join(', ')} are converted to ${currency} at the latest rates, for cost and value alike, so contributions exclude currency gains.`,
      count: fx_rates.length,
    });
  return warnings;
}

/** The way to each headline figure; pure. */
export function explainAttribution(view: AttributionView, standing: HoldingsValuation): Explanation[] {
  const { currency } = view;
  const money = (value: number | null) => (value === null ? '?' : shown(value, currency, 2));
  const prices = standing.holdings.map((one) =>
    priceInput({
      symbol: `${one.symbol} (${shown(one.quantity)} in ${one.portfolio})`,
      date: one.priced_at?.slice(0, 10) ?? null,
      price: one.price,
      currency: one.currency,
      source: null,
    }),
  );
  const rates = view.fx_rates.map(rateInput);
  const costs = view.holdings.map(({ symbol, portfolio, invested }) =>
    figureInput(`Cost of ${symbol} in ${portfolio}`, invested, currency),
  );
  const gains = view.holdings.map(({ symbol, portfolio, gain }) =>
    figureInput(`Gain of ${symbol} in ${portfolio}`, gain, currency),
  );
  const [best] = view.holdings;
  return [
    explanation({
      figure: 'contributed_pct',
      value: view.contributed_pct,
      unit: 'percent_points',
      formula: 'of each holding: gain / total invested × 100, all in one currency',
      worked: `${money(view.total_gain)} / ${money(view.total_invested)} × 100 = ${shown(view.contributed_pct ?? 0, null)} %${best === undefined ? '' : `, of which ${best.symbol}: ${money(best.gain)} / ${money(view.total_invested)} × 100 = ${shown(best.contributed_pct, null)} %`}`,
      definition: 'attribution',
      inputs: [figureInput('Total invested', view.total_invested, currency), ...gains, ...prices, ...rates],
      reason: view.reasons.contributed_pct,
    }),
    explanation({
      figure: 'total_invested',
      value: view.total_invested,
      unit: currency,
      formula: 'sum of quantity × average purchase price of the counted holdings',
      worked: `${costs.length} holdings = ${money(view.total_invested)}`,
      definition: 'invested',
      inputs: [...costs, ...rates],
      reason: view.reasons.total_invested,
    }),
    explanation({
      figure: 'total_gain',
      value: view.total_gain,
      unit: currency,
      formula: 'sum of quantity × (price - average purchase price) of the counted holdings',
      worked: `${gains.length} holdings = ${money(view.total_gain)}`,
      definition: 'unrealised_gain',
      inputs: [...gains, ...prices, ...rates],
      reason: view.reasons.total_gain,
    }),
  ];
}
