import type { HoldingsValuation } from '../../portfolio/index.ts';
import { explanation, figureInput, priceInput, rateInput, shown } from '../explain.ts';
import type { Explanation, FigureInput } from '../explanation.ts';
import type { DiversificationView } from './view.ts';

/** The way to each headline figure; pure. */
export function explainDiversification(
  view: DiversificationView,
  standing: HoldingsValuation,
): Explanation[] {
  const { currency, concentration } = view;
  const rates = view.fx_rates.map(rateInput);
  const values: FigureInput[] = view.holdings.map(({ symbol, value }) =>
    figureInput(`Value of ${symbol}`, value, currency),
  );
  const prices = standing.holdings.map((one) =>
    priceInput({
      symbol: `${one.symbol} (${shown(one.quantity)} in ${one.portfolio})`,
      date: one.priced_at?.slice(0, 10) ?? null,
      price: one.price,
      currency: one.currency,
      source: null,
    }),
  );
  const money = (value: number | null) => (value === null ? '?' : shown(value, currency, 2));
  const largest = view.holdings[0];
  return [
    explanation({
      figure: 'herfindahl',
      value: view.herfindahl,
      unit: 'ratio',
      formula: 'sum of (value of a holding / value of all) ^ 2, one symbol over all portfolios',
      worked: `${squares(view)} = ${shown(view.herfindahl ?? 0, null)}`,
      definition: 'herfindahl',
      inputs: [figureInput('Value of all', view.total_value, currency), ...values, ...prices, ...rates],
      reason: view.reasons.herfindahl,
    }),
    explanation({
      figure: 'concentration.largest_pct',
      value: concentration.largest_pct,
      unit: 'percent_points',
      formula: 'value of the largest holding / value of all × 100',
      worked: `${money(largest?.value ?? null)} / ${money(view.total_value)} × 100 = ${shown(concentration.largest_pct ?? 0, null)} %`,
      definition: 'concentration',
      inputs: [...values.slice(0, 1), figureInput('Value of all', view.total_value, currency)],
      reason: view.reasons.concentration,
    }),
    explanation({
      figure: 'total_value',
      value: view.total_value,
      unit: currency,
      formula: 'sum of quantity × price, in one currency',
      worked: `${view.holdings.filter(({ value }) => value !== null).length} holdings = ${money(view.total_value)}`,
      definition: 'current_value',
      inputs: [...prices, ...rates],
      reason: view.reasons.total_value,
    }),
  ];
}

const SQUARES_SHOWN = 3;

/** `0.5 ^ 2 + 0.3 ^ 2 + …` */
function squares({ holdings }: DiversificationView): string {
  const shares = holdings.flatMap(({ share_pct }) => (share_pct === null ? [] : [share_pct / 100]));
  const terms = shares.slice(0, SQUARES_SHOWN).map((one) => `${shown(one, null)} ^ 2`);
  return [...terms, ...(shares.length > SQUARES_SHOWN ? ['…'] : [])].join(' + ');
}
