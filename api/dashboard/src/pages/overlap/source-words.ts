import { percent } from '../../../../../charts/index.ts';
import type { ExposedStock } from '../../api/types.ts';

/** How each source adds to a company; a share that is held under another symbol than the company's is named. */
export function sourcesInWords({
  stock_symbol,
  sources,
}: Pick<ExposedStock, 'stock_symbol' | 'sources'>): string[] {
  const isNamed = sources.some(({ kind, symbol }) => kind === 'DIRECT' && symbol !== stock_symbol);
  return sources.map((source) =>
    source.kind === 'DIRECT'
      ? `Held directly${isNamed ? ` as ${source.symbol}` : ''}: ${percent(source.effective_weight_pct)}`
      : `${source.symbol}: ${percent(source.portfolio_weight_pct)} × ${percent(source.stock_weight_pct)} = ${percent(source.effective_weight_pct)}`,
  );
}
