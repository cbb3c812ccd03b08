import { randomUUID } from 'node:crypto';
import { Model, type QueryBuilder } from 'objection';
import type { Decimal, DbTransaction } from '../../platform/index.ts';
import { ACCEPTED_UNITS, keptDifference, versionsOf } from '../positions/index.ts';
import type { ChangeKind, ChangeState, TradeFacts, UnitFacts } from './compare-trades.ts';
import type { StagedReading } from './reading-store.ts';

/** An entry about a trade or a holding that a broker changed. */
export class BrokerChangeModel extends Model {
  static override tableName = 'portfolio.broker_changes';
  static override jsonAttributes = ['before', 'after', 'kept'];
  declare id: string;
  declare owner_user_id: string;
  declare portfolio_id: string;
  declare connection_id: string;
  /** Execution id; of units `holding:` and the symbol, with an id of its own once they are accepted. */
  declare subject: string;
  declare kind: ChangeKind;
  declare symbol: string;
  declare before: TradeFacts | UnitFacts | null;
  declare after: TradeFacts | UnitFacts | null;
  declare state: ChangeState;
  declare version: number;
  declare seen_at: Date;
  declare until: Date | null;
  declare decided_at: Date | null;
  declare decided_by: string | null;
  /** The transaction that was changed, deleted or made, whole. */
  declare kept: Record<string, unknown> | null;
}

export interface BrokerChangeRow extends BrokerChangeModel {
  portfolio: string;
  /** The symbol of the trade, as its position is called today. */
  current_symbol: string;
  /** Units of the position by its transactions, below 0 where purchases are not recorded; null without transactions. */
  ledger_units: Decimal | null;
  /** Units that the broker holds; null without a holding of a broker. */
  held_units: Decimal | null;
  /** Of the position, else of the holding; null where there is neither. */
  currency: string | null;
  isin: string | null;
  asset_class: string | null;
  /** Units of the transaction that the entry is about; null where there is none. */
  recorded_units: Decimal | null;
}

/** Entries as `c`, to be narrowed. */
export const changeRows = (trx: DbTransaction) =>
  BrokerChangeModel.query(trx)
    .alias('c')
    .join('portfolio.portfolios as p', 'p.id', 'c.portfolio_id')
    .leftJoin('portfolio.transactions as t', (join) => {
      join.on('t.portfolio_id', 'c.portfolio_id').on('t.execution_id', 'c.subject');
    })
    .leftJoin('portfolio.positions as l', (join) => {
      join.on('l.portfolio_id', 'c.portfolio_id').on('l.symbol', trx.raw('coalesce(t.symbol, c.symbol)'));
    })
    .leftJoin('portfolio.holdings as h', (join) => {
      join.on('h.portfolio_id', 'c.portfolio_id').on('h.symbol', trx.raw('coalesce(t.symbol, c.symbol)'));
    })
    .select(
      'c.*',
      'p.name as portfolio',
      trx.raw(`coalesce(t.symbol, c.symbol) as current_symbol, t.quantity as recorded_units,
        l.quantity - l.unmatched_quantity as ledger_units,
        case when h.source = 'BROKER' then h.quantity end as held_units, coalesce(l.currency, h.currency) as currency,
        coalesce(l.isin, h.isin) as isin, coalesce(l.asset_class, h.asset_class) as asset_class`),
    )
    .orderBy('c.id') as QueryBuilder<Model, Model[]> as QueryBuilder<BrokerChangeRow, BrokerChangeRow[]>;

/** An entry that a sync writes, in the place of an earlier one about the same trade. */
export interface NewChange {
  subject: string;
  kind: ChangeKind;
  symbol: string;
  before: TradeFacts | UnitFacts | null;
  after: TradeFacts | UnitFacts | null;
  state: 'OPEN' | 'UNSURE';
}

export async function writeChanges(
  trx: DbTransaction,
  of: { userId: string; portfolioId: string; connectionId: string; now: Date },
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await trx.raw(
    `insert into portfolio.broker_changes as c (owner_user_id, portfolio_id, connection_id, seen_at, subject, kind, symbol,
       before, after, state)
     select ?::bigint, ?::bigint, ?::bigint, ?::timestamptz, n.subject, n.kind, n.symbol, nullif(n.before, 'null'),
       nullif(n.after, 'null'), n.state
     from jsonb_to_recordset(?::jsonb) as n (subject text, kind text, symbol text, before jsonb, after jsonb, state text)
     on conflict (owner_user_id, portfolio_id, subject) do update
       set connection_id = excluded.connection_id, seen_at = excluded.seen_at, kind = excluded.kind, symbol = excluded.symbol,
         before = excluded.before, after = excluded.after, state = excluded.state, version = c.version + 1,
         until = null, decided_at = null, decided_by = null, kept = null`,
    [of.userId, of.portfolioId, of.connectionId, of.now, JSON.stringify(changes)] as never,
  );
}

