/**
 * Risk: volatility, Sharpe ratio, drawdown, beta, concentration, and how far a sum that grows at random comes out from what is
 * expected.
 */
export { type Beta, betaOf, type DailySeries, WINDOW } from './beta.ts';
export { concentration, grouped, herfindahl, type Part } from './concentration.ts';
export { type Drawdown, drawdown } from './drawdown.ts';
export { type AtRisk, type Spread, spreadOf } from './lognormal-sum.ts';
export { populationVariance, sharpe, volatility } from './volatility.ts';
