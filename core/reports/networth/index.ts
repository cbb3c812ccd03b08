export { createNetWorth, type NetWorthQuery, netWorthQuery } from './networth-report.ts';
export {
  type AccountWorth,
  type DebtWorth,
  LIABILITY_BASES,
  type LiabilityBasis,
  type NetWorthPoint,
  type NetWorthView,
} from './view.ts';
