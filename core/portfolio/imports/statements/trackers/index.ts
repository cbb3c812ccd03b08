export { ghostfolio } from './ghostfolio.ts';
export { portfolioPerformance } from './portfolio-performance.ts';
export { wealthfolio, wealthfolioTable } from './wealthfolio.ts';
