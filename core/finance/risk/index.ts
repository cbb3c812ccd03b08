export { type Beta, betaOf, type DailySeries, WINDOW } from './beta.ts';
export { type Concentration, concentration, grouped, herfindahl, type Part } from './concentration.ts';
export { type AtRisk, type Spread, spreadOf } from './lognormal-sum.ts';
export { type Drawdown, drawdown, LEAST_RETURNS, sharpe, type Underwater, volatility } from './volatility.ts';
