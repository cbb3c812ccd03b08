import type { ChangeDay, DatedPrice, PriceSessions } from '../../market/calendar/index.ts';
import { daysBetween, LONGEST_CLOSURE_DAYS } from '../../platform/index.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';
import { missingHolding, type MissingHolding } from './coverage.ts';
import { isUnlisted, type ValuableHolding, type ValuedHolding } from './holding-value.ts';

/** Which session a price is of, and what the change of a session is called now. */
export interface ChangeDays {
  dateOf(holding: DatedPrice): string | null;
  /** True if an exchange of the holding trades on the day of its price; false for an unlisted holding. */
  isOfSession(holding: DatedPrice): boolean;
  changeOf(date: string | null): ChangeDay;
}

export function changeDays(sessions: PriceSessions, now: Date): ChangeDays {
  const known = new Map<DatedPrice, string | null>();
  const isOfSession = new Map<DatedPrice, boolean>();
  const dateOf = sessions.datesOf();
  return {
    dateOf(holding) {
      let date = known.get(holding);
      if (date === undefined) known.set(holding, (date = dateOf(holding)));
      return date;
    },
    isOfSession(holding) {
      let is = isOfSession.get(holding);
      if (is === undefined) {
        const date = this.dateOf(holding);
        isOfSession.set(holding, (is = date !== null && sessions.isSession(holding, date)));
      }
      return is;
    },
    changeOf: (date) => sessions.changeOf(date, now),
  };
}

/**
 * The one day that the change of these holdings is of: the newest session, at the exchange of each holding, that the
 * change of one of them is of. Where no change is known, or none of the week up to the newest price, it is the session of
 * that price, else its day; null where nothing has a price but those of trades.
 *
 * Indian and US shares may have sessions on the same date: both count. A price that is newer without a session (the
 * value of a fund on a Sunday, an unlisted share) does not make its day that of the rest.
 */
export function dayOfChange(
  holdings: readonly ValuedHolding[],
  in_: 'base' | 'own',
  days: ChangeDays,
): string | null {
  let changed: string | null = null;
  let session: string | null = null;
  let newest: string | null = null;
  const later = (one: string | null, date: string) => (one !== null && one > date ? one : date);
  for (const one of holdings) {
    const { holding } = one;
    // The price of a trade has no part in the change of a day.
    const isOfTrade = holding.price_source === TRADE_SOURCE;
    const date = one.own.value === null || isOfTrade ? null : days.dateOf(holding);
    if (date === null) continue;
    newest = later(newest, date);
    if (!days.isOfSession(holding)) continue;
    session = later(session, date);
    if (one[in_].dayChange !== null) changed = later(changed, date);
  }
  if (changed !== null && session !== null && daysBetween(changed, session) <= LONGEST_CLOSURE_DAYS)
    return changed;
  return session ?? newest;
}

/** Why a valued holding is missing from the change of a day; null where it counts. Money counts: it does not change. */
export function dayGap(
  { holding, own }: Pick<ValuedHolding, 'holding' | 'own'>,
  day: string | null,
  days: ChangeDays,
): 'NO_PREVIOUS_CLOSE' | 'OTHER_DAY' | null {
  if (isUnlisted(holding)) return 'OTHER_DAY';
  if (own.dayChange === null) return 'NO_PREVIOUS_CLOSE';
  if (holding.asset_class === 'Cash') return null;
  const date = days.dateOf(holding);
  return date !== null && date === day ? null : 'OTHER_DAY';
}

/** A holding that is missing because its price is of another day, with that day. */
export function ofOtherDay(holding: ValuableHolding, days: ChangeDays): MissingHolding {
  const missing = missingHolding(holding, 'OTHER_DAY');
  if (isUnlisted(holding))
    return {
      ...missing,
      reason: 'Its price is entered by hand and is of no session.',
      mend: 'An unlisted share has no daily change.',
    };
  const date = days.dateOf(holding);
  if (date === null) return missing;
  const { day_change_label: label } = days.changeOf(date);
  return {
    ...missing,
    reason: `Its price is of ${label === 'Today' ? 'today' : label}.`,
    price_day_label: label,
  };
}
