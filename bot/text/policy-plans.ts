import { planOutlook, type PlanOutlook } from '../../charts/plan-outlook.ts';
import type { FormattedString } from '@grammyjs/parse-mode';
import type { PlanOrderView, PlanSums, PlanView, TradingState } from '../../core/policies/index.ts';
import { personOf } from '../../core/platform/index.ts';
import { orderOutlookLines, outlookLines, realisedLine } from './plan-outlook.ts';
import { bold, inline, type Line, lines } from './lines.ts';
import { count, money, quantity, roundMoney } from './numbers.ts';
import { day, moment } from './times.ts';

/** Longest reason or word of a broker that a card repeats, and longest comparison of charges. */
const [LONGEST, LONGEST_CHARGES] = [140, 500];
const cut = (text: string, longest = LONGEST): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;

/** `Buy 10 TCS` */
export const orderWords = ({ side, quantity: shares, symbol }: PlanOrderView): string =>
  `${side === 'BUY' ? 'Buy' : 'Sell'} ${quantity(shares)} ${symbol}`;

const WHERE: Readonly<Record<string, string>> = {
  TELEGRAM: ' in Telegram',
  LOCAL_CHAT: ' in the local chat',
  DASHBOARD: ' on the dashboard',
};

/** `by Asha in Telegram, 2 Mar 2026, 11:30 IST` */
const answered = ({ by, via, at }: NonNullable<PlanView['decided']>): string =>
  `by ${personOf(by)}${WHERE[via] ?? ''}, ${moment(at)}`;

/** Which page of the orders a card shows. */
interface ShownOrders {
  shown: readonly PlanOrderView[];
  from: number;
}

const headOf = (plan: PlanView): Line[] => [
  bold(`${plan.mode} · ${plan.policy_name}`),
  `Plan ${plan.plan_id}${aboutOf(plan)}`,
];

function aboutOf({ kind, new_money: money, cycle_date }: PlanView): string {
  if (kind === 'SWEEP') return `: spare cash into the liquid fund, after the rebalance of ${day(cycle_date)}`;
  return money === null
    ? `, at the closes of ${day(cycle_date)}`
    : `: buys with ${roundMoney(money.amount)} that came in on ${day(money.credited_on)}`;
}

/** Why the orders at the broker are not known as of now. */
const failureLine = ({ read_failure: why }: PlanView): string | null =>
  why === null
    ? null
    : `⚠ Munim could not read the broker’s orders on the last try: ${cut(why)} If the broker wants a login, /sync_connection asks for it. Until then, nothing is sent.`;

/** What becomes of contributed money whose plan came to nothing. */
const moneyLine = ({ new_money, kind, state }: PlanView): string | null =>
  new_money !== null && kind === 'CYCLE' && (state === 'REJECTED' || state === 'EXPIRED')
    ? 'Its money is invested at the next rebalance.'
    : null;

const pageLine = ({ orders }: PlanView, { shown, from }: ShownOrders): string | null =>
  shown.length < orders.length
    ? `Orders ${from + 1} to ${from + shown.length} of ${orders.length}; the sums are of all.`
    : null;

/** A plan that waits for an answer: what would be sent, what it costs, and until when. */
export function planText(
  plan: PlanView,
  at: ShownOrders,
  {
    leftOut,
    sums,
    trading,
    asks,
    looks,
  }: { leftOut: readonly string[]; sums: PlanSums; trading: TradingState; asks: string; looks: Line[] },
): FormattedString {
  const outlook = planOutlook(plan, leftOut);
  return lines(
    ...headOf(plan),
    asks,
    plan.expires_at === null ? null : `It expires on ${moment(plan.expires_at)}.`,
    plan.sending?.words,
    failureLine(plan),
    trading.is_paused && 'All trading is paused. /resume_all before you approve it.',
    ...trading.held
      .filter(({ connection_id }) => connection_id === plan.connection_id)
      .map(({ reason }) => reason),
    ...looks,
    '',
    ...at.shown.flatMap((order) => orderLines(order, leftOut.includes(order.order_id), outlook)),
    pageLine(plan, at),
    tooSmallLine(plan),
    plan.may_redeem !== null &&
      `If the account’s cash falls short when they are sent, units of ${plan.may_redeem} are sold for the difference.`,
    '',
    ...sumLines(plan, sums),
    ...outlookLines(plan, leftOut, outlook),
  );
}

