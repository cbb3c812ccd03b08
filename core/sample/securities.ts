/**
 * A security that does not exist. Its symbol is too long to be a real one: NSE has at most ten letters, the US at most five.
 */
interface Security {
  symbol: string;
  name: string;
  asset_class: 'Indian Equity' | 'US Equity' | 'Mutual Fund';
  /** ISO 4217 */
  currency: 'INR' | 'USD';
  sector: string;
  /** Price at the first and the last session, in its currency. */
  from: number;
  to: number;
  /** How far the price moves around its trend, as a part of 1. */
  swing: number;
}

const share = (word: string, name: string, sector: string, from: number, to: number, swing: number) =>
  ({
    symbol: `SAMPLE-${word}`,
    name: `Sample ${name}`,
    asset_class: 'Indian Equity',
    currency: 'INR',
    sector,
    from,
    to,
    swing,
  }) as const;

const usShare = (...of: Parameters<typeof share>) =>
  ({ ...share(...of), asset_class: 'US Equity', currency: 'USD' }) as const;

const fund = (name: string, sector: string, from: number, to: number, swing: number) =>
  ({
    ...share('', name, sector, from, to, swing),
    symbol: `Sample ${name}`,
    asset_class: 'Mutual Fund',
  }) as const;

export const INDEX_FUND = 'Sample Index Fund';
export const BALANCED_FUND = 'Sample Balanced Fund';

export const SECURITIES: readonly Security[] = [
  share('BANK', 'Bank', 'Financials', 640, 905, 0.05),
  share('SOFTWARE', 'Software', 'Technology', 1480, 2140, 0.07),
  share('PHARMA', 'Pharma', 'Healthcare', 910, 1375, 0.06),
  share('CEMENT', 'Cement', 'Materials', 420, 385, 0.08),
  share('MOTORS', 'Motors', 'Consumer discretionary', 530, 1020, 0.09),
  share('FOODS', 'Foods', 'Consumer staples', 2260, 2480, 0.04),
  share('POWER', 'Power', 'Utilities', 210, 342, 0.06),
  share('TELECOM', 'Telecom', 'Communication', 760, 1190, 0.05),
  usShare('CLOUD', 'Cloud', 'Technology', 148, 251, 0.08),
  usShare('STORES', 'Stores', 'Consumer staples', 92, 118, 0.05),
  fund('Index Fund', 'Index fund', 112, 163, 0.02),
  fund('Balanced Fund', 'Balanced fund', 48, 62, 0.01),
];

/** Sessions with closes, about three years. */
export const SESSIONS = 736;

const wave = (age: number, sessions: number) => Math.sin((2 * Math.PI * age) / sessions);

/** Sessions by which the moves of a security's own are apart from those of others. */
const shiftOf: ReadonlyMap<string, number> = new Map(
  SECURITIES.map(({ symbol }) => [
    symbol,
    Array.from(symbol, (letter) => letter.charCodeAt(0)).reduce((sum, code) => sum + code, 0),
  ]),
);

/** Moves that all prices share: good and bad times of the market. */
const market = (age: number) => 0.05 * wave(age + 40, 210) + 0.022 * wave(age, 31) + 0.006 * wave(age, 7);

/**
 * The close of a security in its currency, to the cent. It depends only on its age, so that the household is worth the same on
 * every day.
 * @param age sessions before the last one
 */
export function closeAt(security: Security, age: number): number {
  const { symbol, from, to, swing } = security;
  const shift = shiftOf.get(symbol) ?? 0;
  const trend = from * (to / from) ** (1 - age / (SESSIONS - 1));
  const own =
    swing * (0.6 * wave(age + shift, 97) + 0.3 * wave(age + 3 * shift, 23) + 0.1 * wave(age + 7 * shift, 5));
  return Math.round(trend * (1 + market(age) + own) * 100) / 100;
}

/** The security of a symbol. @throws Error for an unknown one */
export function securityOf(symbol: string): Security {
  const found = SECURITIES.find((one) => one.symbol === symbol);
  if (found === undefined) throw new Error(`the sample has no ${symbol}`);
  return found;
}

/** All securities with their closes. @param days sessions (YYYY-MM-DD), the last one at the end */
export const pricedOn = (days: readonly string[]) =>
  SECURITIES.map((security) => ({
    ...security,
    closes: days.map((day, at) => ({ day, price: closeAt(security, days.length - 1 - at) })),
  }));
