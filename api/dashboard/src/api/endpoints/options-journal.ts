import type { JournalChoices } from '../../../../../core/options/index.ts';
import { http } from '../client.ts';
import type { BattleLog, BattleSummary, Journal, JournalAsked, JournalNote, JournalStory } from '../types.ts';
import { at } from './rows.ts';

/** Closed trades of the options workspace, notes on them, and how strategies were chosen. */
export const OPTIONS_JOURNAL = {
  list: (query: JournalAsked) => http.get<Journal>('/api/journal', { ...query }),
  choices: () => http.get<JournalChoices>('/api/options/journal/choices'),
  read: (tag: string, query: { mode?: string }) => http.get<JournalStory>(at`/api/journal/${tag}`, query),
  /** @param notes null deletes the note */
  note: (tag: string, mode: string, notes: string | null) =>
    http.patch<JournalNote>(`${at`/api/journal/${tag}/notes`}?mode=${mode}`, { notes }),
  battles: (date: string, page: number, page_size: number) =>
    http.get<BattleLog>('/api/battle/log', { date, page, page_size }),
  battleSummary: () => http.get<BattleSummary>('/api/battle/summary'),
};
