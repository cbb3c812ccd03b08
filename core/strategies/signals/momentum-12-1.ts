import { momentum } from './momentum.ts';

export const MOMENTUM_12_1 = momentum({
  name: 'momentum_12_1',
  title: 'Momentum, 12 months less 1',
  meaning: 'Shares that rose most over the year before the last month rank first.',
  formula: 'close 21 sessions ago / close 252 sessions ago − 1',
  lookback: 252,
});
