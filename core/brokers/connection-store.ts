import { fencedOff, FREE, notFound, type DbTransaction } from '../platform/index.ts';
import type { ConnectionRow } from './connection-view.ts';
import { ConnectionModel } from './models.ts';
import { type SyncEvent, transition } from './sync-state.ts';
import type { SyncState } from './view.ts';

export async function listConnections(trx: DbTransaction): Promise<ConnectionRow[]> {
  return (await joined(trx).orderByRaw('lower(c.label)')) as ConnectionRow[];
}

/** @throws 404 CONNECTION_NOT_FOUND */
export async function readConnection(trx: DbTransaction, id: string): Promise<ConnectionRow> {
  const row = /^\d{1,18}$/.test(id)
    ? ((await joined(trx).where('c.id', id).first()) as ConnectionRow)
    : undefined;
  if (row === undefined) throw notFound('CONNECTION');
  return row;
}

/** Another connection that puts its holdings into a portfolio. */
export async function connectionInto(
  trx: DbTransaction,
  portfolio: string,
  otherThan: string,
): Promise<ConnectionRow | undefined> {
  return (await joined(trx)
    .whereRaw('lower(coalesce(p.name, c.portfolio_name)) = lower(?)', [portfolio])
    .whereNot('c.id', otherThan)
    .first()) as ConnectionRow | undefined;
}

function joined(trx: DbTransaction) {
  return ConnectionModel.query(trx)
    .alias('c')
    .leftJoin('portfolio.portfolios as p', 'p.id', 'c.portfolio_id')
    .select('c.*', 'p.name as portfolio');
}

/** What a row gets when whoever worked on it is done. */
export const FREED = { ...FREE, worker: null } as const;

/** And what it gets when it is taken away from whoever works on it. */
export const takenAway = (row: Pick<ConnectionModel, 'epoch'>) => ({ ...FREED, ...fencedOff(row) });

/**
 * Writes what an event does to a connection, its state among it; the only way the state of one that exists is written.
 * @param row locked in this transaction. @param before for RELEASED, the state it goes back to.
 * @returns the new state. @throws UnknownTransition where the table of states does not know the step.
 */
export async function writeTransition(
  trx: DbTransaction,
  row: Pick<ConnectionModel, 'id' | 'state'>,
  event: SyncEvent,
  patch: Omit<Partial<ConnectionModel>, 'id' | 'state'>,
  before?: SyncState,
): Promise<SyncState> {
  const { to } = transition(event, row.state, before);
  await ConnectionModel.query(trx)
    .context({ isTransition: true })
    .findById(row.id)
    .patch({ ...patch, state: to });
  return to;
}
