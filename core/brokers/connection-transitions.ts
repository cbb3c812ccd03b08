import { type AuditedChange, auditedMutation } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { backoffMs, type Context } from '../platform/index.ts';
import type { SyncResult } from './sync/portfolio-sync.ts';
import type { ConnectionSecrets } from './accounts/secrets.ts';
import type { Vault } from './accounts/vault.ts';
import type { BrokerAdapter, BrokerSession } from './adapter.ts';
import { secretsAfter } from './accounts/secrets-after.ts';
import { attentionNotice } from './attention-notice.ts';
import type { Claim, ConnectionClaims } from './connection-claims.ts';
import { FREED, writeTransition } from './connection-store.ts';
import { type BrokerFailure, NeedsOtpError } from './failure.ts';
import { ConnectionModel } from './models.ts';
import {
  dueAfterFailure,
  dueAfterSuccess,
  eventOf,
  needsPerson,
  quietUntil,
  transition,
} from './sync-state.ts';
import type { Securities } from './sync/securities.ts';
import { namesAfter } from './trade-names.ts';
import { tokenDueAt } from './token.ts';
import type { SyncCounts } from './view.ts';

/** What a claim was taken for: a failure of a mere renewal is none of the syncs. */
export type Purpose = 'sync' | 'token';

interface Failed {
  failure: BrokerFailure;
  purpose: Purpose;
  adapter: BrokerAdapter;
  /** As opened for this claim; null when they could not be. */
  secrets: ConnectionSecrets | null;
}

const TOKEN_PAUSES = { firstMs: 5 * 60_000, longestMs: 30 * 60_000, jitter: 0 };

