/** Shapes of the options workspace, by the names the pages use. */
export type {
  Calibration,
  ConfidenceView as Confidence,
  Criterion,
  GoLiveAction,
  GoLiveChanged,
  GoLiveHistory,
  GoLiveStatus,
  MarketDataQuality,
  MarketPerformance,
  PromotionReport,
} from '../../../../core/options/index.ts';
export type {
  BattleLogPage as BattleLog,
  BattleSummary,
  JournalPage as Journal,
  JournalRow,
  JournalStory,
  NotesView as JournalNote,
} from '../../../../core/options/index.ts';

export interface JournalAsked {
  page: number;
  page_size: number;
  strategy: string;
  exit_reason: string;
  mode: string | undefined;
  from: string;
  to: string;
}
