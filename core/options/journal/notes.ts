import { type Actor, type Context, notFound } from '../../platform/index.ts';
import { type OptionsStore, writeAudit } from '../store/index.ts';
import { storedTrade } from './trade-pages.ts';
import type { NotesView, TradeAsked } from './journal-view.ts';

/**
 * Writes a person's note on a trade; null, or nothing but spaces, deletes it. What it was before stands in the audit. A note
 * that is the same already changes nothing.
 * @throws Problem 404 JOURNAL_NOT_FOUND, 503 OPTIONS_UNAVAILABLE
 */
export type SaveNotes = (
  userId: string,
  asked: TradeAsked,
  notes: string | null,
  actor: Actor,
) => Promise<NotesView>;

export function createSaveNotes({ clock }: Pick<Context, 'clock'>, store: OptionsStore): SaveNotes {
  return async (userId, asked, given, { actor }) => {
    const trimmed = given?.trim() ?? '';
    const notes = trimmed === '' ? null : trimmed;
    return await store.change(userId, async (workspace) => {
      const row = await storedTrade(workspace, asked);
      if (row === undefined) throw notFound('JOURNAL');
      const { mode, tag, operator_notes: before, notes_updated_at: since } = row;
      if (before === notes) return { tag, mode, operator_notes: notes, notes_updated_at: since };
      const now = clock.now();
      const notes_updated_at = now.toISOString();
      await workspace
        .rows('trade_journal')
        .where({ mode, tag })
        .update({ operator_notes: notes, notes_updated_at });
      await writeAudit(
        workspace,
        {
          actor,
          action: notes === null ? 'JOURNAL_NOTE_DELETED' : 'JOURNAL_NOTE_SAVED',
          subject: tag,
          reason: null,
          evidence: { mode, before, after: notes },
        },
        now,
      );
      return { tag, mode, operator_notes: notes, notes_updated_at };
    });
  };
}
