import type { PricePanel } from '../panel/index.ts';
import type { RunQuestion } from './calculate.ts';
import type { ResultBlock } from './result-blocks.ts';
import type { FindingView, MetricsView, ValidationView } from './view.ts';

/** A backtest over a panel that the thread has. */
export type PanelQuestion = Omit<RunQuestion, 'panel'>;

/** Result of a backtest, with its rows in blocks. */
export interface CalculatedRun {
  data_revision: string;
  survivorship: PricePanel['survivorship'];
  benchmark: { code: string; name: string } | null;
  metrics: MetricsView;
  validation: ValidationView;
  findings: FindingView[];
  blocks: ResultBlock[];
}

/** To the thread, which answers one after the other. */
export type ThreadRequest =
  /** Keeps a panel under a name; the numbers of it move. */
  | { kind: 'panel'; key: string; panel: PricePanel }
  | { kind: 'calculate'; key: string; question: PanelQuestion };

/** From the thread, with progress before the answer. */
export type ThreadReply =
  | { progress: number }
  | { done: true }
  /** The panel is not there, or not any more. */
  | { isMissing: true }
  | { result: CalculatedRun }
  | { error: string };
