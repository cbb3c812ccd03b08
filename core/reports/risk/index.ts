export { createRiskReport } from './risk-service.ts';
export {
  type PartialRisk,
  type RiskFigure,
  type RiskQuery,
  riskQuery,
  type RiskView,
  riskView,
} from './view.ts';
