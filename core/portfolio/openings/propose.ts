import { PositionState, compareInReplay, compareText, type LedgerTransaction } from '../ledger/index.ts';
import { type AppliedAction, deriveRows, inOrder } from '../positions/index.ts';
import { FIXED_ONE, type Fixed, fixedText, parseFixed, dayBefore } from '../../platform/index.ts';
import { plainRatio } from '../../finance/lots/index.ts';

/** Symbols of one portfolio that hang together through mergers and demergers. */
export interface OpeningFamily {
  symbols: readonly string[];
  /** Every recorded row of these symbols, without those that follow from actions. */
  rows: readonly LedgerTransaction[];
  actions: readonly AppliedAction[];
  /** Units that a broker, a file or a person states, of holdings that keep their own quantity. */
  stated: ReadonlyMap<string, Fixed>;
}

/** Units that were held before the records of a symbol begin, as its ledger itself tells. */
export interface Opening {
  symbol: string;
  currency: string;
  isin: string | null;
  asset_class: string | null;
  /** The smallest number that explains everything below, counted on `latest_date`. */
  quantity: Fixed;
  /** The last day on which they must have been there, YYYY-MM-DD. */
  latest_date: string;
  /** Units sold without a purchase, and the day of the first such sale; null where there is none. */
  unmatched: Fixed;
  unmatched_from: string | null;
  /** Units held beyond the ledger; nothing where the holding follows it. */
  beyond: Fixed;
  /** The plain ratio of what was sold, or is stated to be held, to what the ledger has, where no change of the share is known. */
  ratio: readonly [to: bigint, from: bigint] | null;
}

/**
 * The openings that a ledger lacks: for each symbol the smallest number of units that, held before its first recorded row,
 * leaves no sale without units and reaches what is stated to be held. Every try replays the ledger with all that follows
 * from corporate actions, since these give more shares to whoever held more. Shares that pass into another one are asked
 * about first, so that what they explain is not proposed twice.
 */
export function proposeOpenings(family: OpeningFamily): Opening[] {
  const openings: Opening[] = [];
  let rows = family.rows;
  for (const symbol of bySource(family)) {
    const own = { ...family, rows };
    const opening = proposeFor(own, symbol);
    if (opening === null) continue;
    openings.push(opening);
    rows = [...rows, openingRow(own, opening, opening.latest_date)];
  }
  return openings;
}

/** Whoever gives units to another symbol comes before it. */
function bySource({ symbols, actions }: OpeningFamily): string[] {
  const order = new Map<string, number>();
  for (const { symbol, into_symbol } of inOrder(actions))
    for (const one of into_symbol === null ? [symbol] : [symbol, into_symbol])
      if (!order.has(one)) order.set(one, order.size);
  const place = (symbol: string) => order.get(symbol) ?? -1;
  return symbols.toSorted((a, b) => place(a) - place(b) || compareText(a, b));
}

function proposeFor(family: OpeningFamily, symbol: string): Opening | null {
  const own = family.rows.filter((row) => row.symbol === symbol);
  const before = replayed(family, symbol);
  const first = own.map(({ date }) => date).sort()[0];
  if (before === null || first === undefined) return null;
  const missing = sold(before);
  const unmatched = missing.reduce((sum, one) => sum + one.quantity, 0n);
  const stated = family.stated.get(symbol) ?? null;
  const beyond = stated !== null && stated > before.quantity ? stated - before.quantity : 0n;
  if (unmatched === 0n && beyond === 0n) return null;
  const opening = {
    symbol,
    currency: before.currency,
    isin: before.isin,
    asset_class: before.assetClass,
    unmatched,
    unmatched_from: missing.map(({ row }) => row.date).sort()[0] ?? null,
    beyond,
    ratio: unknownChange(own, before, stated, unmatched),
  };
  const early = dayBefore(first);
  const explains = (quantity: Fixed, date: string): boolean => {
    const after = replayed(
      { ...family, rows: [...family.rows, openingRow(family, { ...opening, quantity }, date)] },
      symbol,
    );
    return after !== null && sold(after).length === 0 && (stated === null || after.quantity >= stated);
  };
  const least = smallest(
    (tried) => explains(tried, early),
    unmatched + beyond,
    isWhole(own, stated) ? FIXED_ONE : 1n,
  );
  if (least === null) return null;
  const rounder = roundest(least);
  const quantity = explains(rounder, early) ? rounder : least;
  const proposed = { ...opening, quantity };
  const withIt = { ...family, rows: [...family.rows, openingRow(family, proposed, early)] };
  const latest = latestDay(withIt, proposed, early);
  return { ...proposed, latest_date: explains(quantity, latest) ? latest : early };
}

/** A sale of everything may be a last decimal too large, so that a little less than was sold would do as well. */
const LAST_DECIMALS = 10n;