/** Ends entries, since the broker has taken its change back; one that reached nobody has no day of a decision. */
export async function withdrawChanges(
  trx: DbTransaction,
  portfolioId: string,
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  if (subjects.length === 0) return;
  await trx.raw(
    `update portfolio.broker_changes set state = 'WITHDRAWN', version = version + 1, until = null,
       decided_at = case when state <> 'UNSURE' then ?::timestamptz end, decided_by = null, kept = null
     where portfolio_id = ? and subject = any(?::text[])`,
    [now, portfolioId, [...subjects]] as never,
  );
}

/** Ends the questions about trades that came back and are gone again on whole days: they stay deleted. @returns how many. */
export async function closeVanishedAgain(
  trx: DbTransaction,
  { importId, portfolioId, connectionId, whole }: StagedReading,
): Promise<number> {
  if (whole.length === 0) return 0;
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `update portfolio.broker_changes c set kind = 'VANISHED', state = 'ACCEPTED', after = null, until = null,
       version = version + 1
     where c.portfolio_id = ? and c.connection_id = ? and c.kind = 'RETURNED' and c.state in ('OPEN', 'LATER')
       and (${whole.map(() => `(c.after ->> 'date' >= ? and c.after ->> 'date' <= ?)`).join(' or ')})
       and not exists (
         select from portfolio.import_rows r where r.import_id = ? and r.execution_id = c.subject)`,
    [portfolioId, connectionId, ...whole.flatMap(({ from, to }) => [from ?? '', to]), importId],
  );
  return rowCount;
}

/** Day of the oldest trade of a connection that is not decided about; null where there is none. */
export async function oldestAsked(trx: DbTransaction, connectionId: string): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { day: string | null }[] }>(
    `select min(coalesce(before ->> 'date', after ->> 'date')) as day from portfolio.broker_changes
     where connection_id = ? and state in ('UNSURE', 'OPEN', 'LATER') and kind <> 'QUANTITY'`,
    [connectionId],
  );
  return rows[0]?.day ?? null;
}

/** Symbols of a broker's holdings of which the transactions, and the changes of them that the person declined, explain every unit. */
export async function agreeingHoldings(trx: DbTransaction, portfolioId: string): Promise<Set<string>> {
  const { rows } = await trx.raw<{ rows: { symbol: string; difference: Decimal }[] }>(
    `select h.symbol, h.quantity - coalesce(l.quantity - l.unmatched_quantity, 0) as difference
     from portfolio.holdings h
       left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
     where h.portfolio_id = ? and h.source = 'BROKER'`,
    [portfolioId],
  );
  const differing = rows.filter(({ difference }) => !difference.isZero());
  const wanted = differing.map(({ symbol }) => ({ symbol, since: 'infinity' }));
  const versions = await versionsOf(trx, portfolioId, wanted);
  const agreeing = rows.filter(({ symbol, difference }) =>
    difference.eq(keptDifference(versions.get(symbol) ?? [])),
  );
  return new Set(agreeing.map(({ symbol }) => symbol));
}

/** The subject of an entry about units; once accepted it is the entry's own, so that the next change has an entry, too. */
export const unitsSubject = (symbol: string): string => `${ACCEPTED_UNITS}${symbol}`;
/** Unlike any in a file of another installation, too. */
export const acceptedSubject = (symbol: string): string => `${unitsSubject(symbol)}#${randomUUID()}`;

/** Entries about units that are not at their end; those that a transaction stands for are. */
export async function openUnits(trx: DbTransaction, portfolioId: string): Promise<BrokerChangeModel[]> {
  return await BrokerChangeModel.query(trx)
    .where({ portfolio_id: portfolioId, kind: 'QUANTITY' })
    .whereNot('state', 'WITHDRAWN')
    .whereRaw('subject = ? || symbol', [ACCEPTED_UNITS]);
}
