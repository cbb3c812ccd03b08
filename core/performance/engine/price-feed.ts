import type { MarketHistory } from '../../market/index.ts';
import type { UndecidedAction } from '../../portfolio/index.ts';
import type { CloseArray } from './close-array.ts';
import { dayNumber } from './daily-series.ts';
import type { PriceSeries, UnitChange } from './engine-input.ts';
import { earlier, type WantedPrice } from './prices-needed.ts';
import type { createSharedCloses } from './shared-closes.ts';
import { isSameChange } from './unit-alignment.ts';

/** The prices of a symbol in the thread. */
interface Fed {
  /** Key of everything but the closes. */
  word: string;
  closes: CloseArray;
  of: Pick<PriceSeries, 'symbol' | 'currency' | 'portfolio'>;
}

const NO_CLOSES: CloseArray = { days: new Int32Array(), closes: new Float64Array() };
const NO_PRICES = { ...NO_CLOSES, carry_days: 0, changes: [] };

export interface FeedSources {
  history: Pick<MarketHistory, 'ratiosOf'>;
  closes: ReturnType<typeof createSharedCloses>;
  /** Corporate actions that wait for the person's decision: the market knows them, or the register does. */
  readUndecided: (userId: string) => Promise<readonly UndecidedAction[]>;
}

/** Finds the closes and splits that are new since the last call. */
export function createPriceFeed({ history, closes, readUndecided }: FeedSources, userId: string) {
  let prices = new Map<string, Fed>();

  return {
    /** Makes everything new at the next call. */
    forget(): void {
      prices = new Map();
    },

    /** The changed symbols; they are not returned again until they change. */
    async news(wanted: readonly WantedPrice[]): Promise<PriceSeries[]> {
      const sinceOf = beginnings(wanted);
      const changes = await history.ratiosOf([...sinceOf.keys()]);
      const undecided = await readUndecided(userId);
      const series = await closes.read(sinceOf);
      const fedNow = new Map<string, Fed>();
      const told: PriceSeries[] = [];
      for (const { key, instrumentId, symbol, currency, portfolio, carry_days, observed } of wanted) {
        const id = instrumentId ?? '';
        const of = { symbol, currency, portfolio };
        const rest = {
          carry_days,
          changes: withUndecided((changes.get(id) ?? []).map(changeOf), undecided, symbol),
          observed: observed.toSorted((a, b) => a.day - b.day),
        };
        const fresh = { word: JSON.stringify(rest), closes: series.get(id) ?? NO_CLOSES, of };
        fedNow.set(key, fresh);
        const known = prices.get(key);
        if (known?.word === fresh.word && known.closes === fresh.closes) continue;
        told.push({ ...of, ...rest, ...fresh.closes });
      }
      // A portfolio that needs no prices of its own any more goes back to those of all.
      for (const [key, { of }] of prices)
        if (of.portfolio !== undefined && !fedNow.has(key)) told.push({ ...of, ...NO_PRICES });
      prices = fedNow;
      return told;
    },
  };
}

/** Since when the closes of each instrument are wanted; two symbols may be of the same one. */
function beginnings(wanted: readonly WantedPrice[]): Map<string, string | null> {
  const since = new Map<string, string | null>();
  for (const { instrumentId, from } of wanted)
    if (instrumentId !== null) since.set(instrumentId, earlier(since.get(instrumentId), from));
  return since;
}

/**
 * The market's changes of a symbol, and those of waiting actions that the market's list lacks: whatever becomes of them, the
 * fall of a price on their day is no loss.
 */
function withUndecided(
  market: readonly UnitChange[],
  undecided: readonly UndecidedAction[],
  symbol: string,
): UnitChange[] {
  const waiting = undecided.flatMap(({ symbol: name, from, ratio }) =>
    name === symbol && ratio !== null ? [{ day: dayNumber(from), ratio }] : [],
  );
  const all = [...market];
  for (const one of waiting) if (!all.some((other) => isSameChange(one, other))) all.push(one);
  return all.length === market.length ? all : all.sort((one, other) => one.day - other.day);
}

function changeOf(action: { ex_date: string; new_shares: number; old_shares: number }): UnitChange {
  return { day: dayNumber(action.ex_date), ratio: action.new_shares / action.old_shares };
}
