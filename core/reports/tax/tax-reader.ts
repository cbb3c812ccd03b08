import type { Resolver } from '../../market/instruments/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import {
  createPositionCache,
  createLedger,
  type DividendSum,
  type HeldLabel,
  type PositionCache,
  ledgerBatches,
  type LedgerRow,
  markedKeys,
  portfolioNames,
  type PortfolioScope,
  type PositionKey,
  readHeldLabels,
  readRenames,
  symbolsWithoutPosition,
  type UndecidedAction,
} from '../../portfolio/index.ts';
import type { FinancialYear } from '../../finance/tax-law/index.ts';
import { type PositionYear, positionYear } from './lots.ts';
import { type TaxedSecurity, taxedSecurity } from './rows.ts';
import { type OwnLabel, securityOf } from './securities.ts';

/** What one symbol of a portfolio tells of a year. */
interface YearPosition {
  portfolio: string;
  security: TaxedSecurity;
  year: PositionYear;
}

/** What the ledger of one symbol comes to in a year. */
interface ReplayedYear {
  portfolio_id: string;
  /** Null where nothing counts up to the end of the year. */
  counted: { label: OwnLabel; year: PositionYear } | null;
  /** Rows that the replay skipped. */
  skipped: number;
}

/** Positions between two breaths. */
const AT_ONCE = 4;
/** Limit for all cached years, in bytes. */
const MOST_BYTES = 32_000_000;
/** Approximate bytes of a slice of a sale or lot, and of a position without slices. */
const SLICE_BYTES = 1000;
const POSITION_BYTES = 500;

/** Years of ledgers that were replayed already. */
export const createReplayedYearCache = () => createPositionCache<ReplayedYear>(MOST_BYTES, bytesOf);

function bytesOf(year: ReplayedYear | null): number {
  const { sold = [], costless = [], held = [], unmatched = [] } = year?.counted?.year ?? {};
  return POSITION_BYTES + SLICE_BYTES * (sold.length + costless.length + held.length + unmatched.length);
}

interface LedgersRequest {
  userId: string;
  scope: PortfolioScope;
  /** Rows after its last day do not count. */
  year: FinancialYear;
  resolver: Resolver;
  today: string;
  undecided: readonly UndecidedAction[];
}

/** What the ledgers of a portfolio come to up to the end of a year. */
export async function readLedgers(
  trx: DbTransaction,
  { userId, scope, year, resolver, today, undecided }: LedgersRequest,
  kept: PositionCache<ReplayedYear>,
): Promise<{ positions: YearPosition[]; skipped: number }> {
  const names = await portfolioNames(trx);
  const labels = new Map(
    (await readHeldLabels(trx)).map((label): [string, HeldLabel] => [
      keyOf(label.portfolio_id, label.symbol),
      label,
    ]),
  );
  const wanted = await markedKeys(trx, scope.id);
  const renames = await readRenames(trx, scope.id);
  const owner = `${userId} ${year.from} ${year.to}`;
  const years = await kept.read(owner, wanted, scope.id === null, (keys) =>
    replayYears(trx, keys, year, renames),
  );
  for await (const { value } of replayYears(trx, await symbolsWithoutPosition(trx, scope.id), year, renames))
    years.push(value);
  const positions: YearPosition[] = [];
  let skipped = 0;
  for (const one of years) {
    skipped += one.skipped;
    if (one.counted === null) continue;
    const { label, year: own } = one.counted;
    const name = names.get(one.portfolio_id) ?? scope.name;
    const held = labels.get(keyOf(one.portfolio_id, label.symbol));
    const security = taxedSecurity(name, securityOf(label, held, resolver, today), undecided);
    positions.push({ portfolio: name, security, year: own });
  }
  positions.sort(
    (a, b) => compare(a.portfolio, b.portfolio) || compare(a.security.symbol, b.security.symbol),
  );
  return { positions, skipped };
}

/** Replays some ledgers up to the end of a year, one symbol after the other. */
async function* replayYears(
  trx: DbTransaction,
  keys: readonly PositionKey[],
  year: FinancialYear,
  renames: Awaited<ReturnType<typeof readRenames>>,
): AsyncGenerator<{ key: PositionKey; value: ReplayedYear }> {
  if (keys.length === 0) return;
  let rows: LedgerRow[] = [];
  let finished = 0;
  for await (const batch of ledgerBatches(trx, { keys, until: year.to })) {
    for (const row of batch) {
      const last = rows.at(-1);
      if (last !== undefined && (last.symbol !== row.symbol || last.portfolio !== row.portfolio)) {
        yield replayYear(rows, last, year, renames);
        rows = [];
        if (++finished % AT_ONCE === 0) await breathe();
      }
      rows.push(row);
    }
  }
  const last = rows.at(-1);
  if (last !== undefined) yield replayYear(rows, last, year, renames);
}

function replayYear(
  rows: readonly LedgerRow[],
  { portfolio: portfolio_id, symbol }: LedgerRow,
  year: FinancialYear,
  renames: Awaited<ReturnType<typeof readRenames>>,
): { key: PositionKey; value: ReplayedYear } {
  const replay = createLedger();
  for (const row of rows) replay.apply(row);
  const { positions, skipped } = replay.result();
  const [position] = positions;
  const counted =
    position === undefined
      ? null
      : {
          label: {
            symbol: position.symbol,
            currency: position.currency,
            isin: position.isin,
            asset_class: position.asset_class,
          },
          year: positionYear(
            position,
            rows,
            year,
            renames.filter((one) => one.portfolio_id === portfolio_id),
          ),
        };
  return {
    key: { portfolio_id, symbol },
    value: { portfolio_id, counted, skipped: skipped.length },
  };
}

/** What has to be converted: into the report's currency, and into rupees for the laws of India. */
export function conversions(
  positions: readonly YearPosition[],
  dividends: readonly DividendSum[],
  base: string,
) {
  const isForeign = (currency: string) => currency !== base || currency !== 'INR';
  const days = new Set<string>();
  for (const { security, year } of positions) {
    if (!isForeign(security.currency)) continue;
    for (const { buy_date, sell_date } of year.sold) days.add(buy_date).add(sell_date);
    for (const { sell_date } of [...year.costless, ...year.unmatched]) days.add(sell_date);
    for (const { buy_date } of year.held) days.add(buy_date);
  }
  for (const { currency, day } of dividends) if (isForeign(currency)) days.add(day);
  const currencies = [
    ...positions.map(({ security }) => security.currency),
    ...dividends.map((one) => one.currency),
  ];
  return { from: currencies, to: [base, 'INR'], days };
}

function keyOf(portfolioId: string, symbol: string): string {
  return `${portfolioId}\0${symbol}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Lets others have their turn. */
export async function breathe(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
