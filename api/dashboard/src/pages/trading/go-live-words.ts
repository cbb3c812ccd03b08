/** Words of going live: over what, how, and what will happen. */
import { day, money, quantity } from '../../../../../charts/index.ts';
import type { Policy, PolicyConnection } from '../../api/types.ts';
import { sweepText } from './words.ts';

/** What is typed before a policy goes live. */
export const GO_LIVE_WORDS = 'go live';
/** Limits of orders where a policy sets none: rupees, hours, and percentage points of the bands. */
export const USUAL_LIMITS = {
  max_order_value: 200_000,
  min_order_value: 1_000,
  plan_expiry_hours: 30,
  plan_price_band_pct: 5,
  band_pct: 2,
} as const;

const rupees = (value: number): string => money(value, 'INR', { digits: 0 });

type OrderKind = NonNullable<Policy['order_kind']>;

/** How orders go out, and what that means. */
export const ORDER_KINDS: Readonly<Record<OrderKind, { label: string; meaning: string }>> = {
  LIMIT: {
    label: `Limit orders, up to ${USUAL_LIMITS.band_pct}% from the last close`,
    meaning: `No purchase pays more than ${USUAL_LIMITS.band_pct}% above the close that it was planned at, and no sale takes less than ${USUAL_LIMITS.band_pct}% below it. If the price has moved further, the order stays open and ends the day unfilled.`,
  },
  MARKET: {
    label: 'Market orders',
    meaning:
      'They fill at whatever price the market gives, however far it is from the close that they were planned at.',
  },
};

/** Whether a policy may trade over a connection. */
export const mayTrade = ({ role }: Pick<PolicyConnection, 'role'>): boolean => role.includes('TRADING');
/** `Zerodha, AB1234` */
export const connectionText = ({ broker, account }: PolicyConnection): string => `${broker}, ${account}`;

interface GoingLive {
  policy: Pick<Policy, 'next_cycle_date' | 'liquid_sweep'>;
  connection: PolicyConnection;
  capital: number;
  order_kind: OrderKind;
  /** As the settings of the policy have them. */
  limits: Partial<Record<Exclude<keyof typeof USUAL_LIMITS, 'band_pct'>, number | null | undefined>>;
}

/** What will happen once a policy is live, a sentence each. */
export function goLiveLines({ policy, connection, capital, order_kind, limits }: GoingLive): string[] {
  const { next_cycle_date: next, liquid_sweep: sweep } = policy;
  const hours = limits.plan_expiry_hours ?? USUAL_LIMITS.plan_expiry_hours;
  const least = limits.min_order_value ?? USUAL_LIMITS.min_order_value;
  return [
    `It trades with real money: ${rupees(capital)} of your account ${connectionText(connection)}.`,
    'Its live books begin now with that capital and without shares. Its books on paper stay as they are.',
    `${next === null ? 'After each rebalance' : `After the next rebalance, due on ${day(next)},`} it shows you a plan. Nothing is sent before you approve it.`,
    ...(sweep === null
      ? []
      : [
          `One thing happens without your approval. ${sweepText(sweep)} You can stop that at any time with Stop the sweep.`,
        ]),
    'What you approve is sent at once while the market is open, otherwise when it opens.',
    `If the price of an approved order is more than ${quantity(limits.plan_price_band_pct ?? USUAL_LIMITS.plan_price_band_pct)}% from its reference price when it would be sent, it is held and you are asked again.`,
    ORDER_KINDS[order_kind].meaning,
    `No order may be worth more than ${rupees(limits.max_order_value ?? USUAL_LIMITS.max_order_value)}, and a plan that nobody approves expires after ${quantity(hours)} ${hours === 1 ? 'hour' : 'hours'}, counting exchange days only.`,
    ...(least === 0
      ? []
      : [`An order below ${rupees(least)} is not made, unless it sells all of a position.`]),
    'You can pause all trading at any time. A policy that is live cannot be deleted, and does not go back to paper.',
  ];
}
