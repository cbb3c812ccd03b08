import type { Core } from '../../core/assembly/index.ts';
import { market, type MarketBuilder } from './market.ts';

/** Six shares that walk for three years, with a split, a bonus, dividends, and one that is delisted. */
export const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'] as const;
export const HISTORY = { from: '2022-06-01', to: '2025-06-30' } as const;
/** What is asked of it unless something else is said. */
export const WINDOW = { from: '2024-01-01', to: '2025-06-30' } as const;

/** The market that backtests in tests trade in. Whoever wants more of it adds it before `write`. */
export function walkingMarket(): MarketBuilder {
  const built = market().levels('NIFTY500', HISTORY.from, (at) => 18_000 + 5 * at, HISTORY.to);
  for (const [at, symbol] of SYMBOLS.entries()) {
    const isLast = at === SYMBOLS.length - 1;
    built
      .share(symbol, {
        name: `${symbol} Ltd`,
        sector: at % 2 === 0 ? 'Banks' : 'Software',
        ...(isLast ? { delisted_on: '2025-03-03' } : {}),
      })
      .walk(symbol, {
        ...HISTORY,
        ...(isLast ? { to: '2025-02-28' } : {}),
        seed: 41 + at,
        start: 100 + 50 * at,
        drift: 0.03 * (at - 1),
      })
      .member('NIFTY500', symbol, '2015-01-01');
  }
  return built
    .split('AAA', '2024-08-01', 2, 1)
    .dividend('BBB', '2024-07-01', 2.5)
    .dividend('EEE', '2024-09-02', 4);
}

export const CONFIG = {
  strategy: 'momentum_12_1',
  universe: [...SYMBOLS] as string[] | 'NIFTY500' | 'NIFTY50',
  top_n: 2,
  rebalance: 'monthly',
  weighting: 'equal',
} as const;

/** The body of a backtest on it. */
export function backtest(change: Record<string, unknown> = {}, config: Record<string, unknown> = {}) {
  return { ...WINDOW, initial_capital: 1_000_000, config: { ...CONFIG, ...config }, ...change };
}

const NEVER = new AbortController().signal;

/** Does all that waits. */
export async function runAll({ strategies }: Pick<Core, 'strategies'>): Promise<void> {
  while (await strategies.worker.next(NEVER));
}
