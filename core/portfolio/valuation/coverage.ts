import { dayInWords } from '../../platform/index.ts';
import {
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';

/** Why a figure excludes a holding. The codes are stable. */
const MISSING_CODES = [
  'NO_PRICE',
  'NO_RATE',
  'NO_COST',
  'COST_UNKNOWN',
  'NO_PREVIOUS_CLOSE',
  'OTHER_DAY',
  'NO_TRANSACTIONS',
  'TRANSACTIONS_DIFFER',
  'NO_PRICE_HISTORY',
  'UNMATCHED_SALE',
  'ROW_LEFT_OUT',
] as const;
export type MissingCode = (typeof MISSING_CODES)[number];

/** A holding that a figure excludes. */
const missingHoldingView = view({
  portfolio: text,
  symbol: text,
  code: oneOf(...MISSING_CODES),
  /** A sentence without the symbol: "No price is known." */
  reason: text,
  /** What to do, so that it counts. */
  mend: text,
  /** Of `OTHER_DAY`: the session of its price, `Fri 27 Nov`; null for other codes, and for a price of no session. */
  price_day_label: textOrNull,
});
export type MissingHolding = ViewOf<typeof missingHoldingView>;

/**
 * The fields of a figure that covers a part of a portfolio only. Value, cost and flows of such a figure are of the same
 * holdings.
 */
export const coverageFields = {
  state: oneOf('PARTIAL'),
  /** Of the holdings held now. */
  holdings_counted: whole,
  holdings_total: whole,
  /** Value of the counted holdings, of all that are held, in percentage points; null where an excluded one has no value. */
  value_share_pct: numberOrNull,
  /** How many there are: symbols that were sold since may be among them. */
  missing_count: whole,
  /** The first of them. */
  missing: listOf(missingHoldingView),
};
export const coverageView = view(coverageFields);
export type Coverage = ViewOf<typeof coverageView>;

const partialFigureView = view({ figure: number, ...coverageFields });
export type PartialFigure = ViewOf<typeof partialFigureView>;

/** Figures of the part of a portfolio for which they are known: of each name that there may be, where it is one. */
export function partialFigures<N extends string>(...names: readonly N[]) {
  const figure = partialFigureView.default(undefined).optional();
  return view(Object.fromEntries(names.map((name) => [name, figure])) as Record<N, typeof figure>);
}

/** A holding as coverage counts it: its value, null where unknown, and why it is excluded, null where it counts. */
interface CoverageMember {
  value: number | null;
  missing: MissingHolding | null;
}

/** What an answer names of them; a reader mends a few at a time. */
export const MOST_MISSING = 25;

const WORDS: Record<MissingCode, { reason: string; mend: string }> = {
  NO_PRICE: {
    reason: 'No price is known.',
    mend: 'Refresh prices, or edit the holding and enter one.',
  },
  NO_RATE: {
    reason: 'No exchange rate is recorded.',
    mend: 'Refresh prices to fetch exchange rates too.',
  },
  NO_COST: {
    reason: 'No cost is recorded.',
    mend: 'Import the tradebook, or edit the holding and enter its average cost.',
  },
  COST_UNKNOWN: {
    reason: 'The cost or the sale of some units is unknown.',
    mend: 'Record the cost under Data quality, Opening positions, or the sale under Transactions.',
  },
  NO_PREVIOUS_CLOSE: {
    reason: 'No previous close is known.',
    mend: 'Refresh prices, or edit the holding and enter one.',
  },
  OTHER_DAY: {
    reason: 'The day of its price is unknown.',
    mend: 'Refresh prices once its price of that day is published.',
  },
  NO_TRANSACTIONS: {
    reason: 'No transactions are recorded.',
    mend: 'Import the tradebook, or add the purchase.',
  },
  TRANSACTIONS_DIFFER: {
    reason: 'The transactions do not add up to the quantity held.',
    mend: 'Import the missing transactions, or correct the quantity.',
  },
  NO_PRICE_HISTORY: {
    reason: 'Daily closes are missing for some of the days held.',
    mend: 'Import daily prices with npm run import-prices.',
  },
  UNMATCHED_SALE: {
    reason: 'More units were sold than bought.',
    mend: 'Add the missing purchases.',
  },
  ROW_LEFT_OUT: {
    reason: 'A transaction cannot be read.',
    mend: 'Correct that transaction.',
  },
};

interface Excluded {
  portfolio: string;
  symbol: string;
  /** Day of the last trade. */
  last_trade_on?: string | null;
}

/** A holding that is left out, in words. */
export function missingHolding(
  { portfolio, symbol, last_trade_on = null }: Excluded,
  code: MissingCode,
): MissingHolding {
  const old =
    code === 'NO_PRICE' && last_trade_on !== null
      ? {
          reason: `No price is known, and your last trade, of ${dayInWords(last_trade_on)}, is more than three years old.`,
        }
      : {};
  return { portfolio, symbol, code, ...WORDS[code], ...old, price_day_label: null };
}

/**
 * The part that counts.
 * @param held what is held now. @param sold what is left out and not held any more.
 * @returns null where nothing is left out, and where nothing counts.
 */
export function coverageOf(
  held: readonly CoverageMember[],
  sold: readonly MissingHolding[] = [],
): Coverage | null {
  const missing = [...held.flatMap((one) => one.missing ?? []), ...sold];
  const counted = held.filter((one) => one.missing === null);
  if (missing.length === 0 || counted.length === 0) return null;
  const worth = (some: readonly CoverageMember[]): number =>
    some.reduce((sum, { value }) => sum + (value ?? 0), 0);
  const all = worth(held);
  const isKnown = held.every(({ value }) => value !== null) && all > 0;
  return {
    state: 'PARTIAL',
    holdings_counted: counted.length,
    holdings_total: held.length,
    value_share_pct: isKnown ? (worth(counted) / all) * 100 : null,
    missing_count: missing.length,
    missing: missing.slice(0, MOST_MISSING),
  };
}
