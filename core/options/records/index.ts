import { brokerHealth } from './broker-health.ts';
import { closedTrade } from './closed-trade.ts';
import { execution } from './execution.ts';
import { ivSnapshot } from './iv-snapshot.ts';
import { margin } from './margin.ts';
import { marketAnalysis } from './market-analysis.ts';
import { marketEvent } from './market-event.ts';
import { marketOutcome } from './market-outcome.ts';
import { position } from './position.ts';
import { reconciliation } from './reconciliation.ts';
import type { RecordKind } from './record-kind.ts';
import { signal } from './signal.ts';
import { strategyBattle } from './strategy-battle.ts';

export { EVENT_RISKS, type EventRisk } from './event-risk.ts';
export { type ClosedLeg, type ClosedTrade, EXPIRY } from './closed-trade-shape.ts';
export { resultOf } from './trade-result.ts';
export { EVENT_CATEGORIES, SEVERITIES, type Severity } from './market-event.ts';
export { DIRECTIONS } from './market-outcome.ts';
export { VERDICTS } from './market-analysis.ts';
export { markKey, type MarkMoment, markMoment, markOf, expiryMoment } from './mark.ts';
export { rupeesOf, rupeesOrNull, unitsOf, unitsOrNull } from './money-units.ts';
export {
  broker as brokerField,
  type Costs,
  strategy as strategyField,
  underlying as underlyingField,
  type Instrument,
  type Mode,
  MODES,
  type Side,
  SIDES,
} from './record-fields.ts';
export { type TradeName, tradeKey } from './open-positions.ts';
export type { ParsedRecord, RecordKind, Taken } from './record-kind.ts';

/**
 * Every kind of record, in the order in which the records of a batch are written: events before the trades that they make
 * risky, positions before the trades that end them.
 */
export const RECORD_KINDS = [
  marketEvent,
  ivSnapshot,
  brokerHealth,
  margin,
  signal,
  strategyBattle,
  execution,
  position,
  closedTrade,
  reconciliation,
  marketAnalysis,
  marketOutcome,
] as unknown as readonly RecordKind[];
