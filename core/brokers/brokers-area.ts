import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Calendar } from '../market/calendar/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { OwnerQuotes } from '../market/index.ts';
import type { PortfolioSync } from './sync/portfolio-sync.ts';
import type { Notifications } from '../notifications/index.ts';
import { type Actor, conflict, type Context, type SharedLimits, type Timers } from '../platform/index.ts';
import { createKeyring } from '../platform/keyring/index.ts';
import { createVault } from './accounts/vault.ts';
import type { AdapterEntry } from './adapters/index.ts';
import { createBrokerTable } from './broker-table.ts';
import { createConnectionClaims } from './connection-claims.ts';
import { createConnectionsService } from './connections-service.ts';
import { createConnectionTransitions } from './connection-transitions.ts';
import { createLoginService, running } from './login-service.ts';
import { createMaintenance } from './maintenance.ts';
import { createPortfolioQuestions } from './portfolio-question.ts';
import { createOwnerQuotes } from './owner-quotes.ts';
import { createSyncService } from './sync-service.ts';
import { answerTradeName } from './trade-names.ts';
import type { Connections } from './view.ts';

interface BrokersDependencies {
  portfolioSync: PortfolioSync;
  notifications: Pick<Notifications, 'notifyWithin' | 'withdrawWithin'>;
  instruments: Pick<Instruments, 'words'>;
  calendar: Calendar;
  limits: SharedLimits;
  adapters: readonly AdapterEntry[];
  /** By which a request waits before it is repeated. */
  timers?: Timers;
}

export interface Brokers extends OwnerQuotes {
  readonly connections: Connections;
  /** One round of the maintenance loop; answers one line on what it did (spec: Connection sync rules 1). */
  maintain(signal: AbortSignal): Promise<string>;
  /** Stops what is under way; claims go back. */
  close(): Promise<void>;
}

/** Connections to brokers: reading only, no order leaves here. Nothing is asked outside before a sync or a login. */
export function createBrokers(context: Context, parts: BrokersDependencies): Brokers {
  const { clock, config } = context;
  const { calendar, instruments, notifications, portfolioSync } = parts;
  const worker = `${hostname()}:${process.pid}:${randomBytes(3).toString('hex')}`;
  const closing = new AbortController();
  const table = createBrokerTable(parts.adapters, config, {
    limits: parts.limits,
    clock,
    calendar,
    ...(parts.timers === undefined ? {} : { tuning: { timers: parts.timers } }),
  });
  const vault = createVault(createKeyring(config));
  const claims = createConnectionClaims(context, worker);
  const transitions = createConnectionTransitions(context, claims, vault, notifications);
  const questions = createPortfolioQuestions(context, notifications);
  const syncs = createSyncService(context, {
    table,
    vault,
    claims,
    transitions,
    portfolioSync,
    questions,
    instruments,
    calendar,
  });
  const records = createConnectionsService(context, { table, vault, portfolioSync, notifications });
  const logins = createLoginService(context, { table, vault, claims, transitions, closing: closing.signal });
  const rounds = createMaintenance(context, { table, vault, claims, syncs });
  const quotes = createOwnerQuotes(context, {
    table,
    vault,
    priceDay: () => syncs.lastSession(),
  });
  const answerName = answerTradeName(context, portfolioSync);
  const underWay = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>): void => {
    underWay.add(work);
    const forget = () => void underWay.delete(work);
    work.then(forget, forget);
  };
  const tracked = async <T>(work: Promise<T>): Promise<T> => {
    track(work);
    return await work;
  };

  const connections: Connections = {
    ...records,

    async sync(userId: string, id: string, actor: Actor) {
      const known = await records.get(userId, id);
      if (known.role === 'TRADING')
        throw conflict(
          'NO_SYNC_ROLE',
          `${known.label} is for trading only. Change its role to TRADING+SYNC to sync it.`,
        );
      // The broker asked to be left alone: the connection tells until when.
      if (await records.isQuiet(userId, id)) return { connection: known, counts: null };
      const claim = await claims.one(userId, id, true);
      if (claim === null) throw running();
      const counts = await tracked(syncs.sync(claim, actor.actor, closing.signal));
      return { connection: await records.get(userId, id), counts };
    },

    async login(userId, id, requestToken, actor) {
      await tracked(logins.login(userId, id, requestToken, actor));
      return await records.get(userId, id);
    },

    async verifyOtp(userId, id, otp, actor) {
      await tracked(logins.verifyOtp(userId, id, otp, actor));
      return await records.get(userId, id);
    },

    async choosePortfolio(userId, id, portfolioId, actor) {
      await questions.choose(userId, id, portfolioId, actor);
      return await records.get(userId, id);
    },

    async answerTradeName(userId, id, answer, actor) {
      await answerName(userId, id, answer, actor);
      return await records.get(userId, id);
    },

    resendOtp: (userId, id) => logins.resendOtp(userId, id),
  };

  return {
    connections,
    quotesFor: (userId) => quotes.quotesFor(userId),
    quotesForAll: () => quotes.quotesForAll(),
    maintain: (signal) => rounds.maintain(AbortSignal.any([signal, closing.signal]), track),
    async close() {
      closing.abort(new Error('Munim is stopping'));
      await Promise.allSettled(underWay);
    },
  };
}
