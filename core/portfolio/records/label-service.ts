import type { Instruments, Resolver } from '../../market/instruments/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import { HoldingModel } from '../models.ts';
import { type HoldingLabel, labelsFor, type UnlabelledHolding } from './registry-labels.ts';

/** Names and sectors of holdings from the registry of instruments. What a person, a file or a broker said stays. */
export function createLabelService(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  instruments: Pick<Instruments, 'resolver'>,
) {
  /** The holdings that lack a name or a sector. Cash needs neither. */
  async function missing(userId: string): Promise<UnlabelledHolding[]> {
    return await database.readAsUser(userId, (trx) =>
      HoldingModel.query(trx)
        .select('id', 'symbol', 'isin', 'asset_class', 'name', 'sector')
        .whereNot('asset_class', 'Cash')
        .where((either) => void either.whereNull('name').orWhereNull('sector'))
        .orderBy('id'),
    );
  }

  /** Fills in what is still missing, in one change of the owner's data. A holding that is gone is passed over. */
  async function fill(userId: string, labels: readonly HoldingLabel[]): Promise<number> {
    if (labels.length === 0) return 0;
    return await database.change(userId, ['ledger'], async (trx) => {
      const { rowCount } = await trx.raw<{ rowCount: number }>(
        `update portfolio.holdings h set name = coalesce(h.name, v.name), sector = coalesce(h.sector, v.sector),
           updated_at = ?
         from unnest(?::bigint[], ?::text[], ?::text[]) as v (id, name, sector)
         where h.id = v.id and ((h.name is null and v.name is not null) or (h.sector is null and v.sector is not null))`,
        [
          clock.now(),
          labels.map(({ id }) => id),
          labels.map(({ name }) => name) as string[],
          labels.map(({ sector }) => sector) as string[],
        ],
      );
      return rowCount;
    });
  }

  return {
    /**
     * Gives the person's holdings the names and sectors they lack; what is there stays (spec: Scheduler,
     * daily_sector_enrichment).
     * @param known of a run over many people, which reads it once.
     * @returns how many holdings got something.
     */
    async complete(userId: string, known?: Resolver): Promise<number> {
      const holdings = await missing(userId);
      if (holdings.length === 0) return 0;
      const resolver = known ?? (await instruments.resolver());
      return await fill(userId, labelsFor(holdings, resolver, istDate(clock.now())));
    },
  };
}
