import type { PortfolioSync, StagedSync, SyncedHolding, SyncToCommit } from './portfolio-sync.ts';
import type { Access, BrokerAdapter, BrokerSession, ExcludedRow, WholeDays } from '../adapter.ts';
import type { ConnectionModel } from '../models.ts';
import { noteSecurity, type Security } from './securities.ts';
import { selectHoldings, selectTrades } from './select.ts';
import type { RegistryWords } from './realign.ts';
import { createSymbols, type Lookup } from './symbols.ts';
import { lastTradeDay } from '../../market/calendar/index.ts';
import { addDays } from '../../platform/index.ts';

/** Everything a broker has to say, its trades staged and nothing of it recorded yet. */
interface ReadSync {
  staging: StagedSync;
  holdings: SyncedHolding[];
  stock: SyncToCommit['stock'];
  /** When the broker was asked for the holdings. */
  readAt: Date;
  /** Rows that came, repeats included. */
  trades_read: number;
  /** Day of the newest trade that is to be recorded; null where there was none. */
  trades_until: string | null;
  /** Days whose trades were read all; none where a row that could not be read may be one of them. */
  whole: WholeDays[];
  /** The list ends before what earlier syncs recorded, and is right. */
  ends_early: boolean;
  /** The broker's numbers of what came. */
  securities: Record<string, Security>;
  /** How many rows were left out for which reason. */
  left_out: Record<string, number>;
  /** Holdings that the trades of a name may be of, by the names that are to be asked about. */
  candidates: Record<string, readonly string[]>;
}

interface SyncQuestion {
  connection: Pick<
    ConnectionModel,
    'id' | 'owner_user_id' | 'portfolio_id' | 'portfolio_name' | 'trade_names'
  >;
  adapter: BrokerAdapter;
  access: Access;
  /** First day of trades wanted, YYYY-MM-DD; null for as far as the broker goes. */
  from: string | null;
  /** Day of the newest trade that earlier syncs recorded. */
  reached: string | null;
  /** In India, YYYY-MM-DD. */
  today: string;
  now: () => Date;
  /** Day of a price that the broker gives without one. */
  priceDay: string;
  lookup: Lookup;
  registry: RegistryWords;
  /** Told of a session that the adapter made on its own. */
  loggedIn: (session: BrokerSession) => Promise<void>;
  signal: AbortSignal;
}

/** Rows that may be a recorded trade in words that nobody here understands. */
const MAY_BE_A_TRADE: ReadonlySet<ExcludedRow['reason']> = new Set(['UNREADABLE', 'UNKNOWN_KIND']);

/** A trade of a day that is farther ahead says nothing of the clock. */
const FARTHEST_AHEAD_DAYS = 31;

/** Writes its trades otherwise than its holdings (spec: Connection sync rules 5). */
const NAMES_ONLY: ReadonlySet<string> = new Set(['web_sync']);

/**
 * Asks a broker for holdings and trades. The trades are staged page by page, so that memory does not grow with them.
 * @throws BrokerFailure; then nothing stays staged.
 */
export async function readSync(portfolioSync: PortfolioSync, question: SyncQuestion): Promise<ReadSync> {
  const { adapter, connection, signal, today } = question;
  const left_out: Record<string, number> = {};
  const exclude = (rows: readonly ExcludedRow[]): void => {
    for (const { reason } of rows) left_out[reason] = (left_out[reason] ?? 0) + 1;
  };
  const reading = await adapter.read(question.access, signal);
  try {
    const begun = reading.session;
    if (begun !== null) await question.loggedIn(begun);
    const readAt = question.now();
    const answer = await reading.holdings();
    const symbols = createSymbols({
      holdings: answer.holdings,
      known: await portfolioSync.symbols(connection.owner_user_id, {
        id: connection.portfolio_id,
        name: connection.portfolio_name,
      }),
      lookup: question.lookup,
      byName: NAMES_ONLY.has(adapter.broker),
      registry: question.registry,
      asked: new Set(Object.keys(connection.trade_names)),
      today,
    });
    const held = selectHoldings(answer.holdings, symbols, question.priceDay);
    exclude(answer.left_out);
    exclude(held.left_out);

    const staging = await portfolioSync.stage(connection.owner_user_id, `sync:${connection.id}`);
    let trades_read = 0;
    let trades_until: string | null = null;
    let newest = question.reached ?? '';
    const whole: WholeDays[] = [];
    const latest = addDays(today, FARTHEST_AHEAD_DAYS);
    let isDoubtful = false;
    let ends_early = false;
    const securities: Record<string, Security> = {};
    const candidates: Record<string, readonly string[]> = {};
    try {
      for await (const page of reading.trades({
        from: question.from,
        to: today,
        reached: question.reached,
      })) {
        signal.throwIfAborted();
        const { rows, left_out: unreadable } = selectTrades(
          page.trades,
          symbols,
          lastTradeDay(question.now()),
        );
        await staging.add(rows);
        for (const row of rows) {
          if (row.candidates !== undefined) candidates[row.symbol] = row.candidates;
          else noteSecurity(securities, row.symbol, row);
          if (trades_until === null || row.date > trades_until) trades_until = row.date;
        }
        trades_read += page.trades.length;
        for (const { date } of page.trades) if (date > newest && date <= latest) newest = date;
        for (const rows_left of [page.left_out, unreadable]) {
          exclude(rows_left);
          isDoubtful ||= rows_left.some(({ reason }) => MAY_BE_A_TRADE.has(reason));
        }
        if (page.whole !== undefined) whole.push(page.whole);
        ends_early ||= page.endsEarly === true;
      }
    } catch (error) {
      // The reason of the failure matters more; what stays behind expires.
      await staging.discard().catch(() => undefined);
      throw error;
    }
    // A session that was begun anew in the middle is the one to go on with.
    const last = reading.session;
    if (last !== null && last !== begun) await question.loggedIn(last);
    // What is held now has the number of today.
    for (const holding of answer.holdings) noteSecurity(securities, symbols.ofHolding(holding), holding);
    // A list is no older than a trade that was read with it, also where the clock here is behind.
    const { first, last: until } = answer.as_of ?? { first: today, last: newest > today ? newest : today };
    const stock = { rule: adapter.stock, first, last: until < first ? first : until };
    return {
      staging,
      holdings: held.rows,
      stock,
      readAt,
      trades_read,
      trades_until,
      whole: isDoubtful ? [] : whole,
      ends_early,
      securities,
      left_out,
      candidates,
    };
  } finally {
    await reading.close();
  }
}
