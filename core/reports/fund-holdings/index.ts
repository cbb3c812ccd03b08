export { createFundHoldings, type FundHoldings, fundHoldingsUntil } from './fund-holdings-service.ts';
export {
  fundHoldingsDayQuery,
  type FundHoldingsInput,
  fundHoldingsInput,
  fundHoldingsQuery,
  MOST_FUND_HOLDINGS,
  symbolKey,
  WEIGHT_TOLERANCE_PCT,
} from './inputs.ts';
export {
  type FundHolding,
  fundHoldingsDayView,
  type FundHoldingsView,
  fundHoldingsView,
} from './view.ts';
