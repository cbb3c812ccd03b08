export {
  createFundHoldings,
  type FundHoldings,
  type FundHoldingsDay,
  fundHoldingsUntil,
  type FundHoldingsView,
} from './fund-holdings-service.ts';
export {
  type FundHoldingsInput,
  fundHoldingsInput,
  MOST_FUND_HOLDINGS,
  symbolKey,
  WEIGHT_TOLERANCE_PCT,
} from './inputs.ts';
export type { FundHolding } from './models.ts';
