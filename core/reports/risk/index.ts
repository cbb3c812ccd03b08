export { createRiskReport } from './risk-service.ts';
export { type RiskQuery, riskQuery, type RiskView, riskView } from './view.ts';
