import {
  date,
  listOf,
  number,
  numberOrNull,
  oneOf,
  pageOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import { UNIVERSE_EVENTS } from '../engine/index.ts';
import { findingView, metricsView, RUN_STATUSES, validationView } from './view.ts';

/** What a new backtest answers. */
export const runStartedView = view({ run_id: text, status: oneOf(...RUN_STATUSES) });
export type RunStartedView = ViewOf<typeof runStartedView>;

/** What a backtest came to, without the rest of it. */
export const runMetricsView = view({
  run_id: text,
  status: oneOf(...RUN_STATUSES),
  /** Null until it is completed. */
  metrics: metricsView.nullable().defined(),
  validation: validationView,
  findings: listOf(findingView),
});
export type RunMetricsView = ViewOf<typeof runMetricsView>;

/** Something that happened to the universe, or to a share that was held. */
const universeEventView = view({
  date,
  kind: oneOf(...UNIVERSE_EVENTS),
  symbol: text,
  name: textOrNull,
  /** A sentence for people, with its figures. */
  message: text,
  /** Rupees that came in by it; null where none did. */
  amount: numberOrNull,
});
export type UniverseEventView = ViewOf<typeof universeEventView>;
export const universeEventsPage = pageOf(universeEventView);

/** What goes over the live socket while a backtest runs, beside `type` and `ts`. */
const runProgressFrame = view({
  run_id: text,
  status: oneOf(...RUN_STATUSES),
  /** Percentage points. */
  progress: number,
});
export type RunProgressFrame = ViewOf<typeof runProgressFrame>;
