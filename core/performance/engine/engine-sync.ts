import type { Instruments } from '../../market/instruments/index.ts';
import { type Context, Problem } from '../../platform/index.ts';
import { NETWORTH, readLedgerTexts } from '../../portfolio/index.ts';
import { ledgerMovements } from './ledger-movements.ts';
import type { CalculatingThread } from './calculating-thread.ts';
import { DAILY_FIGURES, type DailyFigure, dayNumber } from './daily-series.ts';
import type { RateUpdate, ScopeFigures } from './messages.ts';
import { createPriceFeed, type FeedSources } from './price-feed.ts';
import { type Books, type PositionRow, readBooks, readPackedRates } from './values-store.ts';
import { noTransactions } from './value-reasons.ts';
import { pricesNeeded } from './prices-needed.ts';

/** The state that the figures of a person rest on. */
export interface EngineState {
  /** Of the person's own rows. */
  revision: string;
  /** Today in India. */
  day: string;
  /** Names the market data, and the corporate actions that wait. */
  market: string;
}

export interface ScopeName {
  /** Null for all portfolios. */
  id: string | null;
  name: string;
  currency: string;
}

export type EngineSync = ReturnType<typeof createEngineSync>;

const BASE = 'INR';
/** Most positions and transactions read by one query: the thread decodes one while Postgres reads the next. */
const AT_ONCE = { positions: 64, rows: 8000 };
const NO_BOOKS: Books = {
  portfolios: [],
  positions: [],
  holdings: [],
  observed: [],
  declined: [],
  renames: [],
  recorded: [],
};

