/** A made-up household over three years, for pictures of the product: what it bought, and what that cost each day. */
import { Readable } from 'node:stream';
import type { Core } from '../../core/assembly/index.ts';
import { type Clock, istDate, istInstant, DAY_MS } from '../../core/platform/index.ts';
import { tradebookFile, tradebookRow } from '../support/tradebook-rows.ts';

/** A clock that is put somewhere and goes on from there at its usual pace. */
export interface MovableClock extends Clock {
  put(at: Date): void;
}

export function movableClock(): MovableClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    put: (at) => void (offset = at.getTime() - Date.now()),
  };
}

interface Instrument {
  symbol: string;
  name: string;
  isin: string;
  sector: string;
  /** Rupees in April 2023, September 2024, March 2025 and March 2026; in between the price wanders. */
  prices: [number, number, number, number];
  /** How far it wanders, as a share of the price. */
  swing: number;
}

const INSTRUMENTS: readonly Instrument[] = [
  {
    symbol: 'TCS',
    name: 'Tata Consultancy Services',
    isin: 'INE467B01029',
    sector: 'Technology',
    prices: [3180, 4420, 3560, 3240],
    swing: 0.03,
  },
  {
    symbol: 'INFY',
    name: 'Infosys',
    isin: 'INE009A01021',
    sector: 'Technology',
    prices: [1410, 1910, 1620, 1640],
    swing: 0.035,
  },
  {
    symbol: 'ICICIBANK',
    name: 'ICICI Bank',
    isin: 'INE090A01021',
    sector: 'Financials',
    prices: [885, 1270, 1250, 1420],
    swing: 0.025,
  },
  {
    symbol: 'LT',
    name: 'Larsen & Toubro',
    isin: 'INE018A01030',
    sector: 'Industrials',
    prices: [2210, 3690, 3230, 4080],
    swing: 0.03,
  },
  {
    symbol: 'SUNPHARMA',
    name: 'Sun Pharmaceutical',
    isin: 'INE044A01036',
    sector: 'Healthcare',
    prices: [985, 1840, 1640, 1760],
    swing: 0.025,
  },
  {
    symbol: 'TITAN',
    name: 'Titan Company',
    isin: 'INE280A01028',
    sector: 'Consumer goods',
    prices: [2540, 3720, 3080, 4120],
    swing: 0.035,
  },
  {
    symbol: 'BHARTIARTL',
    name: 'Bharti Airtel',
    isin: 'INE397D01024',
    sector: 'Telecom',
    prices: [765, 1650, 1610, 2010],
    swing: 0.025,
  },
  {
    symbol: 'NIFTYBEES',
    name: 'Nippon India ETF Nifty 50 BeES',
    isin: 'INF204KB14I2',
    sector: 'Index funds',
    prices: [189, 288, 252, 286],
    swing: 0.015,
  },
  {
    symbol: 'GOLDBEES',
    name: 'Nippon India ETF Gold BeES',
    isin: 'INF204KB17I5',
    sector: 'Gold',
    prices: [51, 61, 73, 118],
    swing: 0.015,
  },
];

const ANCHORS = ['2023-04-03', '2024-09-25', '2025-03-10', '2026-03-06'].map((date) => Date.parse(date));

/** The market as a whole, which carries its shares along: a good autumn of 2024, a bad spring of 2025. */
function market(day: number): number {
  const wave = (days: number, shift: number) => Math.sin((2 * Math.PI * (day + shift)) / days);
  return 0.035 * wave(230, 60) + 0.02 * wave(71, 10) + 0.012 * wave(29, 3);
}

/** The same wandering for the same symbol and day: three slow waves and some daily noise, from -1 to 1. */
function wander(symbol: string, day: number): number {
  const seed = Array.from(symbol).reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7);
  const wave = (days: number, shift: number) => Math.sin((2 * Math.PI * (day + shift)) / days);
  const noise = Math.sin(day * 12.9898 + seed * 78.233) * 43_758.5453;
  return (
    0.45 * wave(97, seed) +
    0.25 * wave(41, seed * 3) +
    0.15 * wave(17, seed * 7) +
    0.7 * (noise - Math.floor(noise) - 0.5)
  );
}