/** Orders that are below the smallest order value. */
const tooSmallLine = ({ too_small: small }: PlanView): string | null =>
  small.length === 0
    ? null
    : cut(
        `Too small to be made: ${small.map(({ side, symbol }) => `${side === 'BUY' ? 'buy' : 'sell'} ${symbol}`).join(', ')}.`,
      );

function orderLines(order: PlanOrderView, isLeftOut: boolean, outlook: PlanOutlook | null): Line[] {
  const { value, reference_price, limit_price, reason } = order;
  if (isLeftOut) return [`✗ ${orderWords(order)}: left out`];
  const worst = limit_price === null ? 'at the market' : `limit ${money(limit_price)}`;
  return [
    inline(bold(orderWords(order)), `, about ${roundMoney(value)}`),
    `Last ${money(reference_price)}, ${worst}. ${cut(reason)}`,
    ...orderOutlookLines(order, outlook),
  ];
}

const CHARGES = [
  ['brokerage', 'brokerage'],
  ['stt', 'STT'],
  ['exchange', 'exchange'],
  ['sebi', 'SEBI'],
  ['stamp_duty', 'stamp duty'],
  ['gst', 'GST'],
  ['dp', 'depository'],
] as const;

/** That a policy buys something without asking, and what. */
export const sweepWords = ({ symbol, min }: { symbol: string; min: number }): string =>
  `After a rebalance it buys ${symbol} with spare cash, from ${roundMoney(min)} on, without asking you.`;

function sumLines(plan: PlanView, sums: PlanSums): Line[] {
  const { buy_value, sell_value, estimated_costs, charges, cash_after, above_limit, confirmation } = sums;
  const items = CHARGES.flatMap(([kind, name]) =>
    charges[kind] > 0 ? [`${name} ${money(charges[kind])}`] : [],
  );
  return [
    `Buys ${roundMoney(buy_value)}, sells ${roundMoney(sell_value)}`,
    `Estimated costs ${money(estimated_costs)}${items.length > 0 ? `: ${items.join(', ')}` : ''}`,
    `Cash ${roundMoney(plan.cash_before)} before, ${roundMoney(cash_after)} after`,
    `Limit per order ${roundMoney(plan.max_order_value)}`,
    above_limit.length > 0 &&
      `Above the limit: ${above_limit.map(({ symbol }) => symbol).join(', ')}. Leave ${above_limit.length === 1 ? 'it' : 'them'} out, or approving rejects the whole plan.`,
    plan.confirmation !== null &&
      confirmation !== null &&
      `Above your limit of ${roundMoney(plan.confirmation.above)}: type ${confirmation} to approve`,
  ];
}

/** What became of a plan: who answered it, what was sent, and what the broker said. */
export function receiptText(plan: PlanView, at: ShownOrders): FormattedString {
  return lines(
    ...headOf(plan),
    ...decisionLines(plan),
    failureLine(plan),
    '',
    ...at.shown.flatMap(fateLines),
    pageLine(plan, at),
  );
}

const STANDS: Readonly<Record<PlanView['state'], string>> = {
  PENDING_APPROVAL: 'It waits for an approval.',
  APPROVED: 'Its orders are sent while the market is open.',
  EXECUTING: 'Its orders are at the broker.',
  PARTIAL_PLACEMENT: 'Some of its orders have not been sent yet. Munim sends them as soon as it can.',
  PLACEMENT_UNKNOWN: 'It is unknown whether an order was placed. Nothing else of the plan is sent.',
  EXECUTED: 'It has ended: every order was filled.',
  PARTIAL: 'It has ended: not every order was filled.',
  REJECTED: 'Nothing was sent.',
  EXPIRED: 'It has ended.',
};

function decisionLines(plan: PlanView): Line[] {
  const { kind, state, decided, note, finished_at } = plan;
  const who = decided === null ? '' : ` ${answered(decided)}`;
  const word =
    state === 'REJECTED'
      ? `✗ Rejected${who}`
      : state === 'EXPIRED' && (decided === null || decided.via === 'SYSTEM')
        ? `✗ Expired on ${moment(finished_at)}`
        : kind === 'SWEEP'
          ? 'Nobody was asked, because the settings of this policy allow it.'
          : `✓ Approved${who}`;
  return [
    word,
    note,
    STANDS[state],
    plan.sending?.words,
    moneyLine(plan),
    state !== 'EXPIRED' && finished_at !== null && ended(finished_at),
    plan.proof,
    ...receiptLines(plan),
  ];
}

