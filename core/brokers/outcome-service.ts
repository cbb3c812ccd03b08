import type { Context } from '../context.ts';
import { recordEvent } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Transaction } from '../platform/index.ts';
import type { Landed } from '../portfolio/index.ts';
import type { ConnectionSecrets } from './accounts/secrets.ts';
import type { Vault } from './accounts/vault.ts';
import type { BrokerAdapter, BrokerSession } from './adapter.ts';
import { secretsAfter } from './accounts/secrets-after.ts';
import { attentionNotice } from './attention-notice.ts';
import { stillClaimed } from './claimed.ts';
import type { Claim } from './connection-store.ts';
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
import { tokenDueAt } from './token.ts';
import type { SyncCounts } from './view.ts';

/** What a claim was taken for: a failure of a mere renewal is none of the syncs. */
export type Purpose = 'sync' | 'token';

export interface Failed {
  failure: BrokerFailure;
  purpose: Purpose;
  adapter: BrokerAdapter;
  /** As opened for this claim; null when they could not be. */
  secrets: ConnectionSecrets | null;
}

const FREE = { worker: null, lease_until: null } as const;
const TOKEN_PAUSE_MS = 5 * 60_000;
const LONGEST_TOKEN_PAUSE_MS = 30 * 60_000;

/** Writes down what came of a claim; every write is void once the claim went to another. */
export function createOutcomes(
  context: Context,
  vault: Vault,
  notifications: Pick<Notifications, 'notifyWithin'>,
  random: () => number = Math.random,
) {
  const { clock, database } = context;

  /** The columns of a session. */
  const sessionColumns = (adapter: BrokerAdapter, session: BrokerSession) => ({
    token_issued_at: session.issued_at,
    token_expires_at: session.expires_at,
    token_due_at: tokenDueAt(adapter.renewal, session),
    token_failures: 0,
  });

  /**
   * Keeps a session at once, so that a login is not lost when what follows fails.
   * @throws ClaimLost
   */
  async function keepSession(
    claim: Claim,
    adapter: BrokerAdapter,
    secrets: ConnectionSecrets,
    session: BrokerSession,
  ): Promise<ConnectionSecrets> {
    const kept: ConnectionSecrets = { ...secrets, session, _otp_session: null };
    await database.asUser(claim.owner_user_id, async (trx) => {
      const row = await stillClaimed(trx, claim);
      await ConnectionModel.query(trx)
        .findById(row.id)
        .patch({ secrets: await vault.seal(row, kept), ...sessionColumns(adapter, session) });
    });
    return kept;
  }

  /** A login or a one-time password that went through: the next sync is due at once. @throws ClaimLost */
  async function loggedIn(
    claim: Claim,
    adapter: BrokerAdapter,
    secrets: ConnectionSecrets,
    session: BrokerSession,
    actor: string,
  ): Promise<void> {
    const now = clock.now();
    await database.change(claim.owner_user_id, async (trx) => {
      const row = await stillClaimed(trx, claim);
      await ConnectionModel.query(trx)
        .findById(row.id)
        .patch({
          ...FREE,
          ...sessionColumns(adapter, session),
          secrets: await vault.seal(row, { ...secrets, session, _otp_session: null }),
          state: transition('RENEWED').to,
          reason_code: null,
          failures: 0,
          quiet_until: null,
          quotes_refused_until: null,
          next_due_at: row.role === 'TRADING' ? null : now,
          updated_at: now,
        });
      await recordEvent(trx, {
        userId: row.owner_user_id,
        actor,
        at: now,
        event: {
          kind: 'CONNECTION_LOGGED_IN',
          subject: row.id,
          data: { broker: row.broker, label: row.label },
        },
      });
    });
  }

  /** A token that was renewed on its own. @throws ClaimLost */
  async function renewed(
    claim: Claim,
    adapter: BrokerAdapter,
    { session }: ConnectionSecrets,
  ): Promise<void> {
    const due = session === null ? null : tokenDueAt(adapter.renewal, session);
    // Never at once, whatever the broker says of its session.
    const soonest = clock.now().getTime() + TOKEN_PAUSE_MS;
    await database.asUser(claim.owner_user_id, async (trx) => {
      const row = await stillClaimed(trx, claim);
      await ConnectionModel.query(trx)
        .findById(row.id)
        .patch({
          ...FREE,
          token_due_at: due === null ? null : new Date(Math.max(due.getTime(), soonest)),
          // Where nothing is synced, a login that holds is all there is to say.
          ...(row.role === 'TRADING'
            ? { state: transition('SYNCED').to, reason_code: null, failures: 0 }
            : {}),
        });
    });
  }

  /**
   * The end of a sync that came through, in the transaction of what it recorded.
   * @returns whether the connection stands otherwise than before. @throws ClaimLost
   */
  async function synced(
    trx: Transaction,
    claim: Claim,
    adapter: BrokerAdapter,
    result: {
      landed: Landed;
      counts: SyncCounts;
      left_out: Record<string, number>;
      until: string;
      trades_until: string | null;
      securities: Securities;
      actor: string;
    },
  ): Promise<boolean> {
    const row = await stillClaimed(trx, claim);
    const now = clock.now();
    const { landed, counts } = result;
    await ConnectionModel.query(trx)
      .findById(row.id)
      .patch({
        ...FREE,
        state: transition('SYNCED').to,
        reason_code: null,
        failures: 0,
        quiet_until: null,
        last_success_at: now,
        next_due_at: dueAfterSuccess(adapter.rhythm, claim.claimed_at, now),
        synced_until: result.until,
        trades_until: later(row.trades_until, result.trades_until),
        securities: { ...row.securities, ...result.securities },
        last_result: counts,
        portfolio_id: landed.portfolio.id,
      });
    if (landed.changed)
      await recordEvent(trx, {
        userId: row.owner_user_id,
        actor: result.actor,
        at: now,
        event: {
          kind: 'CONNECTION_SYNCED',
          subject: row.id,
          data: { broker: row.broker, label: row.label, ...counts, left_out: result.left_out },
        },
      });
    return claim.state_before !== 'OK';
  }

  /** What could not be done, why, and when it is tried again. The person is told once when it begins to need them. */
  async function failed(claim: Claim, { failure, purpose, adapter, secrets }: Failed): Promise<void> {
    const now = clock.now();
    const event = eventOf(failure.reason, adapter.renewal);
    const { to, due } = transition(event);
    const isPassing = due === 'after_backoff';
    await database.change(
      claim.owner_user_id,
      async (trx) => {
        const row = await stillClaimed(trx, claim);
        const patch: Partial<ConnectionModel> = { ...FREE };
        if (purpose === 'token' && isPassing) {
          const pause = Math.min(
            TOKEN_PAUSE_MS * 2 ** Math.min(row.token_failures, 10),
            LONGEST_TOKEN_PAUSE_MS,
          );
          patch.token_due_at = new Date(now.getTime() + Math.max(pause, failure.retryAfterMs ?? 0));
          patch.token_failures = row.token_failures + 1;
          // The syncs of the others tell how they stand, as long as the token lives.
          if (row.role !== 'TRADING') {
            await ConnectionModel.query(trx).findById(row.id).patch(patch);
            return false;
          }
        }
        const failures = row.failures + 1;
        patch.state = to;
        patch.reason_code = failure.reason;
        patch.failures = failures;
        patch.next_due_at = isPassing
          ? dueAfterFailure(adapter.rhythm, failures, failure.retryAfterMs, now, random())
          : null;
        if (row.role === 'TRADING') patch.next_due_at = null;
        patch.quiet_until = quietUntil(failure.retryAfterMs, now);
        if (!isPassing) patch.token_due_at = null;
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
        await ConnectionModel.query(trx).findById(row.id).patch(patch);
        return to !== claim.state_before || failure.reason !== reason_before;
      },
      (isSeen) => isSeen,
    );
  }

  /** Gives a claim back as it was: the process stops, and somebody else does it. */
  async function released(claim: Claim, purpose: Purpose): Promise<void> {
    const now = clock.now();
    await database.asUser(claim.owner_user_id, async (trx) => {
      const row = await stillClaimed(trx, claim);
      await ConnectionModel.query(trx)
        .findById(row.id)
        .patch(purpose === 'token' ? FREE : { ...FREE, state: claim.state_before, next_due_at: now });
    });
  }

  /** Frees a claim that was taken for a login which did not go through; a wanted password is kept with its session. */
  async function loginFailed(
    claim: Claim,
    adapter: BrokerAdapter,
    secrets: ConnectionSecrets,
    failure: BrokerFailure,
  ): Promise<void> {
    await database.change(claim.owner_user_id, async (trx) => {
      const row = await stillClaimed(trx, claim);
      const changed =
        failure instanceof NeedsOtpError ? secretsAfter(failure, adapter, secrets, clock.now()) : null;
      await ConnectionModel.query(trx)
        .findById(row.id)
        .patch({
          ...FREE,
          ...(changed === null
            ? {}
            : {
                secrets: await vault.seal(row, changed),
                state: transition('OTP_WANTED').to,
                next_due_at: null,
              }),
          ...(row.state === 'NEEDS_OTP' || changed !== null ? { reason_code: failure.reason } : {}),
        });
    });
  }

  return { failed, keepSession, loggedIn, loginFailed, released, renewed, synced };
}

export type Outcomes = ReturnType<typeof createOutcomes>;

/** The later of two days; null only where there is neither. */
const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;
