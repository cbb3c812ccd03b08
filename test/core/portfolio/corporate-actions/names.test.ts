import assert from 'node:assert/strict';
import { changesBySymbol, namesOfShare } from '../../../../core/portfolio/corporate-actions/names.ts';
import type { SymbolChange } from '../../../../core/market/instruments/index.ts';

const change = (from: string, to: string, on: string): SymbolChange => ({ exchange: 'NSE', from, to, on });
const CHANGES = changesBySymbol([
  change('LTI', 'LTIM', '2022-12-05'),
  change('LTIM', 'LTM', '2026-02-27'),
  change('TATAMOTORS', 'TMPV', '2025-10-24'),
  change('TMCV', 'TATAMOTORS', '2025-11-12'),
]);

describe('names of a share', () => {
  it('all of a chain, whichever of them one begins with', () => {
    const all = [
      { symbol: 'LTI', from: null, until: '2022-12-05' },
      { symbol: 'LTIM', from: '2022-12-05', until: '2026-02-27' },
      { symbol: 'LTM', from: '2026-02-27', until: null },
    ];
    assert.deepEqual(namesOfShare('LTI', '2021-01-04', CHANGES), all);
    assert.deepEqual(namesOfShare('LTIM', '2023-01-04', CHANGES), all);
    assert.deepEqual(namesOfShare('LTM', '2026-03-04', CHANGES), all);
  });

  it('a name that another company took later is meant for its own days alone', () => {
    assert.deepEqual(namesOfShare('TATAMOTORS', '2024-01-04', CHANGES), [
      { symbol: 'TATAMOTORS', from: null, until: '2025-10-24' },
      { symbol: 'TMPV', from: '2025-10-24', until: null },
    ]);
    assert.deepEqual(namesOfShare('TATAMOTORS', '2026-01-05', CHANGES), [
      { symbol: 'TMCV', from: null, until: '2025-11-12' },
      { symbol: 'TATAMOTORS', from: '2025-11-12', until: null },
    ]);
  });

  it('a share that was never renamed has one name, and a circle in the data ends', () => {
    assert.deepEqual(namesOfShare('TCS', '2024-01-04', CHANGES), [
      { symbol: 'TCS', from: null, until: null },
    ]);
    const circle = changesBySymbol([change('A', 'B', '2024-01-01'), change('B', 'A', '2024-01-01')]);
    assert.ok(namesOfShare('A', '2023-01-01', circle).length < 50);
  });
});
