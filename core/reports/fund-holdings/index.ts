export { createFundHoldings, fundHoldingsUntil } from './fund-holdings-service.ts';
export {
  fundHoldingsDayQuery,
  type FundHoldingsInput,
  fundHoldingsInput,
  fundHoldingsQuery,
  symbolKey,
} from './inputs.ts';
export { type FundHolding, fundHoldingsDayView, type FundHoldingsView, fundHoldingsView } from './view.ts';
