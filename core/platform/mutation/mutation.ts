import type { Database, DbTransaction, ChangeTopics } from '../database/index.ts';
import { parseInput, type FieldError, notFound } from '../input/index.ts';
import type { Model, ModelClass, QueryBuilder } from 'objection';
import type * as yup from 'yup';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { withTimeOf } from '../time-limits.ts';
import type { Actor } from './actor.ts';
import type { Receipts } from './receipts.ts';

/** What goes on record about a change: kinds with the shape of their data. */
type EventShapes = object;

/** An event as it is written down. */
export interface RecordedEvent<E extends EventShapes, K extends keyof E = keyof E> {
  userId: string;
  actor: string;
  at: Date;
  kind: K;
  /** What it is about: the id of a row, or a symbol. */
  subject: string;
  data: E[K];
}

/** A table by its model, or a query that joins others to it. */
type Source<M extends Model> = (new () => M) | ((trx: DbTransaction) => QueryBuilder<M, M[]>);

/** A change under way: its transaction, and what it may do beside its queries. */
export interface Change<E extends EventShapes> {
  readonly trx: DbTransaction;
  readonly userId: string;
  /** Who asked, for columns that say so. */
  readonly actor: string;
  /** The moment of the change: all that it writes bears this one. */
  readonly now: Date;
  /**
   * Reads the row that is to be changed and locks it to the end. `source` is its table, or a query that joins others to it.
   * @param noun what it is called in a refusal: `HOLDING`.
   * @param alias of its table in a query of several.
   * @throws 404 `<noun>_NOT_FOUND`
   */
  locked<M extends Model>(noun: string, source: Source<M>, id: string, alias?: string): Promise<M>;
  /** Puts on record what was done, in the transaction that does it. */
  record<K extends keyof E>(kind: K, subject: string, data: E[K]): Promise<void>;
}

/** What every mutation declares. */
interface Common<R> {
  /** True for what may touch a whole ledger: its statements have the time of `long` work. */
  long?: true;
  /** False for a result of which nobody needs to hear: the revision stays and nothing is announced. */
  isSeen?: (result: R) => boolean;
}

interface WithInput<E extends EventShapes, T, A extends unknown[], R> extends Common<R> {
  /** The schema of the body, or what checks one. It throws 422 before anything is opened. */
  input: yup.Schema<T> | ((body: unknown) => T);
  /** What a schema cannot say. */
  rules?: (input: T) => FieldError[];
  /**
   * What it writes and holds: writers of one topic queue up, and what is kept in memory of it is dropped. A function where
   * that depends on the input.
   */
  topics: ChangeTopics | ((userId: string, input: T) => Promise<ChangeTopics>);
  run: (change: Change<E>, input: T, ...args: A) => Promise<R>;
}

interface WithoutInput<E extends EventShapes, A extends unknown[], R> extends Common<R> {
  input?: never;
  topics: ChangeTopics;
  run: (change: Change<E>, ...args: A) => Promise<R>;
}

/** Declares one way to change a person's data, and makes it ready to be called. */
export interface Mutation<E extends EventShapes> {
  /** Called as `(userId, ...args, body, actor)`. */
  <T, A extends unknown[], R>(
    name: string,
    declared: WithInput<E, T, A, R>,
  ): (userId: string, ...rest: [...args: A, body: unknown, actor: Actor]) => Promise<R>;
  /** Called as `(userId, ...args, actor)`. */
  <A extends unknown[], R>(
    name: string,
    declared: WithoutInput<E, A, R>,
  ): (userId: string, ...rest: [...args: A, actor: Actor]) => Promise<R>;
}

interface MutationDependencies<E extends EventShapes> {
  database: Database;
  clock: Clock;
  log: Log;
  receipts: Receipts;
  /** Writes an event down; platform knows none of the kinds. */
  record: (trx: DbTransaction, event: RecordedEvent<E>) => Promise<void>;
}

/**
 * The one way to change a person's data: the body is checked, then everything happens in one transaction behind that
 * person's other writers, with its audit events, and is announced when it is committed. Under an idempotency key it happens
 * once: a repeat changes nothing and gets the first result, which must therefore be plain JSON.
 */
export function createMutation<E extends EventShapes>(parts: MutationDependencies<E>): Mutation<E> {
  const { clock, database, log, receipts } = parts;

  const mutation = (
    name: string,
    declared: WithInput<E, unknown, unknown[], unknown> | WithoutInput<E, unknown[], unknown>,
  ) => {
    const { isSeen, long } = declared;
    return async (userId: string, ...rest: unknown[]): Promise<unknown> => {
      const actor = rest.at(-1) as Actor;
      const args = declared.input === undefined ? rest.slice(0, -1) : rest.slice(0, -2);
      if (declared.input !== undefined) args.unshift(checked(declared, rest.at(-2)));
      const topics =
        typeof declared.topics === 'function' ? await declared.topics(userId, args[0]) : declared.topics;
      const { request } = actor;
      const sealed = request === undefined ? null : await receipts.seal(request);
      log.trace({ mutation: name, topics, actor: actor.actor }, 'a change');
      const carryOut = async (trx: DbTransaction) => {
        const work = async () =>
          await (declared.run as (change: Change<E>, ...all: unknown[]) => Promise<unknown>)(
            changeIn(trx, userId, actor.actor),
            ...args,
          );
        return sealed === null ? await work() : await receipts.within(trx, userId, sealed, work);
      };
      const change = async () => await database.change(userId, topics, carryOut, isSeen);
      return long === true ? await withTimeOf('long', change) : await change();
    };
  };
  return mutation as Mutation<E>;

  function changeIn(trx: DbTransaction, userId: string, actor: string): Change<E> {
    const now = clock.now();
    return {
      trx,
      userId,
      actor,
      now,
      locked: async (noun, source, id, alias) => await locked(trx, { noun, source, id, alias }),
      record: async (kind, subject, data) =>
        await parts.record(trx, { userId, actor, at: now, kind, subject, data }),
    };
  }
}

const ROW_ID = /^\d{1,18}$/;

function rowsOf<M extends Model>(trx: DbTransaction, source: Source<M>): QueryBuilder<M, M[]> {
  if (!('tableName' in source)) return (source as (trx: DbTransaction) => QueryBuilder<M, M[]>)(trx);
  return (source as unknown as ModelClass<M>).query(trx) as unknown as QueryBuilder<M, M[]>;
}

async function locked<M extends Model>(
  trx: DbTransaction,
  { noun, source, id, alias }: { noun: string; source: Source<M>; id: string; alias: string | undefined },
): Promise<M> {
  if (!ROW_ID.test(id)) throw notFound(noun);
  // Knex takes the names of tables here; Objection's types do not know.
  const lock = rowsOf(trx, source).findById(id) as unknown as {
    forUpdate(...of: string[]): PromiseLike<M | undefined>;
  };
  const row = await lock.forUpdate(...(alias === undefined ? [] : [alias]));
  if (row === undefined) throw notFound(noun);
  return row;
}

function checked<T>(
  { input, rules }: Pick<WithInput<object, T, unknown[], unknown>, 'input' | 'rules'>,
  body: unknown,
): T {
  return typeof input === 'function' ? input(body) : parseInput(input, body, rules);
}
