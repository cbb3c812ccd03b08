import fc from 'fast-check';
import type { PricePanel } from '../../../../core/strategies/panel/index.ts';
import type { StrategyName } from '../../../../core/strategies/signals/index.ts';
import { closesPanel, type RatioOnSession } from './closes-panel.ts';

/** A panel with a session to stand on. */
export interface RandomPanel {
  panel: PricePanel;
  at: number;
}

export const DEFAULT_TERMS: { strategies: readonly StrategyName[] } = {
  strategies: ['momentum_12_1', 'momentum_6_1', 'low_volatility', 'trend_quality'],
};

/** Short enough for small panels. */
export const SHORT_PARAMS: Readonly<Record<StrategyName, Record<string, number>>> = {
  momentum_12_1: { lookback_sessions: 24, skip_sessions: 4 },
  momentum_6_1: { lookback_sessions: 12, skip_sessions: 3 },
  low_volatility: { window_sessions: 20 },
  trend_quality: { window_sessions: 22 },
};

const RATIOS = [
  ['2', '1'],
  ['1', '5'],
  ['3', '2'],
  ['10', '1'],
] as const;

/** Numbers that look random, the same for the same seed: 0 to below 1. */
function stream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Up to a dozen shares over some sixty sessions: some listed late, some with days or weeks without a close, some that never
 * move, one that ends, splits and consolidations, and two that are the same.
 */
export function randomPanel(): fc.Arbitrary<RandomPanel> {
  return fc
    .record({
      seed: fc.integer(),
      shares: fc.integer({ min: 1, max: 12 }),
      sessions: fc.integer({ min: 25, max: 70 }),
      back: fc.integer({ min: 0, max: 12 }),
    })
    .map(({ seed, shares, sessions, back }) => {
      const next = stream(seed);
      const closes: Record<string, (number | null)[]> = {};
      const ratios: RatioOnSession[] = [];
      for (let share = 0; share < shares; share += 1) {
        const symbol = `S${(share * 5) % 13}`;
        closes[symbol] = closesOf(next, sessions);
        for (let count = Math.floor(next() * 3); count > 0; count -= 1) {
          const [new_shares, old_shares] = RATIOS[Math.floor(next() * RATIOS.length)] ?? RATIOS[0];
          ratios.push({ symbol, session: 1 + Math.floor(next() * (sessions - 1)), new_shares, old_shares });
        }
      }
      const twin = closes['S0'];
      if (next() < 0.3 && twin !== undefined) {
        closes['TWIN'] = [...twin];
        ratios.push(
          ...ratios.filter(({ symbol }) => symbol === 'S0').map((one) => ({ ...one, symbol: 'TWIN' })),
        );
      }
      return { panel: closesPanel(closes, ratios), at: Math.max(1, sessions - 1 - back) };
    });
}

function closesOf(next: () => number, sessions: number): (number | null)[] {
  const listed = next() < 0.2 ? Math.floor(next() * sessions) : 0;
  const ends = next() < 0.1 ? Math.floor(next() * sessions) : sessions;
  const missing = next() < 0.3 ? 0.06 : 0;
  const swing = next() < 0.15 ? 0 : 0.01 + 0.05 * next();
  let close = 10 + Math.floor(next() * 3000);
  let gap = 0;
  return Array.from({ length: sessions }, (_, at) => {
    close = Math.max(0.05, Math.round(close * (1 + (next() - 0.48) * swing) * 20) / 20);
    if (swing > 0 && next() < 0.01) gap = Math.floor(next() * 12);
    gap -= 1;
    return at < listed || at >= ends || gap >= 0 || next() < missing ? null : close;
  });
}
