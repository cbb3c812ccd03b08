import { Decimal, type DbTransaction } from '../../platform/index.ts';
import type { TradeVersions } from './stock.ts';
import type { StockRow } from './stock-lists.ts';

interface Version {
  date: string;
  type: string;
  quantity: string;
  price: string;
}

interface ChangedRow {
  symbol: string;
  id: string | null;
  recorded: Version | null;
  before: Version | null;
  after: Version | null;
  factors: Decimal[] | null;
  is_kept: boolean;
}

const VERSION = (row: string): string =>
  `jsonb_build_object('date', ${row}.trade_date::text, 'type', ${row}.type, 'quantity', ${row}.quantity::text,
     'price', ${row}.price::text)`;

/**
 * The versions of trades that a broker changed, cancelled or listed again, by symbol: those that are not decided about or that
 * the person kept, and those whose end is newer than the day up to which all rows are in the broker's list.
 */
export async function versionsOf(
  trx: DbTransaction,
  portfolioId: string,
  wanted: readonly { symbol: string; since: string }[],
): Promise<Map<string, TradeVersions[]>> {
  const { rows } = await trx.raw<{ rows: ChangedRow[] }>(
    `select w.symbol, t.id::text as id, case when t.id is not null then ${VERSION('t')} end as recorded,
       case when c.kind <> 'RETURNED' then c.before end as before, c.after, c.state = 'KEPT' as is_kept,
       (select array_agg(coalesce(a.new_shares / a.old_shares, s.quantity))
        from portfolio.transactions s left join portfolio.ledger_actions a on a.id = s.action_id
        where s.portfolio_id = c.portfolio_id and s.symbol = w.symbol
          and s.trade_date > coalesce(t.trade_date, (coalesce(c.after, c.before) ->> 'date')::date)
          and (s.type = 'SPLIT' or a.kind in ('SPLIT', 'CONSOLIDATION', 'BONUS'))) as factors
     from portfolio.broker_changes c
       left join portfolio.transactions t on t.portfolio_id = c.portfolio_id and t.execution_id = c.subject
       join unnest(?::text[], ?::date[]) as w (symbol, since) on w.symbol = coalesce(t.symbol, c.symbol)
     where c.portfolio_id = ? and c.kind <> 'QUANTITY' and (
       c.state in ('UNSURE', 'OPEN', 'LATER', 'KEPT')
       or (greatest(c.seen_at, c.decided_at) at time zone 'Asia/Kolkata')::date > w.since)
     order by c.id`,
    [wanted.map(({ symbol }) => symbol), wanted.map(({ since }) => since), portfolioId],
  );
  const found = new Map<string, TradeVersions[]>();
  for (const { symbol, id, recorded, before, after, factors, is_kept } of rows) {
    const others = [before, after].filter(
      (version, at, all) => !isSame(version, recorded) && (at === 0 || !isSame(version, all[0] ?? null)),
    );
    if (others.length === 0) continue;
    const factor = (factors ?? []).reduce((product, one) => product.times(one), new Decimal(1));
    const known = found.get(symbol) ?? [];
    known.push({
      recorded: recorded === null ? null : { ...rowOf(recorded), ...(id === null ? {} : { id }) },
      others: others.map((version) => (version === null ? null : rowOf(version))),
      factor,
      is_kept,
    });
    found.set(symbol, known);
  }
  return found;
}

/** The same for the units held, whatever was paid. */
const isSame = (one: Version | null, other: Version | null): boolean =>
  one === null || other === null
    ? one === other
    : one.date === other.date && one.type === other.type && new Decimal(one.quantity).eq(other.quantity);

const rowOf = ({ date, type, quantity, price }: Version): StockRow => ({
  date,
  type,
  quantity: new Decimal(quantity),
  price: new Decimal(price),
  is_trade: true,
});
