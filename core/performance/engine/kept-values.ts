import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflate, inflate } from 'node:zlib';
import type { Context } from '../../platform/index.ts';
import type { PortfolioValues } from './values-view.ts';

const [compressed, plain] = [promisify(deflate), promisify(inflate)];
/** Raised with every change of `PortfolioValues` or of how it is calculated. */
const FORMAT = 2;
/** Quick compression: the last tenth of the size would take four times as long. */
const LEVEL = 1;
const MOST_BYTES = 4_000_000;
/**
 * Fewest transactions of kept books. Processor ms to calculate values, and to keep and restore them: 78 and 29 at 2,000
 * transactions, 180 and 45 at 5,000, 340 and 49 at 10,000. Smaller books are not worth a write of 0.2 MB an hour.
 */
const FROM_ROWS = 5_000;
/** Time that values wait before they are written, so that several entries of a person cause one write. */
const KEPT_AFTER_MS = 10_000;
/** Most people whose values wait at once. The oldest are dropped, and the next process calculates them again. */
const MOST_WAITING = 32;

export type KeptValues = ReturnType<typeof createKeptValues>;

/** Values of one person that wait to be kept. */
interface Waiting {
  restsOn: string;
  views: Map<string, PortfolioValues>;
  /** Former words for the same state: rows that rest on these stay valid. */
  former: string[];
}

/**
 * Values that were slow to calculate, in the database: after a restart, and in another process, they are read in the place of
 * the books. A change of the data that they rest on makes them invalid. They are written after the answer; those that wait
 * when the process ends are calculated again.
 */
export function createKeptValues(
  { database, log }: Pick<Context, 'database' | 'log'>,
  { fromRows = FROM_ROWS } = {},
) {
  const wordOf = (restsOn: string): string => `${FORMAT} ${process.version} ${restsOn}`;
  let waiting = new Map<string, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();

  function wait(userId: string, one: Waiting): void {
    waiting.delete(userId);
    waiting.set(userId, one);
    const [oldest] = waiting.keys();
    if (waiting.size > MOST_WAITING && oldest !== undefined) waiting.delete(oldest);
    timer ??= setTimeout(() => void idle(), KEPT_AFTER_MS).unref();
  }

  /** Writes what waits, one person after the other. */
  function idle(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    written = written.then(async () => {
      const due = waiting;
      waiting = new Map();
      for (const [userId, one] of due) await write(userId, one);
    });
    return written;
  }

  /** Deletes the rows of this person that rest on anything else. A failure is logged: they can be calculated again. */
  async function write(userId: string, { restsOn, views, former }: Waiting): Promise<void> {
    try {
      const rows: { portfolio: string; body: Buffer }[] = [];
      for (const [portfolio, values] of views) {
        const body = await compressed(serialize(values), { level: LEVEL });
        if (body.length <= MOST_BYTES) rows.push({ portfolio, body });
      }
      const current = { owner_user_id: userId, rests_on: wordOf(restsOn) };
      await database.asUser(userId, async (trx) => {
        const table = () => trx('portfolio.kept_values');
        // Changes the words only: the body is not written again.
        if (former.length > 0)
          await table()
            .where({ owner_user_id: userId })
            .whereIn('rests_on', former.map(wordOf))
            .update({ rests_on: current.rests_on });
        if (rows.length > 0)
          await table()
            .insert(rows.map((row) => ({ ...current, ...row })))
            .onConflict(['owner_user_id', 'portfolio'])
            .merge();
        await table().where({ owner_user_id: userId }).whereNot({ rests_on: current.rests_on }).delete();
      });
    } catch (error) {
      log.warn({ err: error }, 'calculated values could not be kept');
    }
  }

  return {
    /**
     * Values of a portfolio; null unless they are kept and rest on the same state. A row that cannot be read is logged: its
     * values can be calculated again.
     */
    async read(userId: string, portfolio: string, restsOn: string): Promise<PortfolioValues | null> {
      const row: { body: Buffer } | undefined = await database.readAsUser(userId, (trx) =>
        trx('portfolio.kept_values')
          .where({ owner_user_id: userId, portfolio, rests_on: wordOf(restsOn) })
          .first('body'),
      );
      if (row === undefined) return null;
      try {
        return deserialize(await plain(row.body)) as PortfolioValues;
      } catch (error) {
        log.warn({ err: error }, 'kept values cannot be read');
        return null;
      }
    },

    /** True for books with as many transactions as are worth a row: then it saves more than it costs. */
    isLarge: (positions: readonly { rows: number }[]): boolean =>
      positions.reduce((sum, { rows }) => sum + rows, 0) >= fromRows,

    /** Stores the values of a portfolio a little later. */
    keep(userId: string, values: PortfolioValues, restsOn: string): void {
      const known = waiting.get(userId);
      const one = known?.restsOn === restsOn ? known : { restsOn, views: new Map(), former: [] };
      one.views.set(values.portfolio, values);
      wait(userId, one);
    },

    /** Gives the same values another word for their state: prices of other shares have changed. */
    keepOn(userId: string, before: string, restsOn: string): void {
      const known = waiting.get(userId);
      const { views, former } = known?.restsOn === before ? known : { views: new Map(), former: [] };
      wait(userId, { restsOn, views, former: [...former, before] });
    },

    idle,

    /** Waits for the write under way; values that still wait are dropped. */
    async close(): Promise<void> {
      waiting.clear();
      await idle();
    },
  };
}
