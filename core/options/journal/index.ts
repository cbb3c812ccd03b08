export { attributionOf } from './attribution.ts';
export { debriefOf } from './debrief.ts';
export { createJournal, type Journal } from './journal.ts';
export { statesOf } from './journal-story.ts';
export {
  type JournalChoices,
  journalChoicesView,
  journalPage,
  type JournalPage,
  journalQuery,
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
  tradeHistoryQuery,
} from './journal-view.ts';
export { expectationOf, regimeCorrect, verdictOutcome } from './judgements.ts';
export { createModelNarrator } from './model-narrator.ts';
export { type Narrate, narrativeOf } from './narrative.ts';
export { type Peer, rejectedDeltaOf } from './rejected-delta.ts';
export { SIGNAL_DAYS } from './signals.ts';
