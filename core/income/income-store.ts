import { countTopicChanges, type Decimal, type DbTransaction } from '../platform/index.ts';
import { readSourcedRows } from '../portfolio/index.ts';
import type { AnnouncedAction } from './announcements.ts';
import type { HeldBond } from './coupons.ts';
import type { Difference, StoredEvent } from './event-diff.ts';
import type { Trade } from '../portfolio/index.ts';
import type { IncomeFacts } from './event.ts';
import type { DividendRow } from './payments.ts';

/** A symbol of a portfolio that has a ledger or a holding; what its rows do not tell of the security, its holding may. */
export interface LedgerKey {
  portfolio_id: string;
  symbol: string;
  currency: string;
  isin: string | null;
  asset_class: string | null;
  /** Null without transactions. */
  last_date: string | null;
  transactions_count: number;
  /** What the holding says, and since when it is on record; null where there is none. */
  held_quantity: Decimal | null;
  held_since: string | null;
}

export async function readLedgerKeys(trx: DbTransaction): Promise<LedgerKey[]> {
  const { rows } = await trx.raw<{ rows: LedgerKey[] }>(
    `select portfolio_id, symbol, coalesce(l.currency, h.currency) as currency, coalesce(l.isin, h.isin) as isin,
       coalesce(l.asset_class, h.asset_class) as asset_class, l.last_date::text,
       coalesce(l.transactions_count, 0) as transactions_count, h.quantity as held_quantity,
       (h.created_at at time zone 'Asia/Kolkata')::date::text as held_since
     from (select * from portfolio.positions where last_date is not null) l
     full join (select * from portfolio.holdings where quantity > 0) h using (portfolio_id, symbol)
     where l.last_date is not null or h.asset_class in ('Indian Equity', 'US Equity', 'ETF', 'Bond')
     order by portfolio_id, symbol`,
  );
  return rows;
}

/** Bonds that are held, by portfolio and symbol. */
export async function readHeldBonds(trx: DbTransaction): Promise<HeldBond[]> {
  const { rows } = await trx.raw<{ rows: HeldBond[] }>(
    `select h.portfolio_id, p.name as portfolio, h.symbol, h.name, h.isin, h.currency, h.quantity,
       h.maturity_date::text, h.face_value, h.coupon_rate, h.coupon_frequency
     from portfolio.holdings h join portfolio.portfolios p on p.id = h.portfolio_id
     where h.asset_class = 'Bond' and h.quantity > 0 order by p.name, h.symbol`,
  );
  return rows;
}

/**
 * Announcements whose amount was read or decided (spec: what cannot be read is not guessed): those of instruments, and
 * those of symbols that the registry does not know, under the id that `unlistedId` gives these.
 */
export async function readAnnounced(
  trx: DbTransaction,
  { instrumentIds, symbols }: { instrumentIds: readonly string[]; symbols: readonly string[] },
): Promise<AnnouncedAction[]> {
  if (instrumentIds.length + symbols.length === 0) return [];
  const { rows } = await trx.raw<{ rows: AnnouncedAction[] }>(
    `select coalesce(instrument_id::text, exchange || '-' || symbol) as instrument_id, kind, ex_date::text,
       record_date::text, amount::text, raw, exchange
     from market.corporate_actions
     where (instrument_id = any(?::bigint[])
         or (instrument_id is null and exchange = ? and symbol = any(?::text[])))
       and kind in ('DIVIDEND', 'DISTRIBUTION', 'INTEREST')
       and amount is not null and status in ('READ', 'MANUAL') and withdrawn_at is null
     order by instrument_id, symbol, ex_date, id`,
    [[...instrumentIds], UNLISTED_EXCHANGE, [...symbols]],
  );
  return rows;
}

/** Without a registry a symbol in rupees is taken for what this exchange calls by it. */
const UNLISTED_EXCHANGE = 'NSE';
export const unlistedId = (symbol: string): string => `${UNLISTED_EXCHANGE}-${symbol}`;

/** How often the owner's ledger, and the events that follow from it, were changed; 0 before the first time. */
export interface IncomeRevisions {
  ledger: bigint;
  income: bigint;
}

export async function readRevisions(trx: DbTransaction, userId: string): Promise<IncomeRevisions> {
  const changes = await countTopicChanges(trx, userId);
  return { ledger: changes.get('ledger') ?? 0n, income: changes.get('income') ?? 0n };
}

/** How often what income follows from was changed, and up to which change the events are worked out. */
interface IncomeMark {
  version: bigint;
  worked_out: bigint;
}

/** @returns null for a person with whom nothing has changed yet. */
export async function readMark(trx: DbTransaction, userId: string): Promise<IncomeMark | null> {
  const { rows } = await trx.raw<{ rows: { version: string; worked_out: string }[] }>(
    'select version::text, worked_out::text from portfolio.income_marks where owner_user_id = ?',
    [userId],
  );
  const [row] = rows;
  return row === undefined ? null : { version: BigInt(row.version), worked_out: BigInt(row.worked_out) };
}

