import type { LedgerToWrite } from './books-store.ts';
import type {
  Contribution,
  Performance,
  Position,
  PolicyLedger,
  PolicyMarket,
  Session,
  StrategyConfig,
} from '../../strategies/index.ts';

/** A position at the price that it was valued at. */
export type ValuedPosition = Pick<Position, 'security' | 'quantity' | 'price' | 'pricedOn' | 'missed'>;

/** An instalment that is due. */
export interface DueContribution extends Contribution {
  id: string;
  nr: number;
}

/** A session that is over, with all that there is to write of it. */
export interface FinishedSession {
  day: string;
  session: Session;
  performance: Performance;
  benchmark: number | null;
  /** The level of the benchmark that counts as 10. */
  benchmarkBase: number | null;
  /** False for a rebalance on a session that the books went through before. */
  isWholeDay: boolean;
  market: PolicyMarket;
  ledger: PolicyLedger;
  config: StrategyConfig;
  /** The price that each order was planned with, by share, where it came from, and where the fill's came from. */
  sources: {
    reference(security: number): 'CLOSE' | 'LTP';
    fill(security: number): 'QUOTE' | 'REFERENCE';
  };
  /** What was held before the orders. */
  pricedAs: readonly ValuedPosition[];
  /** Money that was due; `session.flow` tells whether it could be taken. */
  contributions: readonly DueContribution[];
  cashBefore: bigint;
  taxPaidBefore: bigint;
}

/** What of a session goes into the books. */
export const ledgerToWrite = (finished: FinishedSession): LedgerToWrite => ({
  day: finished.day,
  openedOn: finished.day,
  state: finished.ledger.state(),
  valuation: finished.session.valuation,
  performance: finished.performance,
  benchmarkBase: finished.benchmarkBase,
  share: shareOf(finished.market),
});

/** Instrument and symbol of a share by its index. */
export const shareOf =
  (market: PolicyMarket): LedgerToWrite['share'] =>
  (security) => {
    const share = market.panel.securities[security];
    if (share === undefined || share.instrument_id === null)
      throw new Error('a share without an instrument is held');
    return { instrument_id: share.instrument_id, symbol: share.symbol };
  };
