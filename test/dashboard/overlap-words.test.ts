import assert from 'node:assert/strict';
import type { ExposedStock } from '../../api/dashboard/src/api/types.ts';
import { sourcesInWords } from '../../api/dashboard/src/pages/overlap/source-words.ts';

describe('words of where a company comes from', () => {
  const held = (symbol: string, weight: number): ExposedStock['sources'][number] => ({
    kind: 'DIRECT',
    symbol,
    name: null,
    portfolios: ['P'],
    portfolio_weight_pct: weight,
    stock_weight_pct: 100,
    effective_weight_pct: weight,
    value: weight,
    as_of: null,
    is_stale: false,
    reason: null,
  });

  it('a share that is held under an older symbol too is named each time', () => {
    const words = (...symbols: string[]) =>
      sourcesInWords({ stock_symbol: 'SHRIRAMFIN', sources: symbols.map((symbol) => held(symbol, 4)) });
    assert.deepEqual(words('SHRIRAMFIN'), ['Held directly: 4.00%']);
    assert.deepEqual(words('SHRIRAMFIN', 'SRTRANSFIN'), [
      'Held directly as SHRIRAMFIN: 4.00%',
      'Held directly as SRTRANSFIN: 4.00%',
    ]);
    assert.deepEqual(words('SRTRANSFIN'), ['Held directly as SRTRANSFIN: 4.00%']);
  });
});
