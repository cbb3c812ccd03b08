import type { Calendar } from '../market/calendar/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import { addDays, type Context, istDate, LeaseLost } from '../platform/index.ts';
import type { PortfolioSync } from './sync/portfolio-sync.ts';
import type { ConnectionSecrets } from './accounts/secrets.ts';
import type { Vault } from './accounts/vault.ts';
import type { Access, BrokerAdapter } from './adapter.ts';
import type { BrokerTable } from './broker-table.ts';
import type { Claim, ConnectionClaims } from './connection-claims.ts';
import type { ConnectionTransitions, Purpose } from './connection-transitions.ts';
import { usualPortfolio } from './connection-view.ts';
import { brokerFailure, BrokerFailure } from './failure.ts';
import { exclusionCounts } from './exclusions.ts';
import { ConnectionModel } from './models.ts';
import type { PortfolioQuestions } from './portfolio-question.ts';
import { readSync } from './sync/read-sync.ts';
import type { RegistryWords } from './sync/realign.ts';
import type { Lookup } from './sync/symbols.ts';
import { isUsable, renewalDueAt } from './token.ts';
import { namesOf } from './trade-names.ts';
import type { SyncCounts } from './view.ts';

interface SyncParts {
  table: BrokerTable;
  vault: Vault;
  claims: ConnectionClaims;
  transitions: ConnectionTransitions;
  portfolioSync: PortfolioSync;
  questions: PortfolioQuestions;
  instruments: Pick<Instruments, 'words'>;
  calendar: Calendar;
}

/** A sync reads again what it read in these days before: trades come late, and funds are allotted days after the order. */
const OVERLAP_DAYS = 7;
/** What the person is asked about is read again, too, unless it is older than this: each sync would read half the history. */
const LONGEST_OVERLAP_DAYS = 90;
/** Longest time one connection may take: the first sync of a long history, page by page at the broker's rate. */
const LONGEST_SYNC_MS = 45 * 60_000;

