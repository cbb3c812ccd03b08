import type { Connections } from '../../brokers/index.ts';
import {
  BrokerFailure,
  type OrderGateway,
  type OrderGateways,
  REASONS,
  usableUntil,
} from '../../brokers/orders/index.ts';
import type { InstrumentQuote } from '../../market/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import { type Context, type DbTransaction, istDate, momentInWords, Problem } from '../../platform/index.ts';
import { type CycleParts, panelQuotes } from '../cycle/index.ts';
import type { KeptLook, KeptRehearsal } from '../plan-look-view.ts';
import type { Sending } from '../plan-view.ts';
import { sharesOf } from './holdings-witness.ts';
import { type LivePlan, requestOf } from './live-orders.ts';

/** A plan that waits, as it was read to be looked at. */
export type PlanToRead = LivePlan & { digest: string };

export interface PlanReadingParts extends Pick<CycleParts, 'loader' | 'quotesOf'> {
  connections: Pick<Connections, 'list' | 'brokers'>;
  gateways: OrderGateways;
  instruments: Pick<Instruments, 'byIds'>;
  sendingOf(plan: { expires_at: Date }): Sending;
  /** Whether orders may be sent at this moment. */
  isPlacementTime(now: Date): boolean;
}

type Quote = NonNullable<InstrumentQuote['quote']>;
/** What was read, or why it could not be. */
type Read<T> = { value: T; failure: null } | { value: null; failure: string; needsLogin: boolean };

/** Prices that come later are left out: those that came by then are shown. */
const LONGEST_FOR_PRICES_MS = 4_000;
const UNREAD = 'it failed on this server; the log has the cause.';

