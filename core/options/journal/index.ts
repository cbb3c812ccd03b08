export { ATTRIBUTION_METHOD, ATTRIBUTION_PARTS, type Attribution, attributionOf } from './attribution.ts';
export { type Debrief, debriefOf } from './debrief.ts';
export { createJournal, type Journal } from './journal.ts';
export { statesOf } from './journal-story.ts';
export {
  type JournalChoices,
  journalChoicesView,
  journalPage,
  type JournalPage,
  journalQuery,
  type JournalQuery,
  type JournalRow,
  journalTradeQuery,
  journalStoryView,
  type JournalStory,
  MOST_NOTES,
  notesInput,
  notesView,
  type NotesView,
  type SignalView,
  tradeHistoryPage,
  type TradeHistoryPage,
  tradeHistoryQuery,
  type TradeHistoryRow,
} from './journal-view.ts';
export { expectationOf, regimeCorrect, verdictOutcome } from './judgements.ts';
export { createModelNarrator } from './model-narrator.ts';
export { type Narrate, type Narrative, narrativeOf, type Told } from './narrative.ts';
export { type Peer, rejectedDeltaOf } from './rejected-delta.ts';
export { SIGNAL_DAYS } from './signals.ts';
