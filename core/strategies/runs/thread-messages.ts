import type { PricePanel } from '../panel/index.ts';
import type { RunQuestion } from './calculate.ts';
import type { FindingView, MetricsView, ValidationView } from './view.ts';

/** What is asked of a panel that the thread has. */
export type PanelQuestion = Omit<RunQuestion, 'panel'>;

/** What a backtest came to, without its rows. */
export interface RunSummary {
  data_revision: string;
  survivorship: PricePanel['survivorship'];
  benchmark: { code: string; name: string } | null;
  metrics: MetricsView;
  validation: ValidationView;
  findings: FindingView[];
}

export const RESULT_TABLES = ['run_equity', 'run_orders', 'run_holdings', 'run_events'] as const;
export type ResultTable = (typeof RESULT_TABLES)[number];

/** Rows of one table as lines of COPY in UTF-8. */
export interface ResultRows {
  table: ResultTable;
  lines: Uint8Array;
}

/** The run that rows belong to. */
export interface RunKey {
  id: string;
  owner_user_id: string;
}

/** To the thread, which answers one after the other. */
export type ThreadRequest =
  /** Keeps a panel under a name; the numbers of it move. */
  | { kind: 'panel'; key: string; panel: PricePanel }
  | { kind: 'calculate'; key: string; run: RunKey; question: PanelQuestion }
  /** Asks for the next rows of what was calculated last. */
  | { kind: 'rows' };

/** From the thread. Progress is told in between. */
export type ThreadReply =
  | { progress: number }
  | { done: true }
  /** The panel is not there, or not any more. */
  | { isMissing: true }
  | { summary: RunSummary }
  | { next: ResultRows | null }
  | { error: string };
