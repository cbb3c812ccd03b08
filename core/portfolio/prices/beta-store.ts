import type { Context } from '../../platform/index.ts';
import { HoldingModel } from '../models.ts';
import { lockFreeHoldings } from './free-holdings.ts';

/** A holding whose beta may be worked out: of a kind that has one, and without one that somebody wrote. */
export interface HoldingWithoutBeta {
  id: string;
  symbol: string;
  isin: string | null;
  asset_class: HoldingModel['asset_class'];
  beta: number | null;
  beta_as_of: string | null;
  beta_reason: string | null;
}

/** A beta that was worked out, or why there is none. */
export interface HoldingBeta {
  id: string;
  beta: number | null;
  /** The last day that it rests on. */
  as_of: string | null;
  reason: string | null;
}

/** What is listed and moves with a market; funds, bonds, cash and unlisted shares have no price of each session. */
const WITH_BETA = ['Indian Equity', 'US Equity', 'ETF', 'Commodity'];

/**
 * Betas of holdings. One that a person, a file or a broker wrote stays: it is told from ours by `beta_computed`, the
 * one that was worked out last. Whoever takes theirs away gets ours with the next round.
 */
export function createBetaStore({ database, clock }: Pick<Context, 'database' | 'clock'>) {
  return {
    /** The holdings whose beta is ours to work out. */
    async wanted(userId: string): Promise<HoldingWithoutBeta[]> {
      return await database.readAsUser(userId, (trx) =>
        HoldingModel.query(trx)
          .select('id', 'symbol', 'isin', 'asset_class', 'beta', 'beta_as_of', 'beta_reason')
          .whereIn('asset_class', WITH_BETA)
          .whereRaw('(beta is null or beta = beta_computed)')
          .orderBy('id'),
      );
    },

    /**
     * Writes what changed, in one change of the owner's data; nothing where nothing did. A holding that is gone, that
     * somebody gave a beta meanwhile, or that an import is at work on, is passed over: the next round finds it again.
     * @returns how many holdings changed.
     */
    async write(
      userId: string,
      before: readonly HoldingWithoutBeta[],
      betas: readonly HoldingBeta[],
    ): Promise<number> {
      const known = new Map(before.map((holding) => [holding.id, holding]));
      const changed = betas.filter(({ id, beta, as_of, reason }) => {
        const old = known.get(id);
        return (
          old !== undefined && (old.beta !== beta || old.beta_as_of !== as_of || old.beta_reason !== reason)
        );
      });
      if (changed.length === 0) return 0;
      return await database.change(userId, ['prices'], async (trx) => {
        const free = await lockFreeHoldings(
          trx,
          changed.map(({ id }) => id),
          'price',
        );
        const written = changed.filter(({ id }) => free.has(id));
        const { rowCount } = await trx.raw<{ rowCount: number }>(
          `update portfolio.holdings h set beta = v.beta, beta_computed = v.beta, beta_as_of = v.as_of,
             beta_reason = v.reason, updated_at = ?
           from unnest(?::bigint[], ?::float8[], ?::date[], ?::text[]) as v (id, beta, as_of, reason)
           where h.id = v.id and (h.beta is null or h.beta = h.beta_computed)`,
          [
            clock.now(),
            written.map(({ id }) => id),
            // Neither Knex nor its types know that an array may hold nulls; the driver does.
            written.map(({ beta }) => beta) as unknown as string[],
            written.map(({ as_of }) => as_of) as string[],
            written.map(({ reason }) => reason) as string[],
          ],
        );
        return rowCount;
      });
    },
  };
}
