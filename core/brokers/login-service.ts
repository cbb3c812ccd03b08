import { type Actor, conflict, type Context, LeaseLost, Problem } from '../platform/index.ts';
import type { ConnectionSecrets } from './accounts/secrets.ts';
import type { Vault } from './accounts/vault.ts';
import type { BrokerAdapter, BrokerSession } from './adapter.ts';
import type { BrokerTable } from './broker-table.ts';
import type { ConnectionClaims } from './connection-claims.ts';
import type { ConnectionTransitions } from './connection-transitions.ts';
import { checkedText } from './connections-service.ts';
import { readConnection } from './connection-store.ts';
import type { ConnectionRow } from './connection-view.ts';
import { brokerFailure, type BrokerFailure, NEEDS_PERSON, REASONS } from './failure.ts';
import { LONGEST_OTP, LONGEST_TOKEN } from './inputs.ts';
import type { OtpResendView } from './view.ts';

interface LoginDependencies {
  table: BrokerTable;
  vault: Vault;
  claims: ConnectionClaims;
  transitions: ConnectionTransitions;
  closing: AbortSignal;
}

const LONGEST_LOGIN_MS = 60_000;

/** Logins that only the person can end: on the broker's page, or by a one-time password. */
export function createLoginService(context: Context, parts: LoginDependencies) {
  const { database, log } = context;
  const { claims, table, transitions, vault } = parts;

  interface Opened {
    adapter: BrokerAdapter;
    row: ConnectionRow;
    secrets: ConnectionSecrets;
  }

  async function open(userId: string, id: string): Promise<Opened> {
    const row = await database.readAsUser(userId, (trx) => readConnection(trx, id));
    try {
      return { row, adapter: table.adapter(row.broker), secrets: await vault.open(row) };
    } catch (error) {
      throw refusal(brokerFailure(error));
    }
  }

  /** Asks the broker under a claim of the connection, and keeps the session it gives. */
  async function claimed(
    userId: string,
    actor: Actor,
    { adapter, row }: Opened,
    work: (secrets: ConnectionSecrets, signal: AbortSignal) => Promise<BrokerSession>,
  ): Promise<void> {
    const claim = await claims.one(userId, row.id, false);
    if (claim === null) throw running();
    // As of now: the row may have been changed since it was read.
    const secrets = await vault.open(await database.readAsUser(userId, (trx) => readConnection(trx, row.id)));
    const limit = AbortSignal.any([parts.closing, AbortSignal.timeout(LONGEST_LOGIN_MS)]);
    try {
      const asked = async (signal: AbortSignal): Promise<void> => {
        let session: BrokerSession;
        try {
          session = await work(secrets, signal);
        } catch (error) {
          if (signal.reason instanceof LeaseLost) throw error;
          const failure = brokerFailure(error);
          log.warn(
            { connection: row.id, broker: row.broker, reason: failure.reason, err: failure },
            'a login failed',
          );
          await transitions.loginFailed(claim, adapter, secrets, failure);
          throw refusal(failure);
        }
        await transitions.loggedIn(claim, adapter, secrets, session, actor.actor);
      };
      await claims.withLease(claim, asked, limit);
    } catch (error) {
      if (error instanceof LeaseLost)
        throw conflict(
          'SYNC_RUNNING',
          'The connection was changed in the meantime. Check it and log in again.',
        );
      throw error;
    }
  }

  return {
    async login(userId: string, id: string, requestToken: string, actor: Actor): Promise<void> {
      const token = checkedText('request_token', requestToken, LONGEST_TOKEN);
      const opened = await open(userId, id);
      const { adapter } = opened;
      if (adapter.loginUrl(opened.secrets.credentials) === null)
        throw conflict(
          'LOGIN_NOT_WANTED',
          `${adapter.title} has no login page. Sync the connection instead.`,
        );
      await claimed(
        userId,
        actor,
        opened,
        async ({ credentials }, signal) =>
          await adapter.connect({ credentials, session: null }, { requestToken: token, signal }),
      );
    },

    async verifyOtp(userId: string, id: string, password: string, actor: Actor): Promise<void> {
      const otp = checkedText('otp', password, LONGEST_OTP);
      const opened = await wanted(userId, id);
      await claimed(userId, actor, opened, async ({ credentials, session, _otp_session }, signal) => {
        if (_otp_session === null || opened.adapter.verifyOtp === undefined) throw notWanted();
        return await opened.adapter.verifyOtp({ credentials, session }, _otp_session, otp, signal);
      });
    },

    /** Spec: Connection sync rules 5, "Resend of the OTP is a stub". */
    async resendOtp(userId: string, id: string): Promise<OtpResendView> {
      const { adapter } = await wanted(userId, id);
      const message = `${adapter.title} does not resend passwords. Sync the connection to log in again and get a new one.`;
      return { sent: false, message };
    },
  };

  async function wanted(userId: string, id: string): Promise<Opened> {
    const opened = await open(userId, id);
    if (opened.row.state !== 'NEEDS_OTP' || opened.secrets._otp_session === null) throw notWanted();
    return opened;
  }
}

export function running(): Problem {
  return conflict('SYNC_RUNNING', 'This connection is busy. Try again in a moment.');
}

function notWanted(): Problem {
  return conflict(
    'OTP_NOT_WANTED',
    'The broker is not waiting for a one-time password. Sync the connection; Munim asks for one when needed.',
  );
}

/** A broker's refusal as an answer: 422 where the person can do something about it, else 503. */
function refusal(failure: BrokerFailure): Problem {
  const { reason, retryAfterMs } = failure;
  const isTheirs = NEEDS_PERSON.has(reason) || reason === 'TOKEN_EXPIRED';
  return new Problem(isTheirs ? 422 : 503, reason, REASONS[reason], {
    cause: failure,
    ...(isTheirs ? {} : { retryAfter: Math.max(1, Math.ceil((retryAfterMs ?? 60_000) / 1000)) }),
  });
}
