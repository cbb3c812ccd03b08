import type { FormattedString } from '@grammyjs/parse-mode';
import type {
  AccountHoldings,
  DifferenceView,
  OrderEventView,
  PlanOrderView,
  PlanView,
} from '../../core/policies/index.ts';
import { bold, inline, type Line, lines } from './lines.ts';
import { count, money } from './numbers.ts';
import { personOf } from '../../core/platform/index.ts';
import { fateOf, orderWords } from './policy-plans.ts';
import { moment } from './times.ts';

/** Steps of an order that its evidence shows, the newest. */
const MOST_STEPS = 8;
/** Shares that a line about an account names. */
const MOST_SHARES = 10;

interface Cases {
  orders: readonly { plan: PlanView; order: PlanOrderView }[];
  differences: readonly DifferenceView[];
}

/** Everything that waits for a person's word, and the shares of traded accounts that nothing explains. */
export function settleListText(cases: Cases, accounts: readonly AccountHoldings[]): FormattedString {
  const shares = accounts.map(unknownLine);
  if (cases.orders.length + cases.differences.length === 0)
    return lines(
      'Nothing needs your decision: every order that was sent is known, and the books match the broker’s.',
      ...shares,
    );
  return lines(bold('These need you'), ...caseLines(cases), ...shares);
}

/** `Shares of Momentum's account on 1 Dec, 09:05: in no books and no records: 5 TCS.` */
function unknownLine({ policies, explained_at, shares }: AccountHoldings): Line {
  if (explained_at === null) return false;
  const unknown = shares.filter((one) => one.unknown > 0);
  const named = unknown.slice(0, MOST_SHARES).map((one) => `${one.unknown} ${one.symbol}`);
  const more = unknown.length > MOST_SHARES ? ` and ${unknown.length - MOST_SHARES} more` : '';
  const found =
    unknown.length === 0
      ? 'each is in the books of a policy or in your own records'
      : `in the books of no policy and not in your own records: ${named.join(', ')}${more}`;
  return `Shares in the account of ${policies.join(' and ')}, ${moment(explained_at)}: ${found}.`;
}

/** A line for each order whose fate is not known, and for each difference. */
export const caseLines = ({ orders, differences }: Cases): Line[] => [
  ...orders.map(({ plan, order }) =>
    inline(bold(`⚠ LIVE · ${plan.policy_name}`), ` · ${orderWords(order)}: ${fateOf(order)}`),
  ),
  ...differences.map(({ message }) => inline(bold('⚠ The broker differs'), ` · ${message}`)),
  differences.length > 0 && 'Policies of that account plan nothing until it is settled.',
];

/** What is known of an order, and what that leaves to decide. */
export function orderText(
  plan: PlanView,
  order: PlanOrderView,
  events: readonly OrderEventView[],
): FormattedString {
  const { state, tag, limit_price, broker_message } = order;
  return lines(
    bold(`LIVE · ${plan.policy_name}`),
    `${orderWords(order)}, ${limit_price === null ? 'at the market' : `limit ${money(limit_price)}`}, plan ${plan.plan_id}, tag ${tag}`,
    `It was ${fateOf(order).replace(/; you decide.*$/, '')}.`,
    broker_message !== null && `What came back: “${broker_message}”`,
    '',
    ...events.slice(-MOST_STEPS).map(stepLine),
    '',
    ...(state === 'ABSENT'
      ? [
          'Look for this tag, or this order, in your broker’s app or contract note, then say what happened. Munim sends nothing again by itself.',
        ]
      : state !== 'PLACEMENT_UNKNOWN'
        ? [
            'The broker says that more of it was filled after it had ended. Look at your contract note, then take the fill over: with all shares of the order, those in the books too.',
          ]
        : [
            'Munim keeps looking for it in the broker’s order book. If it does not turn up within a few minutes, you are asked what happened. Until then, nothing is sent again.',
          ]),
  );
}

const STEPS: Readonly<Record<string, string>> = {
  approve: 'approved',
  claim: 'sent to the broker',
  accept: 'accepted by the broker',
  lose: 'no clear answer came',
  find: 'found in the order book',
  miss: 'not in the order book',
  fill: 'filled',
};

function stepLine({ at, event, actor, evidence }: OrderEventView): string {
  const reads = (evidence as { reads?: unknown } | null)?.reads;
  const seen = event === 'miss' && typeof reads === 'number' ? `, looked for ${count(reads, 'time')}` : '';
  const by = actor === 'system' ? '' : ` by ${personOf(actor)}`;
  return `${moment(at)}: ${STEPS[event] ?? event}${seen}${by}`;
}

/** What the broker says and the books do not. */
export function differenceText(difference: DifferenceView): FormattedString {
  const { subject, message, expected, found, first_seen_at, last_seen_at } = difference;
  return lines(
    bold(`The books and the broker differ: ${subject}`),
    message,
    `The books say ${expected}, the broker ${found}.`,
    `Seen first on ${moment(first_seen_at)}, last on ${moment(last_seen_at)}.`,
    'Find out why, mend it where it is wrong, then settle it with what you found out. It is told again if it comes back.',
  );
}
