import {
  date,
  flag,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { LEVELS } from './level.ts';

const level = oneOf(...LEVELS);
const reason = view({ code: text, message: text, value: numberOrNull, limit: numberOrNull });

const broker = view({
  broker: text,
  /** Null as long as too few samples came. */
  level: oneOfOrNull(...LEVELS),
  since: instantOrNull,
  reasons: listOf(reason),
  last_sample_at: instantOrNull,
  /** The last samples: at most 20, of the ten minutes before the last one. */
  window: view({
    samples: whole,
    failures: whole,
    latency_p95_ms: numberOrNull,
    error_rate_pct: numberOrNull,
    quote_age_s: numberOrNull,
  }),
  /** Changes of the last seven days, the newest first. */
  history: listOf(view({ since: instant, level, reasons: listOf(reason) })),
  /** Of the last five sessions, the newest first: the lowest level and the share of the known time that was OK. */
  sessions: listOf(view({ day: date, lowest: oneOfOrNull(...LEVELS), ok_pct: numberOrNull })),
  /** Over these sessions together; null where nothing is known. */
  ok_pct: numberOrNull,
  /** Samples of the last day, thinned out: for the chart. */
  latency: listOf(view({ at: instant, latency_ms: numberOrNull, failed: flag })),
});

export const brokerHealthView = view({
  brokers: listOf(broker),
  is_trading: flag,
  thresholds: listOf(view({ figure: text, level, at: number })),
});
export type BrokerHealthView = ViewOf<typeof brokerHealthView>;
export type BrokerView = BrokerHealthView['brokers'][number];
