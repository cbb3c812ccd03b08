import type { TreemapPart } from '../../../../../charts/index.ts';
import type { Attribution, Diversification } from '../../api/types.ts';

/**
 * A tile for each holding with its own gain; one for the symbol, without a gain, where the cost of one of its holdings is
 * not known or the gains are not read yet.
 */
export function tilesOf(report: Diversification, attribution: Attribution | undefined): TreemapPart[] {
  const uncounted = new Set(attribution?.excluded.map(({ symbol }) => symbol));
  return report.holdings.flatMap(({ symbol, sector, value, portfolios }): TreemapPart[] => {
    const group = sector?.trim() || 'Unclassified';
    const counted = attribution?.holdings.filter((one) => one.symbol === symbol) ?? [];
    if (counted.length === 0 || uncounted.has(symbol))
      return [{ label: symbol, group, value, change_pct: null }];
    return counted.map(({ portfolio, market_value, gain_pct }) => ({
      label: portfolios.length > 1 ? `${symbol} (${portfolio})` : symbol,
      group,
      value: market_value,
      change_pct: gain_pct,
    }));
  });
}
