import type { PriceSessions } from '../../market/calendar/index.ts';
import { ageInWords, dayInWords, istDate } from '../../platform/index.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';
import type { ValuedHolding } from './holding-value.ts';
import type { PriceAge } from './view.ts';

/**
 * How old the prices of a value are, by the sessions of each holding's exchange: a price of the last session that is over is
 * of now, whatever the hour. Money has no price, and an unlisted share is valued once a year. Prices of own trades are always
 * among the old ones, and are named as such.
 */
export function priceAge(valued: readonly ValuedHolding[], sessions: PriceSessions, now: Date): PriceAge {
  const priced = valued.filter(({ price, holding }) => price !== null && holding.asset_class !== 'Cash');
  const isOfLastSession = sessions.areOfLastSession(now);
  const old = priced.filter((one) => isOfTrade(one) || !isOfLastSession(datedPrice(one)));
  if (old.length === 0) return { outdated_holdings: 0, prices_of: null, age: null, age_message: null };
  const dateOf = sessions.datesOf();
  const days = old.map((one) => dateOf(datedPrice(one)));
  const [oldest = null] = days.filter((day) => day !== null).toSorted();
  const age = oldest === null ? 'Age unknown' : ageInWords(oldest, istDate(now));
  return {
    outdated_holdings: old.length,
    prices_of: oldest,
    age,
    age_message: messageOf({
      oldest,
      age,
      days,
      isAll: old.length === priced.length,
      count: old.length,
      trades: old.filter(isOfTrade).length,
    }),
  };
}

function messageOf(of: {
  oldest: string | null;
  age: string;
  days: readonly (string | null)[];
  isAll: boolean;
  count: number;
  trades: number;
}): string {
  const { oldest, age, days, isAll, count, trades } = of;
  const which = isAll ? 'Prices' : count === 1 ? '1 price' : `${count} prices`;
  if (oldest === null) return `${which} of an unknown day`;
  const own = trades === 1 ? 'your last trade' : 'your last trades';
  const isOneDay = days.every((day) => day === oldest);
  const dated = isOneDay ? dayInWords(oldest) : `the oldest of ${dayInWords(oldest)}`;
  if (trades === count) return `${which} of ${own}, ${dated}, ${age}`;
  const some = trades === 0 ? '' : `; ${trades} of ${own}`;
  return `${which} of ${isOneDay ? dated : `earlier days, ${dated}`}, ${age}${some}`;
}

const isOfTrade = ({ holding }: ValuedHolding): boolean => holding.price_source === TRADE_SOURCE;

/** The price that the value was made with, which may be an older one than the holding's own. */
function datedPrice({ holding, pricedAt }: ValuedHolding) {
  const { asset_class, currency, price_as_of, priced_at } = holding;
  const isOwn =
    priced_at !== null && pricedAt !== null && new Date(priced_at).getTime() === pricedAt.getTime();
  return { asset_class, currency, priced_at: pricedAt, price_as_of: isOwn ? (price_as_of ?? null) : null };
}
