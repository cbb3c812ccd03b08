import { createCalendar } from '../../core/market/calendar/index.ts';
import type { PanelAction, PanelSecurity, PricePanel } from '../../core/strategies/panel/index.ts';

/*
 * Price panels for tests: written like a table by hand, or made at random from a seed, with everything that goes wrong in a
 * real market.
 */
export const calendar = createCalendar();

/** Sessions of NSE between two days. */
export function sessions(from: string, to: string): string[] {
  return calendar.sessionsBetween('NSE', from, to);
}

/** A share as it is not said otherwise: a member from the beginning, in no known sector. */
export function share(symbol: string, more: Partial<PanelSecurity> = {}): PanelSecurity {
  return {
    instrument_id: symbol,
    symbol,
    name: null,
    isin: null,
    sector: null,
    asset_class: 'Indian Equity',
    delisted_on: null,
    member: [{ from: '1990-01-01', to: null }],
    ...more,
  };
}

/** A panel of rows by symbol: a number for each day, null for no close. */
export function panelOf(
  days: readonly string[],
  rows: Readonly<Record<string, readonly (number | null)[]>>,
  more: Partial<Omit<PricePanel, 'securities'>> & {
    shares?: Readonly<Record<string, Partial<PanelSecurity>>>;
  } = {},
): PricePanel {
  const { shares = {}, ...rest } = more;
  const symbols = Object.keys(rows);
  return {
    days,
    securities: symbols.map((symbol) => share(symbol, shares[symbol])),
    closes: Float64Array.from(
      symbols.flatMap((symbol) => days.map((_, at) => rows[symbol]?.[at] ?? Number.NaN)),
    ),
    actions: [],
    benchmark: null,
    survivorship: 'MEMBERSHIP_BY_DATE',
    revision: 'test',
    ...rest,
  };
}

/** A random number of 0 to 1 from a seed: the same ones every time (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const RATIOS = [
  ['SPLIT', '2', '1'],
  ['SPLIT', '10', '1'],
  ['BONUS', '3', '2'],
  ['BONUS', '11', '10'],
  ['CONSOLIDATION', '1', '7'],
] as const;
const SECTORS = ['Banks', 'IT', 'Energy', null];

export interface RandomMarket {
  seed: number;
  shares: number;
  from: string;
  to: string;
  /** Chance of trouble a share: splits, dividends, suspensions, holes, late listings, departures. */
  trouble?: number;
}

/**
 * A random market: prices in paise that walk at random, with splits whose prices fall by their ratio, dividends, holes,
 * suspensions, late listings, departures from the index and from the exchange, demergers.
 */
export function randomPanel({ seed, shares, from, to, trouble = 0.5 }: RandomMarket): PricePanel {
  const random = seeded(seed);
  const days = sessions(from, to);
  const count = days.length;
  const pick = (most: number) => Math.floor(random() * most);
  const closes = new Float64Array(shares * count).fill(Number.NaN);
  const actions: PanelAction[] = [];
  const securities: PanelSecurity[] = [];
  const dayAt = (at: number) => days[Math.min(at, count - 1)] ?? '';
  for (let nr = 0; nr < shares; nr += 1) {
    const happens = () => random() < trouble;
    const listedAt = happens() && random() < 0.3 ? pick(count) : 0;
    const gone = happens() && random() < 0.3 ? listedAt + pick(count - listedAt) : count;
    const suspended = happens() ? pick(count) : count;
    const resumed = suspended + pick(12);
    const ratioAt = new Map<number, (typeof RATIOS)[number]>();
    if (happens()) ratioAt.set(1 + pick(count - 1), RATIOS[pick(RATIOS.length)] ?? RATIOS[0]);
    if (happens() && random() < 0.3)
      ratioAt.set(1 + pick(count - 1), RATIOS[pick(RATIOS.length)] ?? RATIOS[0]);
    const drift = (random() - 0.45) * 0.002;
    let price = 5 + random() ** 3 * 3000;
    for (let at = 0; at < count; at += 1) {
      const ratio = ratioAt.get(at);
      if (ratio !== undefined) {
        const [kind, new_shares, old_shares] = ratio;
        price = (price * Number(old_shares)) / Number(new_shares);
        actions.push({ security: nr, ex_date: dayAt(at), kind, new_shares, old_shares, amount: null });
      }
      price = Math.max(0.5, price * (1 + drift + (random() - 0.5) * 0.05));
      const isHole = (at >= suspended && at < resumed) || (trouble > 0 && random() < 0.004);
      if (at >= listedAt && at < gone && !isHole) closes[nr * count + at] = Math.round(price * 100) / 100;
    }
    if (happens())
      actions.push({
        security: nr,
        ex_date: dayAt(pick(count)),
        kind: 'DIVIDEND',
        new_shares: null,
        old_shares: null,
        amount: (1 + pick(900) / 100).toFixed(2),
      });
    if (happens() && random() < 0.1)
      actions.push({
        security: nr,
        ex_date: dayAt(pick(count)),
        kind: 'DEMERGER',
        new_shares: null,
        old_shares: null,
        amount: null,
      });
    const leavesAt = happens() && random() < 0.4 ? pick(count) : null;
    const member =
      leavesAt === null
        ? [{ from: '1990-01-01', to: null }]
        : [
            { from: '1990-01-01', to: dayAt(leavesAt) },
            ...(random() < 0.5 ? [{ from: dayAt(leavesAt + 40), to: null }] : []),
          ];
    securities.push(
      share(`S${String(nr).padStart(3, '0')}`, {
        sector: SECTORS[nr % SECTORS.length] ?? null,
        delisted_on: gone < count ? dayAt(gone) : null,
        member,
      }),
    );
  }
  actions.sort((a, b) => (a.ex_date < b.ex_date ? -1 : a.ex_date > b.ex_date ? 1 : a.security - b.security));
  let level = 10_000;
  const benchmark = Float64Array.from(days, () => (level *= 1 + 0.0003 + (random() - 0.5) * 0.02));
  return {
    days,
    securities,
    closes,
    actions,
    benchmark: { code: 'NIFTY500', name: 'NIFTY 500', closes: benchmark },
    survivorship: 'MEMBERSHIP_BY_DATE',
    revision: `random ${seed}`,
  };
}

/** The fund of `withFund`: a debt fund of the exchange, by its name. */
export const FUND = 'LIQUIDCASE';

/** A panel with a liquid fund whose price grows from day to day; some days have no close of it. */
export function withFund(panel: PricePanel, seed: number): PricePanel {
  const random = seeded(seed);
  let price = 90 + random() * 30;
  const closes = panel.days.map(() => {
    price *= 1.00018 + (random() - 0.5) * 0.0004;
    return random() < 0.05 ? Number.NaN : Math.round(price * 100) / 100;
  });
  return {
    ...panel,
    securities: [...panel.securities, share(FUND, { asset_class: 'ETF', member: [] })],
    closes: Float64Array.from([...panel.closes, ...closes]),
    liquid: { security: panel.securities.length },
  };
}