/** Keeps what the calculating thread has of one person up to what the database has, by the least that will do. */
export function createEngineSync(
  { database, config }: Pick<Context, 'database' | 'config'>,
  parts: FeedSources & { instruments: Pick<Instruments, 'resolver'> },
  thread: CalculatingThread,
  { userId, owner }: { userId: string; owner: string },
) {
  let standing: EngineState | null = null;
  let books: Books = NO_BOOKS;
  let generation = -1;
  const prices = createPriceFeed(parts, userId);
  /** Portfolios with their currencies as the thread knows them. */
  let frame = '';
  let ledger = new Map<string, string>();
  let rateWord = '';
  let recordWord = '';
  /** The name of the state in the thread; null where it has none. */
  let state: number | null = null;
  let next = 0;
  /** Something was fed since the last question. */
  let isFed = false;

  const networth = () => books.portfolios.find((one) => one.is_protected);
  const frameNow = () => [
    ...books.portfolios.map(({ id, currency }) => ({ name: id, currency })),
    { name: '', currency: networth()?.currency ?? BASE },
  ];

  const isEmpty = () => books.positions.length === 0 && books.recorded.length === 0;

  function forgetAll(): void {
    state = null;
    ledger = new Map();
    prices.forget();
    rateWord = '';
    recordWord = '';
    standing = null;
    thread.forget(owner);
  }

  async function feedLedger(wanted: EngineState): Promise<void> {
    const keyOf = (row: { portfolio_id: string; symbol: string }) => `${row.portfolio_id}\0${row.symbol}`;
    const now = new Map(books.positions.map((row) => [keyOf(row), row]));
    const changed = [...now].filter(([key, { mark }]) => ledger.get(key) !== mark).map(([, row]) => row);
    for (const some of portionsOf(changed)) {
      const rows = await database.readAsUser(userId, (trx) => readLedgerTexts(trx, some));
      thread.feed({
        kind: 'feed',
        owner,
        ledger: rows,
        ...(state === null ? { begins: dayNumber(wanted.day) } : {}),
      });
      isFed = true;
    }
    const gone = [...ledger.keys()].filter((key) => !now.has(key));
    if (gone.length > 0) {
      const texts = gone.map((key) => {
        const [portfolio = '', symbol = ''] = key.split('\0');
        return { portfolio, symbol, text: '' };
      });
      thread.feed({ kind: 'feed', owner, ledger: texts });
      isFed = true;
    }
    ledger = new Map([...now].map(([key, { mark }]) => [key, mark]));
  }

  async function feedPrices({ day }: EngineState): Promise<void> {
    const news = await prices.news(pricesNeeded(books, await parts.instruments.resolver(), day));
    if (news.length === 0) return;
    thread.feed({ kind: 'feed', owner, prices: news });
    isFed = true;
  }

  async function feedRates(wanted: EngineState): Promise<void> {
    const into = new Set(frameNow().map(({ currency }) => currency));
    const from = new Set([...books.positions, ...books.recorded].map(({ currency }) => currency));
    const pairs = [...from].flatMap((one) =>
      [...into].filter((to) => to !== one).map((to) => ({ from: one, to })),
    );
    // New rates count the revision of everybody up whose totals they change; it is part of the standing.
    const word = JSON.stringify([pairs, wanted]);
    if (word === rateWord) return;
    const found = await database.readAsUser(userId, (trx) => readPackedRates(trx, pairs));
    const rates = pairs.map((pair): RateUpdate => {
      const row = found.find((one) => one.from === pair.from && one.to === pair.to);
      return {
        ...pair,
        days: row?.days ?? new Uint8Array(),
        figures: row?.figures ?? new Uint8Array(),
        reference: referenceOf(pair, config.PORTFOLIO_USD_TO_INR_REFERENCE_FX),
      };
    });
    rateWord = word;
    if (rates.length === 0) return;
    thread.feed({ kind: 'feed', owner, rates });
    isFed = true;
  }

  function feedRecorded(): void {
    const word = JSON.stringify(books.recorded);
    if (word === recordWord || (recordWord === '' && books.recorded.length === 0)) return;
    recordWord = word;
    thread.feed({ kind: 'feed', owner, recorded: books.recorded });
    isFed = true;
  }

  async function renew(wanted: EngineState): Promise<boolean> {
    if (generation !== thread.generation || (standing !== null && wanted.day < standing.day)) forgetAll();
    // A thread that ends meanwhile loses its feed; the question will notice.
    generation = thread.generation;
    isFed = false;
    const isNew = standing === null || standing.revision !== wanted.revision || standing.day !== wanted.day;
    standing = null;
    if (isNew) books = await database.asUser(userId, (trx) => readBooks(trx, dayNumber(wanted.day)));
    const word = JSON.stringify(frameNow());
    if (word !== frame) forgetAll();
    frame = word;
    if (isEmpty()) {
      forgetAll();
      standing = wanted;
      return isNew;
    }
    thread.warm();
    feedRecorded();
    // Side by side; one that fails must not leave another at work, which would feed what is forgotten by then.
    const ends = await Promise.allSettled([feedLedger(wanted), feedPrices(wanted), feedRates(wanted)]);
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    standing = wanted;
    return isFed || isNew;
  }

  async function question(scope: string | null): Promise<ScopeFigures | null> {
    // A thread that began since has no feed.
    if (standing === null || generation !== thread.generation) return null;
    const named = frameNow();
    next += 1;
    const figures = await thread.ask({
      owner,
      from: state,
      state: next,
      portfolios: named.filter(({ name }) => name !== ''),
      currency: named.at(-1)?.currency ?? BASE,
      to: dayNumber(standing.day),
      scope,
    });
    state = figures === null ? null : next;
    return figures;
  }

  return {
    books: (): Books => books,

    /** False if the next question begins with reading all books. */
    hasBooks: (): boolean => standing !== null && generation === thread.generation,

    isCurrent: (wanted: EngineState): boolean =>
      standing !== null &&
      standing.revision === wanted.revision &&
      standing.day === wanted.day &&
      standing.market === wanted.market &&
      generation === thread.generation,

    /** Tells the thread what is new. @returns whether anything is. */
    async renew(wanted: EngineState): Promise<boolean> {
      try {
        return await renew(wanted);
      } catch (error) {
        // Half of it may have been told: the next time all of it is.
        forgetAll();
        throw error;
      }
    },

    /**
     * A portfolio of the books by the name that it has on record, letter for letter. Before anything was entered there is
     * Networth and nothing in it.
     */
    named(name: string): ScopeName | undefined {
      const found = books.portfolios.find((one) => one.name === name);
      if (found !== undefined)
        return { id: found.is_protected ? null : found.id, name: found.name, currency: found.currency };
      return name === NETWORTH ? { id: null, name: NETWORTH, currency: BASE } : undefined;
    },

    /** The figures of a portfolio by its id; null for all of them. */
    async ask(scope: string | null): Promise<ScopeFigures> {
      const wanted = standing;
      // Nothing takes no calculation, and starts no thread.
      if (wanted !== null && isEmpty()) return nothing(wanted.day);
      try {
        const figures = await question(scope);
        if (figures !== null) return figures;
        // The thread had no room for it any more.
        forgetAll();
        if (wanted !== null) await renew(wanted);
        const again = await question(scope);
        if (again !== null) return again;
      } catch (error) {
        forgetAll();
        throw error;
      }
      forgetAll();
      throw new Problem(
        503,
        'CALCULATION_FAILED',
        'The figures could not be calculated. Try again in a moment.',
        {
          retryAfter: 1,
        },
      );
    },
  };
}

function nothing(day: string): ScopeFigures {
  const daily = Object.fromEntries(DAILY_FIGURES.map((name) => [name, new Float64Array()]));
  return {
    first: dayNumber(day),
    length: 0,
    daily: daily as Record<DailyFigure, Float64Array>,
    positions: [],
    reasons: [noTransactions()],
    is_estimated: false,
    is_converted: false,
    movements: ledgerMovements([], 0),
    covered: null,
    recorded: [],
  };
}

function portionsOf(positions: readonly PositionRow[]): PositionRow[][] {
  const portions: PositionRow[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const position of positions) {
    if (rows + position.rows > AT_ONCE.rows || portions.at(-1)?.length === AT_ONCE.positions) {
      portions.push([]);
      rows = 0;
    }
    portions.at(-1)?.push(position);
    rows += position.rows;
  }
  return portions;
}

/** The one constant of the settings, rupees for a dollar. */
function referenceOf({ from, to }: { from: string; to: string }, rupeesPerDollar: number): number | null {
  if (from === 'USD' && to === 'INR') return rupeesPerDollar;
  return from === 'INR' && to === 'USD' ? 1 / rupeesPerDollar : null;
}
