import type { Notifications } from '../../notifications/index.ts';
import { list } from '../valuation/index.ts';
import type { ImportPorts } from './commit-import.ts';
import type { ImportResult } from './view.ts';

/**
 * Tells the person of a finished import through the outbox, in the transaction that wrote the rows. An import made in
 * the chat is answered there already.
 */
export function announceImports(
  notifications: Pick<Notifications, 'notifyWithin'>,
): Pick<ImportPorts, 'announce'> {
  return {
    async announce({ actor, trx, userId }, staged, result) {
      if (actor.startsWith('chat:')) return;
      await notifications.notifyWithin(trx, userId, {
        kind: 'import_finished',
        dedupKey: `import:${staged.id}`,
        title: staged.file_name === null ? 'Import finished' : `Imported ${staged.file_name}`,
        body: sentence(result),
        payload: {
          import_id: staged.id,
          imported: result.imported,
          skipped: result.skipped,
          replaced: result.replaced,
        },
      });
    },
  };
}

/** What an import came to, in words. */
function sentence({
  imported,
  skipped,
  replaced,
  skipped_reasons: reasons,
  unmatched_symbols,
}: ImportResult): string {
  const rows = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'row' : 'rows'}`;
  const parts = [imported === 0 ? 'Nothing new' : `${rows(imported)} recorded`];
  if (replaced > 0) parts.push(`${rows(replaced)} replaced`);
  if (skipped > 0) {
    const why = [
      reasons.already_recorded > 0
        ? `${reasons.already_recorded.toLocaleString('en-IN')} already recorded`
        : null,
      reasons.repeated_in_file > 0 ? `${reasons.repeated_in_file.toLocaleString('en-IN')} duplicate` : null,
      reasons.not_valid > 0 ? `${reasons.not_valid.toLocaleString('en-IN')} invalid` : null,
    ].filter((part) => part !== null);
    parts.push(`${rows(skipped)} skipped (${why.join(', ')})`);
  }
  const openings = soldWithoutPurchase(unmatched_symbols);
  return `${parts.join(', ')}.${openings === null ? '' : ` ${openings}`}`;
}

/** The symbols that lack an opening position, and where to complete them; null for none. */
export function soldWithoutPurchase(symbols: readonly string[]): string | null {
  if (symbols.length === 0) return null;
  const count =
    symbols.length === 1 ? '1 symbol was' : `${symbols.length.toLocaleString('en-IN')} symbols were`;
  return `${count} sold without a purchase: ${list(symbols)}. Add them in the dashboard under Data quality, Opening positions.`;
}