/** The number of fewest decimals within some last decimals above this one. */
function roundest(quantity: Fixed): Fixed {
  for (let unit = FIXED_ONE; unit > 1n; unit /= 10n) {
    const up = ((quantity + unit - 1n) / unit) * unit;
    if (up - quantity <= LAST_DECIMALS) return up;
  }
  return quantity;
}

/** The row that an opening of unknown cost is recorded as. */
function openingRow(
  family: Pick<OpeningFamily, 'rows'>,
  opening: Pick<Opening, 'symbol' | 'currency' | 'quantity'>,
  date: string,
): LedgerTransaction {
  return {
    id: null,
    portfolio: family.rows[0]?.portfolio ?? '',
    symbol: opening.symbol,
    date,
    type: 'TRANSFER_IN',
    quantity: fixedText(opening.quantity),
    price: '0',
    fee_tax: '0',
    currency: opening.currency,
  };
}

/**
 * The day before the first row that needs the units, and no later than the day before the first change of the share itself: the
 * units are counted as they were before it. Units that no sale needs have been there before the first row.
 */
function latestDay(
  withOpening: OpeningFamily,
  { symbol, unmatched_from }: Pick<Opening, 'symbol' | 'unmatched_from'>,
  early: string,
): string {
  if (unmatched_from === null) return early;
  const changes = [...withOpening.rows, ...deriveRows(withOpening.rows, withOpening.actions).rows].filter(
    (row) => row.symbol === symbol && row.date > early && (row.type === 'SPLIT' || row.action_id),
  );
  const days = [unmatched_from, ...changes.map(({ date }) => date)].sort();
  return dayBefore(days[0] ?? unmatched_from);
}

/** The position of a symbol with all that follows from actions; null where none of its rows counts. */
function replayed({ rows, actions }: OpeningFamily, symbol: string): PositionState | null {
  // Stored rows have ids, and what one action makes is replayed in its order.
  const derived = deriveRows(rows, actions).rows.map((row, at) => ({
    ...row,
    id: String(DERIVED_IDS + BigInt(at)),
  }));
  let state: PositionState | null = null;
  for (const row of [...rows, ...derived].filter((one) => one.symbol === symbol).sort(compareInReplay)) {
    const next: PositionState = (state ?? new PositionState(row)).readyFor(row);
    if (next.apply(row) === null) state = next;
  }
  return state;
}

/** Longer than any stored id, and so behind it. */
const DERIVED_IDS = 10n ** 24n;

/** Sales without units; what takes a trade back cannot be explained by an opening. */
function sold(state: PositionState) {
  return state.unmatched.filter(
    ({ kind, row }) =>
      kind === 'NO_UNITS' &&
      (row.type === 'SELL' || row.type === 'FRACTION') &&
      parseFixed(row.quantity) > 0n,
  );
}

/** Whether more units look like a split or bonus that nobody recorded, rather than like units from before. */
function unknownChange(
  rows: readonly LedgerTransaction[],
  { quantity, rows: replayedRows }: PositionState,
  stated: Fixed | null,
  unmatched: Fixed,
): Opening['ratio'] {
  if (replayedRows.some(({ type, action_id }) => type === 'SPLIT' || action_id)) return null;
  const units = (type: 'BUY' | 'SELL') =>
    rows.reduce((sum, row) => (row.type === type ? sum + parseFixed(row.quantity) : sum), 0n);
  const ratio =
    unmatched === 0n ? plainRatio(stated ?? 0n, quantity) : plainRatio(units('SELL'), units('BUY'));
  // Units are missing: a consolidation, which leaves fewer, explains none of them.
  return ratio !== null && ratio[0] > ratio[1] ? ratio : null;
}

/** Whole shares stay whole. */
function isWhole(rows: readonly LedgerTransaction[], stated: Fixed | null): boolean {
  if ((stated ?? 0n) % FIXED_ONE !== 0n) return false;
  return rows.every(
    (row) =>
      row.asset_class !== 'Mutual Fund' &&
      (row.type === 'SPLIT' || row.type === 'DIVIDEND' || parseFixed(row.quantity) % FIXED_ONE === 0n),
  );
}

/** More than this is no number of shares that anybody held. */
const LARGEST = 10n ** 15n * FIXED_ONE;

/**
 * The smallest multiple of `step` that does it, where every larger one does it as well; null for none.
 * @param guess the answer where no share ever changed, which two tries prove.
 */
function smallest(does: (quantity: Fixed) => boolean, guess: Fixed, step: Fixed): Fixed | null {
  let high = ((guess + step - 1n) / step) * step;
  let low = 0n;
  if (does(high)) {
    if (high === step || !does(high - step)) return high;
    high -= step;
  } else {
    while (!does(high)) {
      low = high;
      high *= 2n;
      if (high > LARGEST) return null;
    }
  }
  while (high - low > step) {
    const middle = low + ((high - low) / 2n / step) * step;
    const tried = middle === low ? low + step : middle;
    if (does(tried)) high = tried;
    else low = tried;
  }
  return high;
}