/** Writes down what came of a claim; every write is void once the claim went to another. */
export function createConnectionTransitions(
  context: Context,
  claims: Pick<ConnectionClaims, 'assertLease'>,
  vault: Vault,
  notifications: Pick<Notifications, 'notifyWithin'>,
  random: () => number = Math.random,
) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);
  const { assertLease } = claims;

  /** The columns of a session. */
  const sessionColumns = (adapter: BrokerAdapter, session: BrokerSession) => ({
    token_issued_at: session.issued_at,
    token_expires_at: session.expires_at,
    token_due_at: tokenDueAt(adapter.renewal, session),
    token_failures: 0,
  });

  /**
   * Keeps a session at once, so that a login is not lost when what follows fails.
   * @throws LeaseLost
   */
  async function keepSession(
    claim: Claim,
    adapter: BrokerAdapter,
    secrets: ConnectionSecrets,
    session: BrokerSession,
  ): Promise<ConnectionSecrets> {
    const kept: ConnectionSecrets = { ...secrets, session, _otp_session: null };
    await database.asUser(claim.owner_user_id, async (trx) => {
      const row = await assertLease(trx, claim);
      await ConnectionModel.query(trx)
        .findById(row.id)
        .patch({ secrets: await vault.seal(row, kept), ...sessionColumns(adapter, session) });
    });
    return kept;
  }

  const logIn = mutation('connection.log_in', {
    topics: ['connections'],
    async run(
      change,
      claim: Claim,
      adapter: BrokerAdapter,
      secrets: ConnectionSecrets,
      session: BrokerSession,
    ): Promise<void> {
      const { now, trx } = change;
      const row = await assertLease(trx, claim);
      await writeTransition(trx, row, 'RENEWED', {
        ...FREED,
        ...sessionColumns(adapter, session),
        secrets: await vault.seal(row, { ...secrets, session, _otp_session: null }),
        reason_code: null,
        failures: 0,
        quiet_until: null,
        quotes_refused_until: null,
        next_due_at: row.role === 'TRADING' ? null : now,
        updated_at: now,
      });
      await change.record('CONNECTION_LOGGED_IN', row.id, { broker: row.broker, label: row.label });
    },
  });

  /** A login or a one-time password that went through: the next sync is due at once. @throws LeaseLost */
  async function loggedIn(
    claim: Claim,
    adapter: BrokerAdapter,
    secrets: ConnectionSecrets,
    session: BrokerSession,
    actor: string,
  ): Promise<void> {
    await logIn(claim.owner_user_id, claim, adapter, secrets, session, { actor });
  }

  /** A token that was renewed on its own. @throws LeaseLost */
  async function renewed(
    claim: Claim,
    adapter: BrokerAdapter,
    { session }: ConnectionSecrets,
  ): Promise<void> {
    const due = session === null ? null : tokenDueAt(adapter.renewal, session);
    // Never at once, whatever the broker says of its session.
    const soonest = clock.now().getTime() + TOKEN_PAUSES.firstMs;
    await database.asUser(claim.owner_user_id, async (trx) => {
      const row = await assertLease(trx, claim);
      const token_due_at = due === null ? null : new Date(Math.max(due.getTime(), soonest));
      const patch = { ...FREED, token_due_at };
      // Where nothing is synced, a login that holds is all there is to say.
      if (row.role === 'TRADING')
        await writeTransition(trx, row, 'LOGIN_HELD', { ...patch, reason_code: null, failures: 0 });
      else await ConnectionModel.query(trx).findById(row.id).patch(patch);
    });
  }

  /**
   * The end of a sync that came through, in the transaction of what it recorded.
   * @returns whether the connection stands otherwise than before. @throws LeaseLost
   */
  async function synced(
    change: AuditedChange,
    claim: Claim,
    adapter: BrokerAdapter,
    result: {
      landed: SyncResult;
      counts: SyncCounts;
      left_out: Record<string, number>;
      until: string;
      trades_until: string | null;
      /** The list ends before what earlier syncs recorded, and is right: it is looked at from there on. */
      ends_early: boolean;
      securities: Securities;
      candidates: Readonly<Record<string, readonly string[]>>;
    },
  ): Promise<boolean> {
    const { now, trx } = change;
    const row = await assertLease(trx, claim);
    const { landed, counts } = result;
    await writeTransition(trx, row, 'SYNCED', {
      ...FREED,
      reason_code: null,
      failures: 0,
      quiet_until: null,
      last_success_at: now,
      next_due_at: dueAfterSuccess(adapter.rhythm, claim.claimed_at, now),
      synced_until: result.until,
      trades_until: result.ends_early ? result.trades_until : later(row.trades_until, result.trades_until),
      securities: { ...row.securities, ...result.securities },
      last_result: counts,
      trade_names: namesAfter(row.trade_names, landed.asked, result.candidates),
      portfolio_id: landed.portfolio.id,
    });
    if (landed.changed)
      await change.record('CONNECTION_SYNCED', row.id, {
        broker: row.broker,
        label: row.label,
        ...counts,
        left_out: result.left_out,
      });
    return claim.state_before !== 'OK';
  }

  /** What could not be done, why, and when it is tried again. The person is told once when it begins to need them. */
  async function failed(claim: Claim, { failure, purpose, adapter, secrets }: Failed): Promise<void> {
    const now = clock.now();
    const event = eventOf(failure.reason, adapter.renewal);
    await database.change(
      claim.owner_user_id,
      ['connections'],
      async (trx) => {
        const row = await assertLease(trx, claim);
        const { to, due } = transition(event, row.state);
        const isTransient = due === 'after_backoff';
        const patch: Omit<Partial<ConnectionModel>, 'state'> = { ...FREED };
        if (purpose === 'token' && isTransient) {
          const pause = backoffMs(TOKEN_PAUSES, row.token_failures + 1, random());
          patch.token_due_at = new Date(now.getTime() + Math.max(pause, failure.retryAfterMs ?? 0));
          patch.token_failures = row.token_failures + 1;
          // The syncs of the others tell how they stand, as long as the token lives.
          if (row.role !== 'TRADING') {
            await ConnectionModel.query(trx).findById(row.id).patch(patch);
            return false;
          }
        }
        const failures = row.failures + 1;
        patch.reason_code = failure.reason;
        patch.failures = failures;
        patch.next_due_at = isTransient
          ? dueAfterFailure(adapter.rhythm, failures, failure.retryAfterMs, now, random())
          : null;
        if (row.role === 'TRADING') patch.next_due_at = null;
        patch.quiet_until = quietUntil(failure.retryAfterMs, now);
        if (!isTransient) patch.token_due_at = null;
        const changed = secretsAfter(failure, adapter, secrets, now);
        if (changed !== null) {
          patch.secrets = await vault.seal(row, changed);
          if (failure.reason === 'TOKEN_EXPIRED')
            patch.token_expires_at = changed.session?.expires_at ?? null;
        }
        const reason_before = row.reason_code;
        const wasWaiting = needsPerson(claim.state_before, reason_before);
        if (needsPerson(to, failure.reason) && !wasWaiting) {
          patch.attention = row.attention + 1;
          await notifications.notifyWithin(
            trx,
            row.owner_user_id,
            attentionNotice(
              {
                id: row.id,
                label: row.label,
                attention: row.attention + 1,
                state: to,
                reason_code: failure.reason,
              },
              adapter,
            ),
          );
        }
        await writeTransition(trx, row, event, patch);
        return to !== claim.state_before || failure.reason !== reason_before;
      },
      (isSeen) => isSeen,
    );
  }

  /** Gives a claim back as it was: the process stops, and somebody else does it. */
  async function released(claim: Claim, purpose: Purpose): Promise<void> {
    const now = clock.now();
    await database.asUser(claim.owner_user_id, async (trx) => {
      const row = await assertLease(trx, claim);
      if (purpose === 'token') await ConnectionModel.query(trx).findById(row.id).patch(FREED);
      else await writeTransition(trx, row, 'RELEASED', { ...FREED, next_due_at: now }, claim.state_before);
    });
  }

  /** Frees a claim that was taken for a login which did not go through; a wanted password is kept with its session. */
  async function loginFailed(
    claim: Claim,
    adapter: BrokerAdapter,
    secrets: ConnectionSecrets,
    failure: BrokerFailure,
  ): Promise<void> {
    await database.change(claim.owner_user_id, ['connections'], async (trx) => {
      const row = await assertLease(trx, claim);
      const changed =
        failure instanceof NeedsOtpError ? secretsAfter(failure, adapter, secrets, clock.now()) : null;
      const reason = row.state === 'NEEDS_OTP' || changed !== null ? { reason_code: failure.reason } : {};
      if (changed === null)
        await ConnectionModel.query(trx)
          .findById(row.id)
          .patch({ ...FREED, ...reason });
      else
        await writeTransition(trx, row, 'OTP_WANTED', {
          ...FREED,
          ...reason,
          secrets: await vault.seal(row, changed),
          next_due_at: null,
        });
    });
  }

  return { failed, keepSession, loggedIn, loginFailed, released, renewed, synced };
}

export type ConnectionTransitions = ReturnType<typeof createConnectionTransitions>;

/** The later of two days; null only where there is neither. */
const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;
