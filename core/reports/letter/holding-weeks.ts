import type { Fx, MarketHistory } from '../../market/index.ts';
import { addDays, type Context, dayAfter } from '../../platform/index.ts';
import type { HoldingView } from '../../portfolio/index.ts';
import { type HoldingPricesParts, readHoldingPrices } from '../holding/index.ts';
import type { HoldingWeek } from './letter-movers.ts';
import { type MovementRecord, RECORD_KINDS } from './view.ts';

type DatedAction = Awaited<ReturnType<MarketHistory['datedActions']>>[number];

/** Greatest age in days of a price at the start of the week. */
const NEAR_DAYS = 7;

export interface HoldingWeeksParts extends HoldingPricesParts {
  history: HoldingPricesParts['history'] & Pick<MarketHistory, 'datedActions'>;
  fx: Pick<Fx, 'rates'>;
}

/**
 * Symbols that are held now, with their prices, exchange rates and recorded events between two days. Money is left out, and
 * so are unlisted shares without a price in these days, since they seldom have one every week.
 */
export async function readHoldingWeeks(
  context: Pick<Context, 'clock' | 'database'>,
  { fx, history, ...parts }: HoldingWeeksParts,
  userId: string,
  all: readonly HoldingView[],
  { from, to, currency: base }: { from: string; to: string; currency: string },
): Promise<HoldingWeek[]> {
  const held = all.filter(({ quantity }) => quantity > 0);
  const span = { from: addDays(from, -NEAR_DAYS), to };
  const series = (await readHoldingPrices(context, { ...parts, history }, userId, held, span)).filter(
    ({ prices, holdings }) =>
      prices.length > 0 || holdings.some(({ asset_class }) => asset_class !== 'Unlisted'),
  );
  const currencies = [...new Set(series.map(({ currency }) => currency))];
  const questions = currencies.flatMap((currency) => [
    { from: currency, to: base, day: from },
    { from: currency, to: base, day: to },
  ]);
  const [actions, rates, movements] = await Promise.all([
    history.datedActions(
      [...new Set(series.flatMap((one) => one.instrument_id ?? []))],
      RECORD_KINDS.filter((kind) => kind !== 'EXCHANGE_RATE'),
      { from: dayAfter(from), to },
    ),
    fx.rates(questions),
    parts.portfolio.transactions.lastMovements(userId, span.from),
  ]);
  const ratesOf = (currency: string): HoldingWeek['rates'] => {
    if (currency === base) return { from: 1, to: 1, day: to };
    const at = currencies.indexOf(currency) * 2;
    const [start, end] = [rates[at], rates[at + 1]];
    // The reference of the settings has no day, and says nothing of a week.
    if (!start?.day || !end?.day) return null;
    return { from: start.rate.toNumber(), to: end.rate.toNumber(), day: end.day };
  };
  return series.map(({ symbol, portfolio, currency, holdings, instrument_id, prices, own_splits }) => ({
    symbol,
    name: holdings.at(-1)?.name ?? null,
    portfolio,
    currency,
    units: holdings.reduce((sum, { quantity }) => sum + quantity, 0),
    moved_on: movements.get(symbol) ?? null,
    prices,
    rates: ratesOf(currency),
    records: [
      ...actions.filter((action) => action.instrument_id === instrument_id).map(recordOf),
      ...own_splits.map(({ date, ratio }) => ({
        ...NO_FIGURES,
        kind: 'SPLIT' as const,
        on: date,
        new_shares: ratio,
        old_shares: 1,
      })),
    ],
  }));
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
