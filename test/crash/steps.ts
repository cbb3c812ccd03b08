import type { OrderGateways } from '../../core/brokers/orders/index.ts';
import type { Database, DbTransaction } from '../../core/platform/index.ts';

/**
 * Told of every moment at which a process may be stopped. `soon` means in the next turn of the event loop, when what was
 * begun right after is on its way and not answered.
 */
export type Passing = (step: string, when: 'now' | 'soon') => Promise<void>;

/** Transactions that only read: before and after their commit is the same. */
const READS = /^(?:read|find|look)/;
/** Kept up in the background by a real timer. */
const BACKGROUND = 'renew a lease';
/** Of these each order of a plan has one of its own. */
const OF_EACH_ORDER = ['claim an order', 'write what a broker answered'];

/** Counts how often something was asked for. */
function counter(): (label: string) => number {
  const counts = new Map<string, number>();
  return (label) => {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    return count;
  };
}

type Work<T> = (trx: DbTransaction) => PromiseLike<T>;

/** A database whose transactions tell of their steps, by what they are for. Everything passes through unchanged. */
export function watchedDatabase(database: Database, passing: Passing): Database {
  const countOf = counter();
  async function told<T>(
    what: string,
    work: Work<T>,
    run: (work: Work<T>) => Promise<T>,
    isRead = READS.test(what),
  ): Promise<T> {
    const label = OF_EACH_ORDER.includes(what) ? `${what} (${countOf(what)})` : what;
    const result = await run(async (trx) => {
      const done = await work(trx);
      if (!isRead) {
        await passing(`${label}: before the commit`, 'now');
        await passing(`${label}: during the commit`, 'soon');
      }
      return done;
    });
    await passing(`${label}: after`, 'now');
    return result;
  }
  return {
    ...database,
    asSystem: async (about, work) => {
      const why = typeof about === 'string' ? about : about.why;
      return why === BACKGROUND
        ? await database.asSystem(about, work)
        : await told(why, work, (inner) => database.asSystem(about, inner));
    },
    asUser: async (userId, work) =>
      await told('read for a person', work, (inner) => database.asUser(userId, inner)),
    readAsSystem: async (why, work) =>
      await told(why, work, (inner) => database.readAsSystem(why, inner), true),
    readAsUser: async (userId, work) =>
      await told('read for a person', work, (inner) => database.readAsUser(userId, inner)),
    change: async (userId, topics, work, isSeen) =>
      await told('answer a plan', work, (inner) => database.change(userId, topics, inner, isSeen)),
  };
}

/** Gateways that tell of each order before and after it is sent, and of each look into the orderbook. */
export function watchedGateways(gateways: OrderGateways, passing: Passing): OrderGateways {
  const countOf = counter();
  return {
    async open(ownerUserId, connectionId) {
      const gateway = await gateways.open(ownerUserId, connectionId);
      return {
        ...gateway,
        async place(order, options) {
          const nr = countOf('order');
          await passing(`send an order (${nr}): before`, 'now');
          await passing(`send an order (${nr}): on its way`, 'soon');
          const answer = await gateway.place(order, options);
          await passing(`send an order (${nr}): answered`, 'now');
          return answer;
        },
        async orders(signal) {
          await passing('read the orderbook: before', 'now');
          const book = await gateway.orders(signal);
          await passing('read the orderbook: after', 'now');
          return book;
        },
        async fills(signal) {
          await passing('read the trades: before', 'now');
          const fills = await gateway.fills(signal);
          await passing('read the trades: after', 'now');
          return fills;
        },
      };
    },
  };
}
