import { notFound, type Transaction } from '../platform/index.ts';
import { TrashModel } from './models.ts';

const TABLES = { transaction: 'portfolio.transactions', holding: 'portfolio.holdings' } as const;
type Kind = keyof typeof TABLES;

/** A row as Postgres prints it, value by value as text, so that no digit is lost on the way to the trash and back. */
export const AS_TEXT = (alias: string): string =>
  `(select jsonb_object_agg(key, value #>> '{}') from jsonb_each(to_jsonb(${alias})))`;

/** Keeps a copy of a row that is about to be deleted. */
export async function keepRow(
  trx: Transaction,
  userId: string,
  kind: Kind,
  id: string,
  now: Date,
): Promise<void> {
  await trx.raw(
    `insert into portfolio.trash (owner_user_id, kind, row_id, body, deleted_at)
     select ?, ?, r.id, ${AS_TEXT('r')}, ? from ${TABLES[kind]} r where r.id = ?`,
    [userId, kind, now, id],
  );
}

/** The newest kept copy of a deleted row. @throws 404 when there is none (any more). */
export async function keptRow(trx: Transaction, kind: Kind, id: string): Promise<TrashModel> {
  const kept = await TrashModel.query(trx).where({ kind, row_id: id }).orderBy('id', 'desc').first();
  if (kept !== undefined) return kept;
  throw notFound(
    kind.toUpperCase(),
    `There is no deleted ${kind} with this id, or it is gone for good after 30 days.`,
  );
}

/** Inserts a kept row again under its old id. @throws 404 PORTFOLIO_NOT_FOUND when its portfolio is gone. */
export async function putBackRow(trx: Transaction, kind: Kind, body: Record<string, unknown>): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>('select 1 from portfolio.portfolios where id = ?', [
    String(body.portfolio_id),
  ]);
  if (rows.length === 0)
    throw notFound('PORTFOLIO', `The portfolio of this ${kind} was deleted: it cannot be brought back.`);
  await putBackRows(trx, kind, [body], '');
}

/** Inserts kept rows again; what was entered anew meanwhile stays as it is. */
export async function putBackMissing(
  trx: Transaction,
  kind: Kind,
  bodies: Record<string, unknown>[],
): Promise<void> {
  await putBackRows(trx, kind, bodies, 'on conflict do nothing');
}

async function putBackRows(
  trx: Transaction,
  kind: Kind,
  bodies: Record<string, unknown>[],
  onConflict: string,
): Promise<void> {
  await trx.raw(
    `insert into ${TABLES[kind]} select * from jsonb_populate_recordset(null::${TABLES[kind]}, ?::jsonb) ${onConflict}`,
    [JSON.stringify(bodies)],
  );
}
