import type { Amount, Fixed } from '../../platform/fixed-point.ts';
import type { RankedSecurities, UnrankableReason } from '../signals/index.ts';
import type { LiquidFund } from './liquid-sweep.ts';
import type { PolicyMarket } from './market.ts';
import type { PolicyLedger } from './policy-ledger.ts';

/** Everything that a plan is made of. Amounts are rupees. */
export interface PlanFacts {
  readonly market: PolicyMarket;
  readonly ledger: PolicyLedger;
  readonly at: number;
  readonly day: string;
  readonly topN: number;
  readonly keepRank: number;
  /** Cash and shares less the tax that is due. */
  readonly investable: Amount;
  readonly stockCap: Amount | null;
  readonly sectorCap: Amount | null;
  /** Below it nothing is ordered but the sale of a whole position; 0 without a limit. */
  readonly minOrder: Amount;
  /** Shares by rank, from the first. */
  readonly ranked: RankedSecurities['ranked'];
  rank(security: number): number | null;
  /** Why a share has no rank; null for one that has. */
  unrankable(security: number): UnrankableReason | null;
  bySymbol(a: number, b: number): number;
  /** The reference price; null where there is none today. */
  price(security: number): Fixed | null;
  sector(security: number): string | null;
  /** Values by sector; shares without a known one are left out. */
  sectorValues(values: ReadonlyMap<number, Amount>): Map<string, Amount>;
  /** A year's volatility; null where shares are weighted equally. */
  readonly volatility: ((security: number) => number) | null;
  /** Money, not a position of the strategy; null where the policy does not sweep. */
  readonly liquid: LiquidFund | null;
}
