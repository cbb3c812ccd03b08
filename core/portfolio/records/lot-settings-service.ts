import * as yup from 'yup';
import { auditedMutation } from '../../audit/index.ts';
import type { Context } from '../../platform/index.ts';
import { flag, view, type ViewOf } from '../../platform/schema/index.ts';
import { LedgerSettingsModel } from '../models.ts';
import {
  readIntradayKeys,
  readOutdatedKeys,
  readOutdatedOwners,
  rederivePositions,
} from '../positions/index.ts';

/** How a person's sales find their lots. */
export const lotSettingsView = view({
  /**
   * Shares and ETFs traded in India that were bought and sold on one day in one portfolio are matched first, as speculative
   * business (section 43(5)); older lots are untouched.
   */
  intraday_first: flag,
});
export type LotSettings = ViewOf<typeof lotSettingsView>;

export const lotSettingsInput = yup
  .object({ intraday_first: yup.boolean().required('intraday_first is required.') })
  .noUnknown();

/** The setting of how sales find their lots; positions follow it at once. */
export function createLotSettingsService(context: Context) {
  const { database } = context;
  const mutation = auditedMutation(context);

  const renew = mutation('positions.renew', {
    topics: ['ledger'],
    long: true,
    isSeen: (renewed: number) => renewed > 0,
    async run({ now, trx, userId }): Promise<number> {
      const keys = await readOutdatedKeys(trx);
      await rederivePositions(trx, userId, keys, now);
      return keys.length;
    },
  });

  return {
    async read(userId: string): Promise<LotSettings> {
      const row = await database.readAsUser(userId, (trx) => LedgerSettingsModel.query(trx).findById(userId));
      return { intraday_first: row?.intraday_first ?? true };
    },

    /** Changes the setting and replays every position that it can change. A repeat changes nothing. */
    save: mutation('lot_settings.change', {
      topics: ['ledger', 'settings'],
      long: true,
      async run({ now, trx, userId }, { intraday_first }: LotSettings): Promise<LotSettings> {
        const before = await LedgerSettingsModel.query(trx).findById(userId);
        await LedgerSettingsModel.query(trx)
          .insert({ owner_user_id: userId, intraday_first, updated_at: now })
          .onConflict('owner_user_id')
          .merge();
        if ((before?.intraday_first ?? true) !== intraday_first)
          await rederivePositions(trx, userId, await readIntradayKeys(trx, userId), now);
        return { intraday_first };
      },
    }),

    /**
     * Replays the positions calculated by an older rule, after an upgrade, person by person. A failure affects no other
     * person.
     * @param signal ends it before the next person.
     * @returns number of positions.
     * @throws AggregateError of all failures.
     */
    async renewOutdated(signal?: AbortSignal): Promise<number> {
      const owners = await database.readAsSystem('find positions of an older rule', readOutdatedOwners);
      let renewed = 0;
      const failures: unknown[] = [];
      for (const userId of owners) {
        if (signal?.aborted === true) break;
        try {
          renewed += await renew(userId, { actor: 'system:upgrade' });
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `positions are not replayed; people affected: ${failures.length}`);
      return renewed;
    },
  };
}
