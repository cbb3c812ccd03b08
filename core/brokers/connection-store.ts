import { notFound, type Transaction } from '../platform/index.ts';
import type { ConnectionRow } from './connection-view.ts';
import { ConnectionModel } from './models.ts';
import type { SyncState } from './view.ts';

/** A connection that this process works on: it alone may write to it, as long as the epoch is the newest. */
export interface Claim {
  id: string;
  owner_user_id: string;
  epoch: number;
  claimed_at: Date;
  /** What it was before, for a process that has to give it back. */
  state_before: SyncState;
}

/** Who claims, and for how long. */
export interface Claimer {
  worker: string;
  now: Date;
  leaseUntil: Date;
}

export async function listConnections(trx: Transaction): Promise<ConnectionRow[]> {
  return (await joined(trx).orderByRaw('lower(c.label)')) as ConnectionRow[];
}

/** @throws 404 CONNECTION_NOT_FOUND */
export async function readConnection(trx: Transaction, id: string): Promise<ConnectionRow> {
  const row = /^\d{1,18}$/.test(id)
    ? ((await joined(trx).where('c.id', id).first()) as ConnectionRow)
    : undefined;
  if (row === undefined) throw notFound('CONNECTION');
  return row;
}

/** Another connection that puts its holdings into a portfolio. */
export async function connectionInto(
  trx: Transaction,
  portfolio: string,
  otherThan: string,
): Promise<ConnectionRow | undefined> {
  return (await joined(trx)
    .whereRaw('lower(coalesce(p.name, c.portfolio_name)) = lower(?)', [portfolio])
    .whereNot('c.id', otherThan)
    .first()) as ConnectionRow | undefined;
}

function joined(trx: Transaction) {
  return ConnectionModel.query(trx)
    .alias('c')
    .leftJoin('portfolio.portfolios as p', 'p.id', 'c.portfolio_id')
    .select('c.*', 'p.name as portfolio');
}

/** The row, locked, if the claim still holds; undefined when it went to another, was edited or deleted. */
export async function lockClaimed(trx: Transaction, claim: Claim): Promise<ConnectionModel | undefined> {
  return await ConnectionModel.query(trx).findOne({ id: claim.id, epoch: claim.epoch }).forUpdate();
}

const TAKE = `epoch = c.epoch + 1, worker = ?, lease_until = ?`;
/** RUNNING, and due: should the process die, it is taken up again once the lease is over. */
const TAKE_FOR_SYNC = `${TAKE}, state = 'RUNNING', last_attempt_at = ?, next_due_at = ?`;
const ANSWER = `c.id, c.owner_user_id, c.epoch, found.state as state_before`;

type Claimed = Omit<Claim, 'claimed_at'>;

/** Takes the sync that has been due longest; null when none is, or others are at it. As system: it sees all owners. */
export async function claimDueSync(trx: Transaction, by: Claimer): Promise<Claim | null> {
  return await claim(
    trx,
    by,
    `with found as (
       select id, state from broker.connections
       where next_due_at <= ? and role <> 'TRADING' and (lease_until is null or lease_until <= ?)
       order by next_due_at, id limit 1 for update skip locked
     )
     update broker.connections c set ${TAKE_FOR_SYNC} from found where c.id = found.id returning ${ANSWER}`,
    [by.now, by.now, by.worker, by.leaseUntil, by.now, by.now],
  );
}

/** Takes the token that has been due longest; null when none is, or others are at it. As system. */
export async function claimDueToken(trx: Transaction, by: Claimer): Promise<Claim | null> {
  return await claim(
    trx,
    by,
    `with found as (
       select id, state from broker.connections
       where token_due_at <= ? and (lease_until is null or lease_until <= ?)
       order by token_due_at, id limit 1 for update skip locked
     )
     update broker.connections c set ${TAKE} from found where c.id = found.id returning ${ANSWER}`,
    [by.now, by.now, by.worker, by.leaseUntil],
  );
}

/** Takes one connection; null when somebody else is at it. @param forSync false for a login, which leaves the state alone. */
export async function claimOne(
  trx: Transaction,
  id: string,
  by: Claimer,
  forSync: boolean,
): Promise<Claim | null> {
  const times = forSync ? [by.now, by.now] : [];
  return await claim(
    trx,
    by,
    `with found as (
       select id, state from broker.connections where id = ? and (lease_until is null or lease_until <= ?) for update
     )
     update broker.connections c set ${forSync ? TAKE_FOR_SYNC : TAKE} from found where c.id = found.id returning ${ANSWER}`,
    [id, by.now, by.worker, by.leaseUntil, ...times],
  );
}

async function claim(
  trx: Transaction,
  { now }: Claimer,
  sql: string,
  values: (string | Date)[],
): Promise<Claim | null> {
  const { rows } = await trx.raw<{ rows: Claimed[] }>(sql, values);
  const row = rows[0];
  return row === undefined ? null : { ...row, claimed_at: now };
}

/** Prolongs the lease. @returns false when the claim is no longer this process's. */
export async function renewLease(trx: Transaction, { id, epoch }: Claim, until: Date): Promise<boolean> {
  const held = await ConnectionModel.query(trx)
    .where({ id, epoch })
    .whereNotNull('lease_until')
    .patch({ lease_until: until });
  return held > 0;
}
