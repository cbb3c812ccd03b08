import type { PriceSessions } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Context, DbTransaction } from '../platform/index.ts';
import { type ReadUndecided, undecidedIn, undecidedReason } from '../portfolio/index.ts';
import { type AlertRow, type createAlertService, listAlerts, subjectOf } from './alert-service.ts';
import { beginning, evaluate, type Verdict } from './alert-state.ts';
import { noticeOf } from './alert-words.ts';
import { AlertModel } from './models.ts';

/** Result of one evaluation of a person's alerts. */
export interface AlertRunResult {
  evaluated: number;
  fired: number;
  /** Alerts whose value is not known. */
  unknown: number;
}

/** Evaluates a person's alerts (spec: Scheduler, support_alert_monitor). */
export function createMonitor(
  context: Context,
  parts: {
    alerts: ReturnType<typeof createAlertService>;
    notifications: Pick<Notifications, 'notifyWithin'>;
    sessions: PriceSessions;
    readUndecided: ReadUndecided;
  },
) {
  const { clock, database } = context;

  /**
   * Evaluates all of a person's alerts at the stored prices. State and notices are written in one transaction: an interrupted
   * run changes nothing, and each crossing notifies exactly once.
   */
  return async function evaluateAlerts(userId: string): Promise<AlertRunResult> {
    const before = await database.readAsUser(userId, (trx) => listAlerts(trx));
    if (before.length === 0) return { evaluated: 0, fired: 0, unknown: 0 };
    const reading = await parts.alerts.readings(userId, before);
    const undecided = await parts.readUndecided(userId);
    return await database.asUser(userId, async (trx) => {
      // As they are now: another round may have been here meanwhile, and an alert may be gone.
      await AlertModel.query(trx).select('id').orderBy('id').forUpdate();
      const known = new Set(before.map(({ id }) => id));
      const now = (await listAlerts(trx)).filter(({ id }) => known.has(id));
      const verdicts = now.map((row) => ({
        row,
        // One that was made this moment begins here, as it would have in the next: it tells nobody what they just saw.
        verdict:
          row.last_evaluated_at === null
            ? beginning(row.kind, row.threshold.toNumber(), reading(row))
            : evaluate({ ...termsOf(row) }, reading(row)),
      }));
      await write(trx, verdicts, clock.now());
      const fired = verdicts.filter(({ verdict }) => verdict.fires);
      for (const { row, verdict } of fired) {
        const of = { asset_class: '', currency: row.currency ?? 'INR' };
        const day = parts.sessions.changeOf(reading(row).day, clock.now(), of).day_change_label;
        const alert = {
          id: row.id,
          kind: row.kind,
          subject: subjectOf(row),
          threshold: row.threshold.toNumber(),
          currency: row.currency,
        };
        await parts.notifications.notifyWithin(
          trx,
          userId,
          noticeOf(
            alert,
            {
              value: verdict.value ?? 0,
              day,
              provisional_reason:
                row.kind === 'DRAWDOWN_PCT' ? undecidedReason(undecidedIn(undecided, row.portfolio)) : null,
            },
            row.crossings + 1,
          ),
        );
      }
      return {
        evaluated: now.length,
        fired: fired.length,
        unknown: verdicts.filter(({ verdict }) => verdict.value === null).length,
      };
    });
  };
}

const termsOf = ({ kind, threshold, state, beyond_value, beyond_on }: AlertRow) => ({
  kind,
  threshold: threshold.toNumber(),
  state,
  beyond_value,
  beyond_on,
});

/** All in one statement, however many they are. An unknown value leaves the last one standing. */
async function write(
  trx: DbTransaction,
  verdicts: readonly { row: AlertRow; verdict: Verdict }[],
  now: Date,
): Promise<void> {
  // Neither Knex nor its types know that an array may hold nulls or numbers; the driver does.
  const column = (values: (string | number | boolean | null)[]) => values as unknown as string[];
  await trx.raw(
    `update portfolio.alerts a set state = v.state, last_value = coalesce(v.value, a.last_value), last_reason = v.reason,
       last_evaluated_at = ?, beyond_value = v.beyond_value, beyond_on = v.beyond_on,
       crossings = a.crossings + v.fires::int, fired_at = case when v.fires then ? else a.fired_at end
     from unnest(?::bigint[], ?::text[], ?::float8[], ?::text[], ?::float8[], ?::date[], ?::boolean[])
       as v (id, state, value, reason, beyond_value, beyond_on, fires)
     where a.id = v.id`,
    [
      now,
      now,
      verdicts.map(({ row }) => row.id),
      verdicts.map(({ verdict }) => verdict.state),
      column(verdicts.map(({ verdict }) => verdict.value)),
      column(verdicts.map(({ verdict }) => verdict.reason)),
      column(verdicts.map(({ verdict }) => verdict.beyond_value)),
      column(verdicts.map(({ verdict }) => verdict.beyond_on)),
      column(verdicts.map(({ verdict }) => verdict.fires)),
    ],
  );
}