/** How the fills lie beside the reference prices, and the broker's charges beside those of the books. */
const receiptLines = ({ receipt }: PlanView): Line[] =>
  receipt === null
    ? []
    : [
        receipt.slippage?.words,
        `${receipt.charges?.is_deviating === true ? '⚠ ' : ''}${cut(receipt.charges_words, LONGEST_CHARGES)}`,
      ];

const ended = (at: string): string => `Ended on ${moment(at)}.`;

const SETTLED: Readonly<Record<string, string>> = {
  MARKED_ABSENT: 'you said that it was never placed',
  SENT_AGAIN: 'sent again by a plan of its own',
  ADOPTED: 'as you said',
};

/** What became of an order, in a few words. */
export function fateOf(order: PlanOrderView): string {
  const { state, filled_quantity, quantity: shares, average_price, settlement } = order;
  const filled = `filled ${quantity(filled_quantity)} of ${quantity(shares)} at ${money(average_price)}`;
  const slipped = order.slippage === null ? '' : `, ${order.slippage.words}`;
  const said = `${slipped}${settlement === null ? '' : `, ${SETTLED[settlement] ?? settlement}`}`;
  switch (state) {
    case 'NOT_MADE':
    case 'PENDING_APPROVAL':
      return order.held === null ? 'waits for an approval' : 'not sent; you decide';
    case 'EXCLUDED':
      return 'left out';
    case 'DECLINED':
      return 'not sent';
    case 'APPROVED':
      return 'not sent yet';
    case 'SUBMITTING':
      return 'being sent';
    case 'PLACED':
      return filled_quantity > 0 ? filled : 'at the broker, not filled yet';
    case 'PLACEMENT_UNKNOWN':
      return 'sent, but no clear answer came; Munim looks for it at the broker';
    case 'ABSENT':
      return `sent, but not found at the broker${said === '' ? '; you decide (/settle)' : said}`;
    case 'FILLED':
      return `filled at ${money(average_price)}${said}`;
    case 'PARTIAL':
      return `${filled}${said}`;
    case 'CANCELLED':
      return `cancelled at the broker${said}`;
    case 'REJECTED':
      return `rejected by the broker${said}`;
    case 'EXPIRED':
      return 'never sent: the time of the plan ran out';
  }
}

const DONE: readonly string[] = ['FILLED'];
const FAILED: readonly string[] = [
  'ABSENT',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
  'PARTIAL',
  'PLACEMENT_UNKNOWN',
];
const markOf = (state: string): string => (DONE.includes(state) ? '✓' : FAILED.includes(state) ? '⚠' : '·');

function fateLines(order: PlanOrderView): Line[] {
  const { state, submitted_at, broker_order_ids, broker_message, held, placement_note } = order;
  const said = [
    ...(submitted_at === null ? [] : [`Sent ${moment(submitted_at)}`]),
    ...(broker_order_ids.length === 0 ? [] : [`order ${broker_order_ids.slice(0, 3).join(', ')}`]),
    ...(broker_message === null ? [] : [`“${cut(broker_message)}”`]),
  ];
  return [
    inline(bold(`${held === null ? markOf(state) : '⚠'} ${orderWords(order)}`), `: ${fateOf(order)}`),
    said.length > 0 && said.join(', '),
    realisedLine(order),
    placement_note,
    order.explanation,
  ];
}

/** A plan in a line of a list. */
export function planLine({
  plan_id,
  policy_name,
  orders,
  buy_value,
  sell_value,
  expires_at,
  sending,
}: PlanView): Line {
  return inline(
    bold(`LIVE · ${policy_name}`),
    ` · plan ${plan_id}: ${count(orders.length, 'order')}, buys ${roundMoney(buy_value)}, sells ${roundMoney(sell_value)}${expires_at === null ? '' : `, expires on ${moment(expires_at)}`}${sending === null ? '' : `. ${sending.words}`}`,
  );
}
