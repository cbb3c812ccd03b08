import { auditedMutation } from '../../audit/index.ts';
import type { Connections } from '../../brokers/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  type DbTransaction,
  istDate,
  notFound,
  parseInput,
  type Problem,
  toScale,
} from '../../platform/index.ts';
import {
  liquidSweepOf,
  nameOf,
  sharedSourceRun,
  type StrategyConfig,
  type ValidationView,
} from '../../strategies/index.ts';
import { type GoLiveInput, goLiveInput } from '../inputs.ts';
import {
  MAX_ORDER_VALUE,
  MIN_ORDER_VALUE,
  ORDER_BAND_PCT,
  PLAN_EXPIRY_HOURS,
  PLAN_PRICE_BAND_PCT,
} from '../live-limits.ts';
import { PolicyModel } from '../models.ts';
import { findPolicy, openBooks } from '../policy-store.ts';

/** Brokers that orders can be sent to. */
const TRADING_BROKERS: readonly string[] = ['zerodha', 'dhan'];

/** Words that a person types where going live is confirmed by typing. */
const GO_LIVE_WORDS = 'go live';

/** What going live would mean, or why it is refused. Money is rupees. */
export interface GoLivePreview {
  policy_name: string;
  tag_code: string;
  /** In words: "Momentum 12-1, NIFTY 500, top 20, monthly". */
  summary: string;
  /** Why the policy may not go live now, in a sentence; null where it may. */
  refusal: string | null;
  /** What validation says of the backtest that it came from; null without one. */
  validation: ValidationView | null;
  connections: { id: string; label: string; broker: string; account: string | null }[];
  /** The session at whose close its books begin. */
  begins_on: string;
  paper_capital: number;
  max_order_value: number;
  /** Below it an order is not planned, unless it sells all of a position. */
  min_order_value: number;
  plan_expiry_hours: number;
  /** Percentage points of the reference price beyond which an approved order is held and asked about again. */
  plan_price_band_pct: number;
  /** Percentage points around the last close within which a limit order trades. */
  order_band_pct: number;
  /** What it buys with spare cash, from so many rupees on, without asking; null where it buys nothing so. */
  liquid_sweep: { symbol: string; min: number } | null;
  /** What is typed to confirm it. */
  words: string;
}

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
        throw conflict('POLICY_IS_LIVE', 'This policy already trades over another connection.');
      }
      if (policy.status !== 'ACTIVE') throw notActive();
      const validation = await readValidation(trx, id);
      const refusal = validationRefusal(validation);
      if (refusal !== null) throw refusal;
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
        validation: validation?.status ?? 'UNKNOWN',
      });
      return { isChanged: true };
    },
  });

  const tradingConnections = async (userId: string) => (await connections.list(userId)).filter(mayTrade);

  return {
    /** Reads what going live would mean, and changes nothing. @throws 404 POLICY_NOT_FOUND */
    async previewGoLive(userId: string, id: string): Promise<GoLivePreview> {
      const open = await tradingConnections(userId);
      return await database.asUser(userId, async (trx) => {
        const policy = await findPolicy(trx, id);
        const { max_order_value, min_order_value, plan_expiry_hours, plan_price_band_pct } =
          policy.config as Record<string, number | undefined>;
        const read = await readValidation(trx, id);
        const refusal =
          policy.mode === 'LIVE'
            ? conflict('POLICY_IS_LIVE', 'This policy is already LIVE.')
            : policy.status !== 'ACTIVE'
              ? notActive()
              : validationRefusal(read);
        return {
          policy_name: policy.name,
          tag_code: policy.tag_code,
          summary: nameOf(policy.config as unknown as StrategyConfig),
          refusal: refusal?.detail ?? null,
          validation: read,
          connections: open.map(({ id: connection, label, broker_title, account }) => ({
            id: connection,
            label,
            broker: broker_title,
            account,
          })),
          begins_on: calendar.previousSession('NSE', istDate(context.clock.now())),
          paper_capital: policy.initial_capital.toNumber(),
          max_order_value: max_order_value ?? MAX_ORDER_VALUE,
          min_order_value: min_order_value ?? MIN_ORDER_VALUE,
          plan_expiry_hours: plan_expiry_hours ?? PLAN_EXPIRY_HOURS,
          plan_price_band_pct: plan_price_band_pct ?? PLAN_PRICE_BAND_PCT,
          order_band_pct: ORDER_BAND_PCT,
          liquid_sweep: liquidSweepOf(policy.config),
          words: GO_LIVE_WORDS,
        };
      });
    },

    /**
     * Lets a policy trade over a connection. Its books on paper stay as they are; the live ones begin with the capital. The
     * same again changes nothing.
     * @throws 422 VALIDATION_ERROR, 404 POLICY_NOT_FOUND, CONNECTION_NOT_FOUND, 409 NO_TRADING_ROLE, VALIDATION_REQUIRED,
     *   PROMOTION_NOT_ALLOWED, POLICY_IS_LIVE, POLICY_NOT_ACTIVE
     */
    async goLive(userId: string, id: string, body: unknown, actor: Actor): Promise<void> {
      const input = parseInput(goLiveInput, body);
      await database.readAsUser(userId, (trx) => findPolicy(trx, id));
      const connection = (await connections.list(userId)).find(
        (one) => one.id === input.broker_connection_id,
      );
      if (connection === undefined) throw notFound('CONNECTION');
      if (!mayTrade(connection))
        throw conflict(
          'NO_TRADING_ROLE',
          `${connection.label} may not trade. Choose a Zerodha or Dhan connection with the role TRADING or TRADING+SYNC.`,
        );
      await write(userId, id, input, actor);
    },
  };
}

const notActive = () => conflict('POLICY_NOT_ACTIVE', 'Only an active policy can go live. Resume it first.');

const mayTrade = ({ role, broker }: { role: string; broker: string }): boolean =>
  role.includes('TRADING') && TRADING_BROKERS.includes(broker);

/** What validation says of the backtest that a policy came from, read now and not when it was promoted; null without one. */
async function readValidation(trx: DbTransaction, policyId: string): Promise<ValidationView | null> {
  const row = (await trx('policy.policy_promotions').where({ policy_id: policyId }).first('run_id')) as
    | { run_id: string }
    | undefined;
  return row === undefined ? null : (await sharedSourceRun(trx, row.run_id)).validation;
}

/** Why a policy may not trade by what validation says; null where it may. */
function validationRefusal(validation: ValidationView | null): Problem | null {
  if (validation === null)
    return conflict(
      'VALIDATION_REQUIRED',
      'This policy does not come from a backtest, so it may not trade. Run a backtest of its strategy and promote that one.',
    );
  if (validation.promotion_allowed) return null;
  return conflict(
    'PROMOTION_NOT_ALLOWED',
    `Its backtest is ${validation.status}, so it may not trade. It continues on paper. ${validation.reasons.map(({ message }) => message).join(' ')}`.trim(),
  );
}