/** The closing price of a day, in rupees and paise. */
function priceOf({ symbol, sector, prices, swing }: Instrument, date: string): number {
  const at = Date.parse(date);
  const next = Math.max(
    1,
    ANCHORS.findIndex((anchor) => anchor >= at),
  );
  const [from, to] = [ANCHORS[next - 1] ?? 0, ANCHORS[next] ?? 1];
  const [low, high] = [prices[next - 1] ?? 0, prices[next] ?? 0];
  const along = low * (high / low) ** ((at - from) / (to - from));
  const together = sector === 'Gold' ? 0 : market(at / DAY_MS);
  return Math.round(along * (1 + together + swing * wander(symbol, at / DAY_MS)) * 100) / 100;
}

/** Purchases of the tradebook; a negative quantity is a sale. */
const TRADES: readonly [date: string, symbol: string, quantity: number][] = [
  ['2023-04-10', 'TCS', 20],
  ['2023-04-24', 'ICICIBANK', 60],
  ['2023-05-15', 'LT', 25],
  ['2023-06-12', 'INFY', 40],
  ['2023-07-17', 'SUNPHARMA', 50],
  ['2023-08-21', 'BHARTIARTL', 70],
  ['2023-10-09', 'TITAN', 20],
  ['2023-11-20', 'ICICIBANK', 40],
  ['2024-01-15', 'INFY', 30],
  ['2024-02-26', 'LT', 15],
  ['2024-04-08', 'BHARTIARTL', 40],
  ['2024-06-05', 'TCS', 15],
  ['2024-08-19', 'SUNPHARMA', -15],
  ['2024-09-23', 'TCS', -10],
  ['2024-11-18', 'TITAN', 15],
  ['2025-01-13', 'ICICIBANK', 30],
  ['2025-03-10', 'LT', 15],
  ['2025-05-19', 'INFY', 25],
  ['2025-08-11', 'BHARTIARTL', -20],
  ['2025-10-13', 'TCS', 10],
  ['2026-01-19', 'TITAN', 10],
];

const DIVIDENDS: readonly [date: string, symbol: string, shares: number, each: number][] = [
  ['2024-06-21', 'LT', 40, 34],
  ['2024-07-01', 'INFY', 70, 28],
  ['2025-01-17', 'TCS', 25, 76],
  ['2025-02-10', 'SUNPHARMA', 35, 10.5],
  ['2025-08-12', 'ICICIBANK', 130, 11],
];

/** Bought on the fifth of every month or the Monday after. */
const SAVED_MONTHLY = [
  ['NIFTYBEES', 50],
  ['GOLDBEES', 60],
] as const;

const named = new Map(INSTRUMENTS.map((one) => [one.symbol, one]));
const priceAt = (symbol: string, date: string): number => {
  const one = named.get(symbol);
  if (one === undefined) throw new Error(`no such instrument: ${symbol}`);
  return priceOf(one, date);
};

/** What was traded from one day up to another, as Zerodha's Console writes it; null for nothing. */
function tradebookOf(trades: typeof TRADES, from: string, to: string): string | null {
  const lines = trades.flatMap(([date, symbol, quantity], index) => {
    if (date <= from || date > to) return [];
    const trade = 40_000_000 + index;
    const isin = named.get(symbol)?.isin ?? '';
    return tradebookRow(symbol, isin, date, quantity, priceAt(symbol, date), { trade, time: '10:12:11' });
  });
  return lines.length === 0 ? null : tradebookFile(...lines);
}

function savings(): typeof TRADES {
  const months = Array.from({ length: 35 }, (_, index) => new Date(Date.UTC(2023, 4 + index, 5)));
  return months.flatMap((at) => {
    while (at.getUTCDay() === 0 || at.getUTCDay() === 6) at.setUTCDate(at.getUTCDate() + 1);
    return SAVED_MONTHLY.map(([symbol, quantity]) => [istDate(at), symbol, quantity] as const);
  });
}

const BOOKS = [
  { portfolio: 'Zerodha', trades: TRADES },
  { portfolio: 'Retirement', trades: savings() },
];

/** The last day of the story, a Friday after the exchange has closed. */
const LAST_DAY = '2026-03-06';
const FIRST_DAY = '2023-04-07';
const BY = { actor: 'showcase' };

/** Every Friday, and every day on which something was traded. @param from the day on which somebody begins to look */
function days(from: string): string[] {
  const all = new Set(BOOKS.flatMap(({ trades }) => trades.map(([date]) => date)));
  for (let at = Date.parse(FIRST_DAY); at <= Date.parse(LAST_DAY); at += 7 * DAY_MS)
    all.add(istDate(new Date(at)));
  return [...all].filter((date) => date >= from).sort();
}

/**
 * Lives through the three years: imports what was traded, enters the prices of the day and takes the snapshot that the
 * hourly job would take. Afterwards the clock stands at the last day, 15:52 in India.
 * @param from the day before which nobody looked: what was traded until then comes with the first import, and there is
 * no snapshot of it
 */
