import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflate, inflate } from 'node:zlib';
import type { Context } from '../../platform/index.ts';
import type { PortfolioValues } from './values-view.ts';

const [compressed, plain] = [promisify(deflate), promisify(inflate)];
/** Raised with every change of `PortfolioValues` or of how it is calculated. */
const FORMAT = 1;
/** Quick compression: the last tenth of the size would take four times as long. */
const LEVEL = 1;
const MOST_BYTES = 4_000_000;
/** Books of fewer transactions are read and calculated in less than half a second. */
const FROM_ROWS = 10_000;

export type KeptValues = ReturnType<typeof createKeptValues>;

/**
 * Values that were slow to calculate, in the database: after a restart, and in another process, they are read in the place of
 * the books. They are worth nothing where what they rest on has changed.
 */
export function createKeptValues(
  { database, log }: Pick<Context, 'database' | 'log'>,
  { fromRows = FROM_ROWS } = {},
) {
  const wordOf = (restsOn: string): string => `${FORMAT} ${process.version} ${restsOn}`;
  return {
    /** @returns null unless they are kept and rest on the same. A row that cannot be read is logged: they can be calculated again. */
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

    /** Keeps them, and deletes those of this person that rest on anything else. A failure is logged: they can be calculated again. */
    async keep(userId: string, values: PortfolioValues, restsOn: string): Promise<void> {
      try {
        const body = await compressed(serialize(values), { level: LEVEL });
        if (body.length > MOST_BYTES) return;
        const row = {
          owner_user_id: userId,
          portfolio: values.portfolio,
          rests_on: wordOf(restsOn),
          body,
        };
        await database.asUser(userId, async (trx) => {
          await trx('portfolio.kept_values').insert(row).onConflict(['owner_user_id', 'portfolio']).merge();
          await trx('portfolio.kept_values')
            .where({ owner_user_id: userId })
            .whereNot({ rests_on: row.rests_on })
            .delete();
        });
      } catch (error) {
        log.warn({ err: error }, 'calculated values could not be kept');
      }
    },
  };
}
