import { momentum } from './momentum.ts';

export const MOMENTUM_6_1 = momentum({
  name: 'momentum_6_1',
  title: 'Momentum, 6 months less 1',
  meaning: 'Shares that rose most over the half year before the last month rank first.',
  formula: 'close 21 sessions ago / close 126 sessions ago − 1',
  lookback: 126,
});