export async function liveThrough(
  core: Core,
  userId: string,
  clock: MovableClock,
  from = FIRST_DAY,
): Promise<void> {
  const { imports, holdings, snapshots } = core.portfolio;
  // three years of "import finished" would bury the chat
  await core.notifications.saveSettings(userId, { modes: { import_finished: 'off' } });
  let before = '2023-04-01';
  for (const today of days(from)) {
    clock.put(istInstant(today, '15:50'));
    for (const { portfolio, trades } of BOOKS) {
      const csv = tradebookOf(trades, before, today);
      if (csv === null) continue;
      const { import_id } = await imports.stage(userId, Readable.from([Buffer.from(csv)]), { portfolio });
      const { issues } = await imports.commit(userId, { import_id }, BY);
      if (issues.length > 0) throw new Error(JSON.stringify(issues));
    }
    const yesterday = istDate(new Date(Date.parse(today) - DAY_MS));
    const { items } = await holdings.list(userId, { page_size: 200 });
    for (const { id, symbol, name, sector } of items) {
      const known = named.get(symbol);
      await holdings.update(
        userId,
        id,
        {
          current_price: priceAt(symbol, today),
          previous_close: priceAt(symbol, yesterday),
          name: name ?? known?.name,
          sector: sector ?? known?.sector,
          ...(symbol === 'GOLDBEES' ? { asset_class: 'Commodity' } : {}),
        },
        BY,
      );
    }
    await snapshots.take(userId);
    before = today;
  }
  await payDividends(core, userId);
  clock.put(istInstant(LAST_DAY, '15:52'));
}

async function payDividends({ portfolio }: Core, userId: string): Promise<void> {
  for (const [date, symbol, quantity, price] of DIVIDENDS) {
    const dividend = {
      portfolio: 'Zerodha',
      symbol,
      date,
      type: 'DIVIDEND',
      quantity,
      price,
      currency: 'INR',
    };
    await portfolio.transactions.create(userId, dividend, BY);
  }
}

const SHARE_LIST =
  'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE';

/** The registry with the shares of the household, and their closes of every weekday. */
async function tellCloses({ instruments, history }: Core): Promise<void> {
  const list = INSTRUMENTS.map(({ symbol, name, isin }) => `${symbol},${name},EQ,06-OCT-2008,1,1,${isin},1`);
  await instruments.importLists(
    [{ name: 'EQUITY_L.csv', bytes: Buffer.from([SHARE_LIST, ...list, ''].join('\n')) }],
    {},
  );
  for (const one of INSTRUMENTS) {
    const found = await instruments.resolve({ symbol: one.symbol });
    if (found.outcome !== 'FOUND') continue;
    const closes: { instrument_id: string; day: string; close: number }[] = [];
    for (let at = Date.parse(FIRST_DAY); at <= Date.parse(LAST_DAY); at += DAY_MS) {
      const date = istDate(new Date(at));
      if (![0, 6].includes(new Date(at).getUTCDay()))
        closes.push({ instrument_id: found.instrument.id, day: date, close: priceOf(one, date) });
    }
    await history.store(closes, { source: 'FILE' });
  }
}

/**
 * The household as it is at the end, with everything it traded and the closes of its shares, in a few seconds: the hours in
 * between were not lived through. The clock stands at the last day afterwards.
 */
export async function settleIn(core: Core, userId: string, clock: MovableClock): Promise<void> {
  const { imports, holdings, snapshots } = core.portfolio;
  clock.put(istInstant(LAST_DAY, '15:50'));
  await core.notifications.saveSettings(userId, { modes: { import_finished: 'off' } });
  await tellCloses(core);
  for (const { portfolio, trades } of BOOKS) {
    const csv = tradebookOf(trades, '2023-04-01', LAST_DAY) ?? '';
    const { import_id } = await imports.stage(userId, Readable.from([Buffer.from(csv)]), { portfolio });
    await imports.commit(userId, { import_id }, BY);
  }
  for (const { id, symbol } of await holdings.all(userId)) {
    const known = named.get(symbol);
    await holdings.update(
      userId,
      id,
      {
        current_price: priceAt(symbol, LAST_DAY),
        previous_close: priceAt(symbol, '2026-03-05'),
        name: known?.name,
        sector: known?.sector,
      },
      BY,
    );
  }
  await payDividends(core, userId);
  await core.income.recompute(userId, BY);
  await snapshots.take(userId);
}
