import type { HoldingValuation, HoldingsValuation } from '../../portfolio/index.ts';
import { diversificationWarnings } from './diversification-warnings.ts';
import { type DiversificationView, UNCLASSIFIED, type WeightedHolding, type WeightedGroup } from './view.ts';
import { concentration, grouped, herfindahl, type Part } from '../../finance/risk/index.ts';
import { exactSum } from '../../finance/figures/index.ts';

type Valued = HoldingValuation & { market_value: number };

/** The report without its explanations; pure. Values of nothing or less have no share. */
export function diversificationReport(standing: HoldingsValuation): DiversificationView {
  const valued = standing.holdings.filter(
    (one): one is Valued => one.market_value !== null && one.market_value > 0,
  );
  const whole = exactSum(valued.map(({ market_value }) => market_value));
  const by = (label: (one: Valued) => string) =>
    grouped(valued.map((one) => ({ label: label(one), value: one.market_value })));
  const symbols = by(({ symbol }) => symbol);
  const index = herfindahl(symbols);
  const reason =
    standing.holdings.length === 0
      ? 'There are no holdings.'
      : `No holding has a value. ${standing.holdings[0]?.reason ?? ''}`.trim();
  const view: DiversificationView = {
    portfolio: standing.portfolio,
    currency: standing.currency,
    total_value: index === null ? null : whole,
    asset_class: weighted(
      by(({ asset_class }) => asset_class),
      whole,
    ),
    sector: weighted(
      by(({ sector }) => sector ?? UNCLASSIFIED),
      whole,
    ),
    holdings: holdingsOf(standing.holdings, symbols, whole),
    concentration: concentration(symbols),
    herfindahl: index,
    is_estimated: valued.some(({ currency }) => currency !== standing.currency),
    fx_rates: standing.fx_rates,
    warnings: [],
    reasons: index === null ? { total_value: reason, herfindahl: reason, concentration: reason } : {},
    explanations: null,
  };
  return { ...view, warnings: diversificationWarnings(view) };
}

function weighted(parts: readonly (Part & { count: number })[], whole: number): WeightedGroup[] {
  return parts.map(({ label, value, count }) => ({
    label,
    value,
    share_pct: (value / whole) * 100,
    holdings_count: count,
  }));
}

/** By symbol, largest first; those without a value come last, by name. */
function holdingsOf(
  holdings: readonly HoldingValuation[],
  symbols: readonly Part[],
  whole: number,
): WeightedHolding[] {
  const bySymbol = new Map<string, HoldingValuation[]>();
  for (const one of holdings) bySymbol.set(one.symbol, [...(bySymbol.get(one.symbol) ?? []), one]);
  const values = new Map(symbols.map(({ label, value }) => [label, value]));
  const order = [...values.keys(), ...[...bySymbol.keys()].filter((symbol) => !values.has(symbol)).sort()];
  return order.flatMap((symbol) => {
    const same = bySymbol.get(symbol) ?? [];
    const [first] = same;
    if (first === undefined) return [];
    const value = values.get(symbol) ?? null;
    const unpriced = same.find(({ market_value }) => market_value === null);
    return [
      {
        symbol,
        name: first.name,
        asset_class: first.asset_class,
        sector: first.sector,
        portfolios: same.map(({ portfolio }) => portfolio),
        value,
        share_pct: value === null ? null : (value / whole) * 100,
        reason: unpriced === undefined ? null : (unpriced.reason ?? `No price for ${symbol}.`),
      },
    ];
  });
}
