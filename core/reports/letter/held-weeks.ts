import type { Fx, MarketHistory } from '../../market/index.ts';
import { addDays, dayAfter } from '../../platform/index.ts';
import type { HoldingView } from '../../portfolio/index.ts';
import { type HeldClosesParts, readHeldCloses } from '../holding/index.ts';
import type { HeldWeek } from './letter-movers.ts';
import { type MovementRecord, RECORD_KINDS } from './view.ts';

type DatedAction = Awaited<ReturnType<MarketHistory['datedActions']>>[number];

/** Greatest age in days of a close that is used for a day. */
const NEAR_DAYS = 7;

export interface HeldWeeksParts extends HeldClosesParts {
  history: HeldClosesParts['history'] & Pick<MarketHistory, 'datedActions'>;
  fx: Pick<Fx, 'rates'>;
}

/**
 * Held symbols, each once, with their closes, exchange rates and recorded events between two days. Money and shares
 * valued by hand have no closes and are left out.
 */
export async function readHeldWeeks(
  { fx, history, ...parts }: HeldWeeksParts,
  userId: string,
  all: readonly HoldingView[],
  { from, to, currency: base }: { from: string; to: string; currency: string },
): Promise<HeldWeek[]> {
  const held = new Map<string, HoldingView & { units: number }>();
  for (const one of all) {
    if (!(one.quantity > 0) || one.asset_class === 'Cash' || one.asset_class === 'Unlisted') continue;
    const key = keyOf(one);
    held.set(key, { ...one, units: (held.get(key)?.units ?? 0) + one.quantity });
  }
  const series = await readHeldCloses({ ...parts, history }, userId, [...held.values()], {
    from: addDays(from, -NEAR_DAYS),
    to,
  });
  const ofSymbol = new Map(series.map((one) => [keyOf(one), one]));
  const currencies = [...new Set(series.map(({ currency }) => currency))];
  const questions = currencies.flatMap((currency) => [
    { from: currency, to: base, day: from },
    { from: currency, to: base, day: to },
  ]);
  const [actions, rates] = await Promise.all([
    history.datedActions(
      [...new Set(series.map((one) => one.instrument_id))],
      RECORD_KINDS.filter((kind) => kind !== 'EXCHANGE_RATE'),
      { from: dayAfter(from), to },
    ),
    fx.rates(questions),
  ]);
  const ratesOf = (currency: string): HeldWeek['rates'] => {
    if (currency === base) return { from: 1, to: 1, day: to };
    const at = currencies.indexOf(currency) * 2;
    const [start, end] = [rates[at], rates[at + 1]];
    // The reference rate of the settings has no day, so it has no change over a week.
    if (!start?.day || !end?.day) return null;
    return { from: start.rate.toNumber(), to: end.rate.toNumber(), day: end.day };
  };
  return [...held].map(([key, { symbol, name, currency, units }]): HeldWeek => {
    const one = ofSymbol.get(key);
    return {
      symbol,
      name,
      currency,
      units,
      closes: one?.closes ?? [],
      rates: ratesOf(currency),
      records: [
        ...actions.filter(({ instrument_id }) => instrument_id === one?.instrument_id).map(recordOf),
        ...(one?.own_splits ?? []).map(({ date, ratio }) => ({
          ...NO_FIGURES,
          kind: 'SPLIT' as const,
          on: date,
          new_shares: ratio,
          old_shares: 1,
        })),
      ],
    };
  });
}

const NO_FIGURES = { amount: null, new_shares: null, old_shares: null, change_pct: null };

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

const recordOf = (action: DatedAction): MovementRecord => ({
  ...NO_FIGURES,
  kind: action.kind as MovementRecord['kind'],
  on: action.ex_date,
  amount: numberOf(action.amount),
  new_shares: numberOf(action.new_shares),
  old_shares: numberOf(action.old_shares),
});

const keyOf = ({ symbol, currency }: { symbol: string; currency: string }): string => `${symbol} ${currency}`;
