import type { DbTransaction } from '../../platform/index.ts';
import type { FileAnswers } from './files/index.ts';

/** What the person answered on files of a shape; null where nothing. */
export async function rememberedAnswers(trx: DbTransaction, shape: string): Promise<FileAnswers | null> {
  const { rows } = await trx.raw<{ rows: FileAnswers[] }>(
    'select currency, asset_class, date_order from portfolio.import_answers where shape = ?',
    [shape],
  );
  return rows[0] ?? null;
}

/** Keeps what was answered now; what was not answered stays as it was. */
export async function rememberAnswers(
  trx: DbTransaction,
  { userId, shape, now }: { userId: string; shape: string; now: Date },
  { currency, asset_class, date_order }: FileAnswers,
): Promise<void> {
  if (currency === null && asset_class === null && date_order === null) return;
  await trx.raw(
    `insert into portfolio.import_answers as a (owner_user_id, shape, currency, asset_class, date_order, answered_at)
     values (?, ?, ?, ?, ?, ?)
     on conflict (owner_user_id, shape) do update set currency = coalesce(excluded.currency, a.currency),
       asset_class = coalesce(excluded.asset_class, a.asset_class),
       date_order = coalesce(excluded.date_order, a.date_order), answered_at = excluded.answered_at`,
    [userId, shape, currency, asset_class, date_order, now] as never,
  );
}
