import type { MarketHistory } from '../../market/index.ts';
import type { Database } from '../../platform/index.ts';
import type { UndecidedAction } from '../../portfolio/index.ts';
import { type DayNumber, dayNumber, dayText } from './daily-series.ts';
import type { UnitChange } from './engine-input.ts';
import type { PriceUpdate } from './messages.ts';
import { isSameChange } from './unit-alignment.ts';
import { type ClosesRow, type ClosesSince, readMarks, readPackedCloses } from './values-store.ts';
import { earlier, type WantedPrice } from './prices-needed.ts';

/** Closes of the last days are looked at every time, older ones once in a while: they are corrected by imports only. */
const RECENT_DAYS = 45;
const ALL_CHECKED_MS = 15 * 60_000;
/** Rows that are read in one go, so that none of the questions is large. */
const SYMBOLS_AT_ONCE = 64;

/** The state of a symbol in the thread. */
interface Fed {
  /** The instrument, since when its closes are wanted and how long they stand: with another one all is told anew. */
  source: string;
  word: string;
  mark: string;
  recent: string;
  of: Pick<PriceUpdate, 'symbol' | 'currency' | 'portfolio'>;
}

const NO_PRICES = {
  carry_days: 0,
  changes: [],
  observed: [],
  closes: { days: new Uint8Array(), closes: new Uint8Array(), since: null },
} satisfies Partial<PriceUpdate>;

interface FeedSources {
  history: Pick<MarketHistory, 'ratiosOf'>;
  /** Corporate actions that wait for the person's decision: the market knows them, or the register does. */
  readUndecided: (userId: string) => Promise<readonly UndecidedAction[]>;
}

/** Finds out which closes and splits came since they were told last, and reads no others. */
export function createPriceFeed(
  database: Pick<Database, 'readAsUser'>,
  { history, readUndecided }: FeedSources,
  userId: string,
) {
  let prices = new Map<string, Fed>();
  let allCheckedAt = Number.NEGATIVE_INFINITY;

  return {
    /** The next time everything is new. */
    forget(): void {
      prices = new Map();
    },

    /** Lot by lot what is new of these symbols. It counts as told when all of it was taken. */
    async *news(
      wanted: readonly WantedPrice[],
      today: DayNumber,
      now: number,
    ): AsyncGenerator<PriceUpdate[]> {
      const since = today - RECENT_DAYS;
      const sinceOf = beginnings(wanted);
      const ids = [...sinceOf.keys()];
      const closesOf = (some: readonly string[], from: number | null): ClosesSince[] =>
        some.map((id) => ({ id, from: from === null ? (sinceOf.get(id) ?? null) : dayText(from) }));
      const changes = await history.ratiosOf(ids);
      const undecided = await readUndecided(userId);
      const recent = await database.readAsUser(userId, (trx) => readMarks(trx, closesOf(ids, since)));
      const isThorough = now - allCheckedAt >= ALL_CHECKED_MS;
      const all =
        isThorough && prices.size > 0
          ? await database.readAsUser(userId, (trx) => readMarks(trx, closesOf(ids, null)))
          : null;
      const fedNow = new Map<string, Fed>();
      for (const some of lots(wanted)) {
        const news = some.map((one) => {
          const id = one.instrumentId ?? '';
          const ratios = withUndecided((changes.get(id) ?? []).map(changeOf), undecided, one.symbol);
          const word = JSON.stringify([one.observed, ratios]);
          const source = `${id} ${sinceOf.get(id) ?? ''} ${one.carry_days}`;
          const known = prices.get(one.key);
          const isOther = known?.source !== source;
          const isCorrected = all !== null && known !== undefined && (all.get(id) ?? '') !== known.mark;
          const from = isOther || isCorrected ? null : since;
          const hasCloses = id !== '' && (from === null || known?.recent !== (recent.get(id) ?? ''));
          return { one, id, ratios, source, word, known, from, hasCloses, isOther };
        });
        const read = async (from: number | null) => {
          const asked = news.filter((item) => item.hasCloses && item.from === from).map(({ id }) => id);
          if (asked.length === 0) return new Map<string, ClosesRow>();
          const rows = await database.readAsUser(userId, (trx) =>
            readPackedCloses(trx, closesOf(asked, from)),
          );
          return new Map(rows.map((row) => [row.id, row]));
        };
        const [whole, tails] = [await read(null), await read(since)];
        const told: PriceUpdate[] = [];
        for (const { one, id, ratios, source, word, known, from, hasCloses, isOther } of news) {
          const row = (from === null ? whole : tails).get(id);
          const isWhole = hasCloses && from === null;
          fedNow.set(one.key, {
            source,
            word,
            mark: isWhole ? (row?.mark ?? '') : (all?.get(id) ?? known?.mark ?? ''),
            recent: recent.get(id) ?? '',
            of: { symbol: one.symbol, currency: one.currency, portfolio: one.portfolio },
          });
          if (!hasCloses && !isOther && known?.word === word) continue;
          const { symbol, currency, portfolio, carry_days, observed } = one;
          const bytes = { days: row?.days ?? new Uint8Array(), closes: row?.closes ?? new Uint8Array() };
          told.push({
            symbol,
            currency,
            portfolio,
            carry_days,
            changes: ratios,
            observed,
            closes: hasCloses || isOther ? { ...bytes, since: from } : null,
          });
        }
        if (told.length > 0) yield told;
      }
      // A portfolio that needs no prices of its own any more goes back to those of all.
      const gone = [...prices].flatMap(([key, { of }]) =>
        of.portfolio === undefined || fedNow.has(key) ? [] : [{ ...of, ...NO_PRICES }],
      );
      if (gone.length > 0) yield gone;
      prices = fedNow;
      if (isThorough) allCheckedAt = now;
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

/** A list in portions. */
export function* lots<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += SYMBOLS_AT_ONCE)
    yield rows.slice(from, from + SYMBOLS_AT_ONCE);
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