/** Reads what the outside says of a plan that waits. Nothing is sent, and what cannot be read is null with its reason. */
export function createPlanReading(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  parts: PlanReadingParts,
) {
  async function tried<T>(read: Promise<T>, signal: AbortSignal): Promise<Read<T>> {
    const over = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    over.catch(() => undefined);
    try {
      // A broker that trickles is not waited for longer than one that is silent.
      return { value: await Promise.race([read, over]), failure: null };
    } catch (error) {
      const code = error instanceof BrokerFailure ? error.reason : signal.aborted ? 'BROKER_TIMEOUT' : null;
      if (code === null) log.warn({ err: error }, 'a part of a look at a plan could not be read');
      const failure = code !== null ? REASONS[code] : error instanceof Problem ? error.detail : UNREAD;
      return { value: null, failure, needsLogin: code === 'NEEDS_LOGIN' || code === 'TOKEN_EXPIRED' };
    }
  }

  const opened = async (plan: LivePlan): Promise<OrderGateway> =>
    await parts.gateways.open(plan.owner_user_id, plan.connection_id);
  const funds = async (gateway: OrderGateway, signal: AbortSignal): Promise<number> =>
    Number(await gateway.funds(signal));

  /** Quotes of the shares of a plan, by instrument: those that came in time. */
  async function quotes(plan: LivePlan, signal: AbortSignal): Promise<ReadonlyMap<string, Quote>> {
    const ids = [...new Set(plan.orders.map(({ instrument_id }) => instrument_id))];
    const { panel } = await parts.loader.load({
      universe: [],
      from: plan.cycle_date,
      to: istDate(clock.now()),
      warmup: 0,
      also: ids,
    });
    const all = panel.securities.keys();
    const either = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_FOR_PRICES_MS)]);
    const found = await panelQuotes(parts.quotesOf, plan.owner_user_id, panel, all, either);
    return new Map(
      panel.securities.flatMap(({ instrument_id }, at) => {
        const quote = found.get(at);
        return quote === undefined || instrument_id === null ? [] : [[instrument_id, quote] as const];
      }),
    );
  }

  /** Whether the login of the account lasts until the plan can be sent, and what to do where not. */
  async function login(
    plan: LivePlan,
    { from, until }: Sending,
    isRefused: boolean,
    now: Date,
  ): Promise<Pick<KeptLook, 'login_holds' | 'login'>> {
    if (from === null || until === null) return { login_holds: null, login: null };
    const own = (await parts.connections.list(plan.owner_user_id)).find(
      ({ id }) => id === plan.connection_id,
    );
    if (own === undefined) return { login_holds: null, login: null };
    const begin = new Date(from) > now ? new Date(from) : now;
    const { issued_at, expires_at } = own.token;
    const end =
      issued_at === null
        ? null
        : usableUntil({
            issued_at: new Date(issued_at),
            expires_at: expires_at === null ? null : new Date(expires_at),
          });
    const again = 'Use /sync_connection or the Connections page.';
    if (isRefused || (end !== null && end <= now))
      return {
        login_holds: false,
        login: `The account needs a login before the plan can be sent${begin > now ? ` from ${momentInWords(begin)} on` : ''}. ${again}`,
      };
    if (end === null) return { login_holds: null, login: 'It is not known how long the login holds.' };
    const renews = parts.connections
      .brokers()
      .some(({ broker, needs_login }) => broker === own.broker && !needs_login);
    if (end > begin)
      return {
        login_holds: true,
        login: `The login holds until ${momentInWords(end)}${renews ? ' and is renewed before' : ''}.`,
      };
    return renews
      ? { login_holds: true, login: `Munim renews the login before ${momentInWords(end)}.` }
      : {
          login_holds: false,
          login: `The login ends on ${momentInWords(end)}, before the plan can be sent. Log in again after that, or it waits. ${again}`,
        };
  }

  return {
    /** What the outside says of a plan at this moment. */
    async look(plan: PlanToRead, signal: AbortSignal): Promise<KeptLook> {
      const now = clock.now();
      const [priced, money, open] = await Promise.all([
        tried(quotes(plan, signal), signal),
        tried(
          opened(plan).then(async (gateway) => await funds(gateway, signal)),
          signal,
        ),
        database.readAsUser(plan.owner_user_id, async (trx) => await openDifferences(trx, plan)),
      ]);
      const isRefused = money.failure !== null && money.needsLogin;
      return {
        at: now.toISOString(),
        digest: plan.digest,
        is_open: parts.isPlacementTime(now),
        orders: plan.orders.map(({ id, instrument_id }) => {
          const quote = priced.value?.get(instrument_id);
          if (quote === undefined) return { order_id: id, price: null, day: null, priced_at: null };
          // A broker's quote is of now.
          const { price, as_of: day, fetched_at = now } = quote;
          return { order_id: id, price, day, priced_at: fetched_at.toISOString() };
        }),
        funds: money.value,
        funds_reason: money.failure,
        ...(await login(plan, parts.sendingOf(plan), isRefused, now)),
        ...open,
      };
    },

    /** What the broker's calculators say of the orders of a plan. No order is sent. */
    async rehearse(plan: PlanToRead, signal: AbortSignal): Promise<KeptRehearsal> {
      const known = await parts.instruments.byIds(plan.orders.map(({ instrument_id }) => instrument_id));
      const isinOf = (id: string): string | null => known.get(id)?.isin ?? null;
      const sells = plan.orders.some(({ side }) => side === 'SELL');
      const taken = { at: clock.now().toISOString(), digest: plan.digest };
      const asked = await tried(
        (async () => {
          const gateway = await opened(plan);
          await gateway.prepare(signal);
          const requests = plan.orders.map((order) => requestOf(order, isinOf(order.instrument_id)));
          return await Promise.all([
            gateway.rehearse(requests, signal),
            tried(funds(gateway, signal), signal),
            sells ? tried(gateway.positions(signal), signal) : null,
          ]);
        })(),
        signal,
      );
      if (asked.failure !== null)
        return { ...taken, failure: asked.failure, funds: null, funds_reason: asked.failure, orders: [] };
      const [estimates, money, held] = asked.value;
      return {
        ...taken,
        failure: null,
        funds: money.value,
        funds_reason: money.failure,
        orders: plan.orders.map(({ id, side, symbol, instrument_id }, at) => {
          const { needs = null, charges = null, refusal = null } = estimates[at] ?? {};
          return {
            order_id: id,
            needs: amountOf(needs),
            charges:
              charges === null
                ? null
                : {
                    brokerage: amountOf(charges.brokerage),
                    stt: amountOf(charges.stt),
                    exchange: amountOf(charges.exchange),
                    sebi: amountOf(charges.sebi),
                    stamp_duty: amountOf(charges.stamp_duty),
                    gst: amountOf(charges.gst),
                    total: Number(charges.total),
                  },
            refusal,
            held:
              side === 'BUY' || held === null || held.value === null
                ? null
                : sharesOf(held.value, isinOf(instrument_id), symbol).toNumber(),
          };
        }),
      };
    },
  };
}

const amountOf = (value: string | null): number | null => (value === null ? null : Number(value));

async function openDifferences(
  trx: DbTransaction,
  { owner_user_id, connection_id }: LivePlan,
): Promise<Pick<KeptLook, 'differences' | 'newest_difference'>> {
  const { rows } = await trx.raw<{ rows: { count: number; newest: string | null }[] }>(
    `select count(*)::int as count, (array_agg(message order by id desc))[1] as newest
     from policy.account_differences where owner_user_id = ? and connection_id = ? and settled_at is null`,
    [owner_user_id, connection_id],
  );
  return { differences: rows[0]?.count ?? 0, newest_difference: rows[0]?.newest ?? null };
}