export const isBehind = (mark: IncomeMark | null): boolean => mark !== null && mark.worked_out < mark.version;

/** Events are worked out up to the change that the mark was read with; later changes leave them behind still. */
export async function keepMark(trx: DbTransaction, userId: string, mark: IncomeMark | null): Promise<void> {
  if (mark === null || !isBehind(mark)) return;
  await trx.raw(
    `update portfolio.income_marks set worked_out = greatest(worked_out, ?::bigint) where owner_user_id = ?`,
    [String(mark.version), userId],
  );
}

/** Whose events lag behind, the longest first. For system work. */
export async function readBehind(trx: DbTransaction): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { owner_user_id: string }[] }>(
    `select owner_user_id::text from portfolio.income_marks where worked_out < version
     order by changed_at, owner_user_id`,
  );
  return rows.map(({ owner_user_id }) => owner_user_id);
}

/** A row of the ledger that income comes from or rests on. */
export type IncomeRow = Trade | DividendRow;

const INCOME_TYPES = ['BUY', 'SELL', 'SPLIT', 'DIVIDEND', 'TRANSFER_IN', 'TRANSFER_OUT', 'FRACTION'] as const;

/** Trades and dividends of some symbols, by portfolio, symbol, day and id. */
export async function readIncomeRows(trx: DbTransaction, keys: readonly LedgerKey[]): Promise<IncomeRow[]> {
  const rows = await readSourcedRows(trx, { keys, types: INCOME_TYPES, isReplayed: true });
  // The types are the ones that were asked for, which the compiler cannot follow.
  return rows as IncomeRow[];
}

export async function readStoredEvents(trx: DbTransaction): Promise<StoredEvent[]> {
  const { rows } = await trx.raw<{ rows: StoredEvent[] }>(
    `select id, portfolio_id, symbol, kind, asset_class, currency, isin, record_date::text, ex_date::text,
       payment_date::text, amount_per_unit, entitled_quantity, gross_amount, withheld_tax, net_amount, status, source,
       confidence, source_reference, note
     from portfolio.income_events order by id`,
  );
  return rows;
}

const AT_ONCE = 1000;
const COLUMNS = `kind, asset_class, currency, isin, record_date, ex_date, payment_date, amount_per_unit,
  entitled_quantity, gross_amount, withheld_tax, net_amount, status, source, confidence, note`;
const TYPES = `portfolio_id bigint, symbol text, source_reference text, kind text, asset_class text, currency text,
  isin text, record_date date, ex_date date, payment_date date, amount_per_unit numeric, entitled_quantity numeric,
  gross_amount numeric, withheld_tax numeric, net_amount numeric, status text, source text, confidence text, note text`;

/** Writes what differs. A change whose event is not in the state any more that it was worked out from fails as a whole. */
export async function writeDifference(
  trx: DbTransaction,
  userId: string,
  { added, changed }: Difference,
  now: Date,
): Promise<void> {
  for (const some of lots(added)) {
    await trx.raw(
      `insert into portfolio.income_events (owner_user_id, portfolio_id, symbol, source_reference, ${COLUMNS},
         created_at, updated_at)
       select ?, portfolio_id, symbol, source_reference, ${COLUMNS}, ?, ?
       from jsonb_to_recordset(?::jsonb) as x (${TYPES})`,
      [userId, now, now, JSON.stringify(some.map(plain))],
    );
  }
  for (const some of lots(changed)) {
    const rows = some.map(({ id, from, facts }) => ({ ...plain(facts), id, was: from }));
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `update portfolio.income_events e
       set (${COLUMNS}, updated_at) = (select ${prefixed('x')}, ?::timestamptz)
       from jsonb_to_recordset(?::jsonb) as x (id bigint, was text, ${TYPES})
       where e.id = x.id and e.status = x.was`,
      [now, JSON.stringify(rows)],
    );
    if (rowCount !== some.length)
      throw new Error('income events were changed by another process in the meantime');
  }
}

function prefixed(alias: string): string {
  return COLUMNS.split(',')
    .map((name) => `${alias}.${name.trim()}`)
    .join(', ');
}

/** Amounts as exact text. */
function plain(facts: IncomeFacts): Record<string, unknown> {
  return {
    ...facts,
    amount_per_unit: facts.amount_per_unit?.toFixed() ?? null,
    entitled_quantity: facts.entitled_quantity?.toFixed() ?? null,
    gross_amount: facts.gross_amount?.toFixed() ?? null,
    withheld_tax: facts.withheld_tax?.toFixed() ?? null,
    net_amount: facts.net_amount?.toFixed() ?? null,
  };
}

function* lots<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += AT_ONCE) yield rows.slice(from, from + AT_ONCE);
}
