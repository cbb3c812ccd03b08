import { auditedMutation } from '../../audit/index.ts';
import type { Connections } from '../../brokers/index.ts';
import type { Context } from '../../context.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import {
  type Actor,
  conflict,
  type DbTransaction,
  istDate,
  notFound,
  parseInput,
  toScale,
} from '../../platform/index.ts';
import { sharedSourceRun } from '../../strategies/index.ts';
import { type GoLiveInput, goLiveInput } from '../inputs.ts';
import { PolicyModel } from '../models.ts';
import { findPolicy, openBooks } from '../policy-store.ts';

/** Brokers that orders can be sent to. */
const TRADING_BROKERS: readonly string[] = ['zerodha', 'dhan'];

/** Takes a policy from paper to a broker's account (spec: Policy status, go-live; Policy rules 8). */
export function createGoLive(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { calendar, connections }: { calendar: Calendar; connections: Pick<Connections, 'list'> },
) {
  const { database } = context;
  const mutation = auditedMutation(context);

  const write = mutation('policy.go_live', {
    topics: ['policies'],
    isSeen: ({ isChanged }) => isChanged,
    async run(change, id: string, input: GoLiveInput) {
      const { trx, now, userId } = change;
      const policy = await change.locked('POLICY', PolicyModel, id);
      if (policy.mode === 'LIVE') {
        if (policy.broker_connection_id === input.broker_connection_id) return { isChanged: false };
        throw conflict('POLICY_IS_LIVE', 'This policy trades over another connection already.');
      }
      if (policy.status !== 'ACTIVE')
        throw conflict('POLICY_NOT_ACTIVE', 'Only an active policy can go live. Resume it first.');
      const validation = await freshValidation(trx, id);
      // Its books begin at a close that is known, so that it can plan at once and trade on the next session.
      const today = istDate(now);
      const live_starts_on = calendar.previousSession('NSE', today);
      const capital = toScale(input.capital);
      await PolicyModel.query(trx)
        .findById(id)
        .patch({
          mode: 'LIVE',
          broker_connection_id: input.broker_connection_id,
          live_started_at: now,
          live_capital: capital,
          live_starts_on,
          trades_from: calendar.sessionOnOrAfter('NSE', today),
          order_kind: input.order_kind ?? 'LIMIT',
          updated_at: now,
        });
      await openBooks(
        trx,
        { policy_id: id, owner_user_id: userId, mode: 'LIVE' },
        { day: live_starts_on, capital },
      );
      await change.record('POLICY_WENT_LIVE', id, {
        name: policy.name,
        tag_code: policy.tag_code,
        connection_id: input.broker_connection_id,
        capital: capital.toFixed(),
        validation,
      });
      return { isChanged: true };
    },
  });

  return {
    /**
     * Lets a policy trade over a connection. Its books on paper stay as they are; the live ones begin with the capital. The
     * same again changes nothing.
     * @throws 422 VALIDATION_ERROR, 404 POLICY_NOT_FOUND, CONNECTION_NOT_FOUND, 409 NO_TRADING_ROLE, VALIDATION_REQUIRED,
     *   PROMOTION_NOT_ALLOWED, POLICY_IS_LIVE, POLICY_NOT_ACTIVE
     */
    async goLive(userId: string, id: string, body: unknown, actor: Actor): Promise<void> {
      const input = parseInput(goLiveInput, body);
      await database.asUser(userId, (trx) => findPolicy(trx, id));
      const connection = (await connections.list(userId)).find(
        (one) => one.id === input.broker_connection_id,
      );
      if (connection === undefined) throw notFound('CONNECTION');
      if (!connection.role.includes('TRADING') || !TRADING_BROKERS.includes(connection.broker))
        throw conflict(
          'NO_TRADING_ROLE',
          `${connection.label} may not trade. Choose a Zerodha or Dhan connection with the role TRADING or TRADING+SYNC.`,
        );
      await write(userId, id, input, actor);
    },
  };
}

/** What validation says of the backtest that a policy came from, read now and not when it was promoted. */
async function freshValidation(trx: DbTransaction, policyId: string): Promise<string> {
  const row = (await trx('policy.policy_promotions').where({ policy_id: policyId }).first('run_id')) as
    | { run_id: string }
    | undefined;
  if (row === undefined)
    throw conflict(
      'VALIDATION_REQUIRED',
      'This policy came from no backtest, so nothing vouches for it. Run a backtest of its strategy and promote that one.',
    );
  const { validation } = await sharedSourceRun(trx, row.run_id);
  if (!validation.promotion_allowed)
    throw conflict(
      'PROMOTION_NOT_ALLOWED',
      `Its backtest is ${validation.status}, so it may not trade. It goes on on paper. ${validation.reasons.map(({ message }) => message).join(' ')}`.trim(),
    );
  return validation.status;
}
