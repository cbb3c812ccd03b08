export { createMonthlyReturns } from './monthly-returns-service.ts';
export { type MonthlyReturnsView, monthlyReturnsView } from './view.ts';
