import * as yup from 'yup';
import { auditedMutation } from '../../audit/index.ts';
import { addDays, type Context, istDate, istInstant } from '../../platform/index.ts';
import { view, type ViewOf, wholeOrNull } from '../../platform/schema/index.ts';
import { LedgerSettingsModel } from '../models.ts';

/** A person's setting for keeping hourly snapshots. */
export const snapshotSettingsView = view({
  /** Days after which only the last snapshot of a day remains; null is never. */
  hourly_days: wholeOrNull,
});
export type SnapshotSettings = ViewOf<typeof snapshotSettingsView>;

export const snapshotSettingsInput = yup
  .object({ hourly_days: yup.number().integer().min(7).max(3650).nullable().defined() })
  .noUnknown();

/**
 * Thinning of hourly snapshots, off until a person chooses it. The last snapshot of each day stays, of every portfolio and in
 * each currency, so that every daily series is the same before and after; days within the chosen time keep their hours.
 */
export function createSnapshotThinning(context: Context) {
  const { database, clock } = context;
  const mutation = auditedMutation(context);

  return {
    async read(userId: string): Promise<SnapshotSettings> {
      const row = await database.readAsUser(userId, (trx) => LedgerSettingsModel.query(trx).findById(userId));
      return { hourly_days: row?.hourly_days ?? null };
    },

    save: mutation('snapshot_settings.change', {
      topics: ['settings'],
      async run({ now, trx, userId }, { hourly_days }: SnapshotSettings): Promise<SnapshotSettings> {
        await LedgerSettingsModel.query(trx)
          .insert({ owner_user_id: userId, hourly_days, updated_at: now })
          .onConflict('owner_user_id')
          .merge();
        return { hourly_days };
      },
    }),

    /**
     * Deletes all but the last snapshot of each day older than its person's setting, one transaction per person: the run after
     * a killed one continues with the next person. Thinned days are not read again.
     * @returns snapshots deleted.
     */
    async run(): Promise<number> {
      const people = await database.readAsSystem('find people who thin their snapshots', (trx) =>
        LedgerSettingsModel.query(trx).whereNotNull('hourly_days').orderBy('owner_user_id'),
      );
      const today = istDate(clock.now());
      let deleted = 0;
      for (const { owner_user_id: userId, hourly_days, thinned_until } of people) {
        const until = istInstant(addDays(today, -(hourly_days ?? 0)), '00:00');
        if (hourly_days === null || (thinned_until !== null && thinned_until >= until)) continue;
        deleted += await database.change(
          userId,
          ['snapshots'],
          async (trx) => {
            await LedgerSettingsModel.query(trx).findById(userId).patch({ thinned_until: until });
            const { rowCount } = await trx.raw<{ rowCount: number }>(
              `delete from portfolio.snapshots s using (
                 select portfolio_id, hour, currency, row_number() over (
                   partition by portfolio_id, currency, (recorded_at at time zone 'Asia/Kolkata')::date
                   order by recorded_at desc) as nr
                 from portfolio.snapshots
                 where portfolio_id = any (array(select id from portfolio.portfolios)) and hour >= ? and hour < ?
               ) one where (one.portfolio_id, one.hour, one.currency) = (s.portfolio_id, s.hour, s.currency) and one.nr > 1`,
              [thinned_until ?? '-infinity', until] as never,
            );
            return rowCount;
          },
          (count) => count > 0,
        );
      }
      return deleted;
    },
  };
}