/** What is done under a claim: renew the token, read the broker, record all of it or nothing. */
export function createSyncService(context: Context, parts: SyncParts) {
  const { clock, database, log } = context;
  const { portfolioSync, calendar, claims, questions, table, transitions, vault } = parts;

  /**
   * Syncs a claimed connection.
   * @returns the counts; null when it waits for its person to say which portfolio the account is, when it failed, which the connection then tells, or when the claim was lost.
   * @throws the signal's reason once `stopping` is aborted; the claim is given back.
   */
  async function sync(claim: Claim, actor: string, stopping: AbortSignal): Promise<SyncCounts | null> {
    return await attempt(claim, 'sync', stopping, async (signal, opened) => {
      const { adapter } = opened;
      const access = await ready(claim, opened, signal);
      const row = await named(claim, opened.row, adapter, access);
      const today = istDate(clock.now());
      const read = await readSync(portfolioSync, {
        connection: row,
        adapter,
        access,
        from: await firstDay(row, today),
        reached: row.trades_until,
        today,
        now: () => clock.now(),
        priceDay: lastSession(),
        ...(await words(today)),
        loggedIn: async (session) => {
          opened.secrets = await transitions.keepSession(claim, adapter, opened.secrets, session);
        },
        signal,
      });
      let counts: SyncCounts | null = null;
      await portfolioSync.commitSync(
        claim.owner_user_id,
        {
          connectionId: row.id,
          staging: read.staging,
          whole: read.whole,
          portfolio: { id: row.portfolio_id, name: row.portfolio_name },
          holdings: read.holdings,
          stock: read.stock,
          source: adapter.broker,
          readAt: read.readAt,
        },
        {
          begin: async (trx, common) => {
            const current = await claims.assertLease(trx, claim);
            // Without its portfolio the whole history is wanted, and not what was asked for.
            if (current.portfolio_id !== row.portfolio_id)
              throw new BrokerFailure('NOT_RECORDED', 'the portfolio was deleted in the meantime');
            const portfolios = await questions.toAskAbout(trx, current, common);
            if (portfolios.length === 0) {
              return { write: true, names: namesOf(current) };
            }
            return { write: false, isSeen: await questions.ask(trx, claim, current, adapter, portfolios) };
          },
          end: async (change, landed) => {
            const left = { ...read.left_out };
            if (landed.intraday_left_out > 0) left['INTRADAY'] = landed.intraday_left_out;
            counts = {
              holdings: landed.holdings,
              prices_kept: landed.prices_kept,
              trades_read: read.trades_read,
              trades_new: landed.trades_new,
              trades_known: landed.trades_known,
              left_out: Object.values(left).reduce((sum, count) => sum + count, 0),
              left_out_reasons: exclusionCounts(left),
              not_at_broker: landed.not_at_broker,
            };
            return await transitions.synced(change, claim, adapter, {
              landed,
              counts,
              left_out: left,
              until: today,
              trades_until: read.trades_until,
              ends_early: read.ends_early,
              securities: read.securities,
              candidates: read.candidates,
            });
          },
        },
        { actor },
      );
      return counts;
    });
  }

  /** The first day of trades that is read; null for as far as the broker goes. */
  async function firstDay(row: ConnectionModel, today: string): Promise<string | null> {
    if (row.synced_until === null || row.portfolio_id === null) return null;
    const usual = addDays(row.synced_until, -OVERLAP_DAYS);
    const asked = await portfolioSync.askedSince(row.owner_user_id, row.id);
    if (asked === null || asked >= usual) return usual;
    const oldest = addDays(today, -LONGEST_OVERLAP_DAYS);
    return asked < oldest ? usual : asked;
  }

  /** Renews a claimed connection's token, or makes its first session; says to the person when only they can. */
  async function refreshToken(claim: Claim, stopping: AbortSignal): Promise<boolean> {
    const done = await attempt(claim, 'token', stopping, async (signal, opened) => {
      await ready(claim, opened, signal);
      await transitions.renewed(claim, opened.adapter, opened.secrets);
      return true;
    });
    return done === true;
  }

  interface Opened {
    row: ConnectionModel;
    adapter: BrokerAdapter;
    secrets: ConnectionSecrets;
  }

  async function attempt<T>(
    claim: Claim,
    purpose: Purpose,
    stopping: AbortSignal,
    work: (signal: AbortSignal, opened: Opened) => Promise<T>,
  ): Promise<T | null> {
    const deadline = AbortSignal.timeout(LONGEST_SYNC_MS);
    let opened: Opened | null = null;
    try {
      const row = await database.asUser(claim.owner_user_id, (trx) => claims.assertLease(trx, claim));
      const adapter = table.adapter(row.broker);
      const attempted = async (signal: AbortSignal): Promise<T | null> => {
        try {
          opened = { row, adapter, secrets: await vault.open(row) };
          return await work(signal, opened);
        } catch (error) {
          if (error instanceof LeaseLost || signal.reason instanceof LeaseLost) throw error;
          if (stopping.aborted) {
            await transitions.released(claim, purpose);
            throw error;
          }
          const failure = failureOf(error, deadline.aborted, claim);
          log.warn(
            { connection: claim.id, broker: row.broker, reason: failure.reason, err: failure },
            purpose === 'sync' ? 'a sync failed' : 'a token could not be renewed',
          );
          await transitions.failed(claim, {
            failure,
            purpose,
            adapter,
            secrets: opened?.secrets ?? null,
          });
          return null;
        }
      };
      return await claims.withLease(claim, attempted, AbortSignal.any([stopping, deadline]));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      log.info(
        { connection: claim.id },
        'the connection was changed or taken over in the meantime; nothing was recorded',
      );
      return null;
    }
  }

  function failureOf(error: unknown, isOverdue: boolean, claim: Claim): BrokerFailure {
    if (isOverdue) return new BrokerFailure('BROKER_TIMEOUT', 'the sync took too long', { cause: error });
    try {
      return brokerFailure(error);
    } catch {
      log.error({ err: error, connection: claim.id }, 'a sync crashed');
      return new BrokerFailure('NOT_RECORDED', 'internal error', { cause: error });
    }
  }

  /**
   * What the broker may be asked with: a session within its age, renewed when that is due (spec: Connection sync rules 1).
   * A token past its age is not sent, neither to renew it. Adapters that log in on their own see to it themselves.
   */
  async function ready(claim: Claim, opened: Opened, signal: AbortSignal): Promise<Access> {
    const { adapter } = opened;
    const { credentials, session } = opened.secrets;
    if (adapter.renewal === 'none') return { credentials, session };
    const keep = async (fresh: Awaited<ReturnType<BrokerAdapter['renew']>>): Promise<Access> => {
      opened.secrets = await transitions.keepSession(claim, adapter, opened.secrets, fresh);
      return { credentials, session: fresh };
    };
    if (session === null)
      return await keep(await adapter.connect({ credentials, session: null }, { signal }));
    if (!isUsable(session, clock.now())) throw new BrokerFailure('TOKEN_EXPIRED', 'the session is too old');
    if (adapter.renewal === 'login' || clock.now() < renewalDueAt(session)) return { credentials, session };
    try {
      return await keep(await adapter.renew({ credentials, session }, signal));
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted || opened.row.state !== 'RUNNING') throw error;
      const failure = brokerFailure(error);
      if (failure.reason === 'TOKEN_EXPIRED' || failure.reason === 'NEEDS_LOGIN') throw failure;
      // It still lives: the sync goes on with it, and the loop renews it later.
      log.warn(
        { connection: claim.id, reason: failure.reason, err: failure },
        'a token could not be renewed yet',
      );
      return { credentials, session };
    }
  }

  /** Once a login has told the account, a portfolio that is still to be made is named after it. */
  async function named(
    claim: Claim,
    row: ConnectionModel,
    adapter: BrokerAdapter,
    { credentials, session }: Access,
  ): Promise<ConnectionModel> {
    if (row.account !== null) return row;
    const account = adapter.account({ ...session?.values, ...credentials });
    if (account === null) return row;
    return await database.asUser(row.owner_user_id, async (trx) => {
      const other = await ConnectionModel.query(trx).findOne({ broker: row.broker, account });
      if (other !== undefined) return row;
      const isUsual = row.portfolio_id === null && row.portfolio_name === usualPortfolio(adapter, row.label);
      // Not if the person edited it meanwhile.
      await claims.assertLease(trx, claim);
      return await ConnectionModel.query(trx).patchAndFetchById(row.id, {
        account,
        ...(isUsual ? { portfolio_name: usualPortfolio(adapter, account) } : {}),
      });
    });
  }

  /** The day of the newest price there can be in India: that of the session under way, or the last one before. */
  function lastSession(): string {
    const now = clock.now();
    const today = istDate(now);
    const { open } = calendar.sessionHours('NSE', today);
    return open !== null && now < open
      ? calendar.previousSession('NSE', today)
      : calendar.sessionOnOrBefore('NSE', today);
  }

  /** What the registry says of the words of trades. */
  async function words(today: string): Promise<{ lookup: Lookup; registry: RegistryWords }> {
    const { resolver, companies, beginning } = await parts.instruments.words();
    return {
      lookup: ({ isin, symbol, on }) => {
        const found = resolver.resolve({ isin, symbol, on });
        return found.outcome === 'FOUND'
          ? { isin: found.instrument.isin, symbol: found.instrument.symbol }
          : null;
      },
      registry: {
        isSymbol: (word) => resolver.resolve({ symbol: word, on: today }).outcome !== 'UNKNOWN',
        companySymbol: (name) => companies(name)?.symbol ?? null,
        beginning,
      },
    };
  }

  return { lastSession, refreshToken, sync };
}

export type SyncService = ReturnType<typeof createSyncService>;
