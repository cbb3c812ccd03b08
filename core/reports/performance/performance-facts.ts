import type { FxSplit } from '../../finance/attribution/index.ts';
import type { IndexCloses } from '../../market/index.ts';
import type { LifetimeGain } from '../../portfolio/index.ts';
import type { AsKnown, LineLimits, ValueLine } from '../measures/index.ts';
import type { Span } from '../span.ts';
import type { ValuationOnDay } from './return-facts.ts';

/** Everything that the report is worked out from. */
export interface PerformanceFacts extends LineLimits {
  daily: ValueLine;
  as_known: AsKnown;
  standings: ValuationOnDay;
  index: IndexCloses;
  fx: FxSplit & { rate: number | null; rate_is_reference: boolean };
  span: Span;
  /** Null for a day in the past, of which it is not recorded. */
  made: LifetimeGain | null;
}
