import { notFound, type DbTransaction } from '../../platform/index.ts';
import { TrashModel } from '../models.ts';

const TABLES = { transaction: 'portfolio.transactions', holding: 'portfolio.holdings' } as const;
type Kind = keyof typeof TABLES;

/** A row as Postgres prints it, value by value as text, so that no digit is lost on the way to the trash and back. */
export const AS_TEXT = (alias: string): string =>
  `(select jsonb_object_agg(key, value #>> '{}') from jsonb_each(to_jsonb(${alias})))`;

/** A holding likewise, with the prices that were entered for it by hand: they go with it. */
export const HOLDING_AS_TEXT = (alias: string): string =>
  `${AS_TEXT(alias)} || jsonb_build_object('price_updates', (
     select coalesce(jsonb_agg(${AS_TEXT('u')} order by u.id), '[]')
     from portfolio.holding_price_updates u where u.holding_id = ${alias}.id))`;

const BODY = { transaction: AS_TEXT('r'), holding: HOLDING_AS_TEXT('r') } as const;

/** Keeps a copy of a row that is about to be deleted. */
export async function moveToTrash(
  trx: DbTransaction,
  userId: string,
  kind: Kind,
  id: string,
  now: Date,
): Promise<void> {
  await trx.raw(
    `insert into portfolio.trash (owner_user_id, kind, row_id, body, deleted_at)
     select ?, ?, r.id, ${BODY[kind]}, ? from ${TABLES[kind]} r where r.id = ?`,
    [userId, kind, now, id],
  );
}

/** A transaction as it stands, value by value as text; null where there is none. */
export async function keptTransaction(
  trx: DbTransaction,
  id: string,
): Promise<Record<string, unknown> | null> {
  const { rows } = await trx.raw<{ rows: { body: Record<string, unknown> }[] }>(
    `select ${BODY.transaction} as body from portfolio.transactions r where r.id = ?`,
    [id],
  );
  return rows[0]?.body ?? null;
}

/** The newest kept copy of a deleted row. @throws 404 when there is none (any more). */
export async function findInTrash(trx: DbTransaction, kind: Kind, id: string): Promise<TrashModel> {
  const kept = await TrashModel.query(trx).where({ kind, row_id: id }).orderBy('id', 'desc').first();
  if (kept !== undefined) return kept;
  throw notFound(
    kind.toUpperCase(),
    `There is no deleted ${kind} with this id, or it was deleted permanently after 30 days.`,
  );
}

/** Inserts a kept row again under its old id. @throws 404 PORTFOLIO_NOT_FOUND when its portfolio is gone. */
export async function restoreFromTrash(
  trx: DbTransaction,
  kind: Kind,
  body: Record<string, unknown>,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>('select 1 from portfolio.portfolios where id = ?', [
    String(body.portfolio_id),
  ]);
  if (rows.length === 0)
    throw notFound('PORTFOLIO', `The portfolio of this ${kind} was deleted, so it cannot be restored.`);
  await putBackRows(trx, kind, [body], '');
}

/** Inserts kept rows again; what was entered anew meanwhile stays as it is. */
export async function restoreMissing(
  trx: DbTransaction,
  kind: Kind,
  bodies: Record<string, unknown>[],
): Promise<void> {
  await putBackRows(trx, kind, bodies, 'on conflict do nothing');
}

async function putBackRows(
  trx: DbTransaction,
  kind: Kind,
  bodies: Record<string, unknown>[],
  onConflict: string,
): Promise<void> {
  await trx.raw(
    `insert into ${TABLES[kind]} select * from jsonb_populate_recordset(null::${TABLES[kind]}, ?::jsonb) ${onConflict}`,
    [JSON.stringify(bodies)],
  );
  if (kind === 'holding') await putBackPrices(trx, bodies);
}

/** What was kept before prices were has none. */
async function putBackPrices(trx: DbTransaction, bodies: Record<string, unknown>[]): Promise<void> {
  await trx.raw(
    `insert into portfolio.holding_price_updates (owner_user_id, holding_id, valuation_date, prior_price, price, source,
       note, created_at)
     select u.owner_user_id, u.holding_id, u.valuation_date, u.prior_price, u.price, u.source, u.note, u.created_at
     from jsonb_array_elements(?::jsonb) as kept (body)
       cross join lateral jsonb_populate_recordset(
         null::portfolio.holding_price_updates, coalesce(kept.body -> 'price_updates', '[]')) u
       join portfolio.holdings h on h.id = u.holding_id
     order by u.id`,
    [JSON.stringify(bodies)],
  );
}
