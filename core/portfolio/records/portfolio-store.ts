import { notFound, type DbTransaction } from '../../platform/index.ts';
import { NETWORTH } from './inputs.ts';
import { PortfolioModel } from '../models.ts';

/** The owner's portfolios, Networth first, then by name. @param owners for the system: of these people. */
export async function listPortfolios(
  trx: DbTransaction,
  owners?: readonly string[],
): Promise<PortfolioModel[]> {
  const rows = PortfolioModel.query(trx).orderBy([
    { column: 'is_protected', order: 'desc' },
    { column: 'name' },
  ]);
  return await (owners === undefined
    ? rows
    : rows.whereRaw('owner_user_id = any(?::bigint[])', [[...owners]]));
}

export async function findPortfolio(trx: DbTransaction, id: string): Promise<PortfolioModel | undefined> {
  return await PortfolioModel.query(trx).findById(id);
}

/** Finds a portfolio by its name, whatever the case. */
export async function findPortfolioByName(
  trx: DbTransaction,
  name: string,
): Promise<PortfolioModel | undefined> {
  return await PortfolioModel.query(trx).whereRaw('lower(name) = lower(?)', [name.trim()]).first();
}

/**
 * Ids of the named portfolios; a name that has no definition yet gets one (spec: Import and ledger rules 4).
 * @returns a map from the lower-case name to the row.
 */
export async function ensurePortfolios(
  trx: DbTransaction,
  userId: string,
  names: string[],
): Promise<Map<string, PortfolioModel>> {
  // The first spelling of a name wins.
  const wanted = new Map(names.toReversed().map((name) => [name.trim().toLowerCase(), name.trim()]));
  for (const name of wanted.values()) {
    await trx.raw(
      'insert into portfolio.portfolios (owner_user_id, name) values (?, ?) on conflict (owner_user_id, lower(name)) do nothing',
      [userId, name],
    );
  }
  const rows = await PortfolioModel.query(trx).whereRaw('lower(name) = any(?)', [[...wanted.keys()]]);
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]));
}

/** The same for one name. */
export async function ensurePortfolio(
  trx: DbTransaction,
  userId: string,
  name: string,
): Promise<PortfolioModel> {
  const row = (await ensurePortfolios(trx, userId, [name])).get(name.trim().toLowerCase());
  if (row === undefined) throw notFound('PORTFOLIO');
  return row;
}

/** The names of the owner's portfolios by their ids, Networth among them. */
export async function portfolioNames(trx: DbTransaction): Promise<Map<string, string>> {
  const rows = await PortfolioModel.query(trx).select('id', 'name');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The protected aggregate, where it is made already. */
export async function findNetworth(trx: DbTransaction): Promise<PortfolioModel | undefined> {
  return await PortfolioModel.query(trx).findOne({ is_protected: true });
}

/** The protected aggregate, made at first need. */
export async function ensureNetworth(trx: DbTransaction, userId: string): Promise<PortfolioModel> {
  const known = await findNetworth(trx);
  if (known !== undefined) return known;
  await ensureNetworths(trx, [userId]);
  const row = await findNetworth(trx);
  if (row === undefined) throw new Error('the Networth portfolio could not be created');
  return row;
}

/** Creates Networth of people who have none. */
export async function ensureNetworths(trx: DbTransaction, userIds: readonly string[]): Promise<void> {
  await trx.raw(
    `insert into portfolio.portfolios (owner_user_id, name, is_protected)
     select u.id, ?, true from unnest(?::bigint[]) u (id) order by u.id on conflict (owner_user_id, lower(name)) do nothing`,
    [NETWORTH, [...userIds]] as never,
  );
}
