import type { FormattedString } from '@grammyjs/parse-mode';
import type { PlanView, PolicyOverview, PolicySummary, SpokenCycle } from '../../core/policies/index.ts';
import { bold, inline, type Line, lines } from './lines.ts';
import { count, money, percent, roundMoney, share } from './numbers.ts';
import { fateOf, orderWords, sweepWords } from './policy-plans.ts';
import { table } from './table.ts';
import { day } from './times.ts';

type Policy = PolicySummary['policy'];

export const noPolicies = (): FormattedString =>
  lines(
    bold('No policies yet'),
    'A policy is a strategy that Munim runs for you every day. On paper, it ranks, trades and values shares at each day’s closing prices. To make one, open Backtests on the dashboard, run one, and press Use on paper.',
  );

const STATUSES: Record<Policy['status'], string> = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  RETIRED: 'retired',
};

/** A page of policies, a line each. */
export function policiesText(
  shown: readonly PolicySummary[],
  { from, total }: { from: number; total: number },
): FormattedString {
  return lines(
    bold('Policies'),
    ...shown.map(policyLine),
    '',
    'NAV and change since the start are net of tax.',
    total > shown.length ? `${from + 1} to ${from + shown.length} of ${total}` : null,
  );
}

function policyLine({ policy, since_start_pct }: PolicySummary): FormattedString {
  const { mode, status, latest_equity, latest_cycle } = policy;
  const stands =
    latest_equity === null
      ? mode === 'LIVE'
        ? []
        : [`starts ${day(policy.starts_on)}`]
      : [`NAV ${money(latest_equity.nav_net_of_tax)}`, `${percent(since_start_pct)} since start`];
  const parts = [
    mode,
    STATUSES[status],
    ...stands,
    ...(policy.next_cycle_date === null ? [] : [`next rebalance ${day(policy.next_cycle_date)}`]),
    ...(status === 'ACTIVE' && latest_cycle?.status === 'FAILED' ? ['last session failed'] : []),
    ...(mode === 'LIVE' && status !== 'RETIRED' && policy.liquid_sweep !== null
      ? [`sweeps spare cash into ${policy.liquid_sweep.symbol}`]
      : []),
    ...(policy.pending_plans > 0 ? ['a plan waits for your approval'] : []),
  ];
  return inline(bold(policy.name), ` · ${parts.join(' · ')}`);
}

/** One policy in full; in the compact format without its holdings and the sentences about its last cycle. */
export function policyText(
  view: PolicyOverview,
  format: 'compact' | 'detailed',
  trading: Line[] = [],
): FormattedString {
  const { policy } = view;
  const head: Line[] = [
    inline(bold(policy.name), ` (${policy.tag_code})`),
    `${policy.mode} · ${STATUSES[policy.status]}`,
    policy.summary,
    '',
    ...standing(view),
    nextLine(policy),
    sweepLine(policy),
    ...moneyLines(view),
    ...trading,
  ];
  // What a plan came to is told order by order: what was planned is not yet traded.
  const last = policy.mode === 'LIVE' && policy.latest_cycle?.plan_id !== null ? null : view.last_cycle;
  if (format === 'compact')
    return lines(head, last === null ? null : cycleHead(last), survivorshipLine(policy));
  return lines(head, ...holdingLines(view), ...cycleLines(last), survivorshipLine(policy));
}

function standing({ policy, equity, since_start_pct, benchmark, cash_pct }: PolicyOverview): Line[] {
  const { latest_equity: now } = policy;
  if (now === null && policy.mode === 'LIVE')
    return ['Its live books begin at the next close. Those on paper stay as they are.'];
  if (now === null)
    return [
      `It begins with ${roundMoney(policy.initial_capital)} on ${day(policy.starts_on)}, once the closes of that day are there.`,
    ];
  const below = now.drawdown_net_of_tax_pct;
  return [
    `Value ${roundMoney(now.total_value)} on ${day(now.date)}, of which cash ${roundMoney(now.cash)} (${share(cash_pct)})`,
    `NAV ${money(now.nav_gross)} gross, ${money(now.nav_net_of_costs)} net of costs, ${money(now.nav_net_of_tax)} net of tax`,
    `Since ${day(equity.items[0]?.date ?? policy.starts_on)} ${percent(since_start_pct)} net of tax${benchmark === null ? '' : `, ${benchmark.name} ${percent(benchmark.change_pct)}`}`,
    sinceClose(policy),
    below < 0.05 ? 'At its peak' : `${share(below)} below its peak`,
    `Costs so far ${roundMoney(now.cumulative_costs)}, ${taxOf(now)}`,
    now.notes,
  ];
}

/** The figures are those of a close: what was filled after it is not in them. */
function sinceClose({ since_close: since }: Policy): string | null {
  if (since === null) return null;
  const parts = [
    ...(since.bought > 0 ? [`${roundMoney(since.bought)} bought`] : []),
    ...(since.sold > 0 ? [`${roundMoney(since.sold)} sold`] : []),
  ];
  return `Since that close: ${count(since.orders, 'order')} filled, ${parts.join(', ')}. The next close values them.`;
}

const taxOf = ({ tax_accrued, tax_paid }: NonNullable<Policy['latest_equity']>): string =>
  tax_accrued === 0 && tax_paid === 0
    ? 'no tax so far'
    : `tax ${roundMoney(tax_accrued)}, of which ${roundMoney(tax_paid)} paid`;

function nextLine({ status, next_cycle_date }: Policy): string | null {
  if (status === 'PAUSED') return 'Paused: it neither trades nor is valued until you resume it.';
  if (status === 'RETIRED') return 'Retired for good. Its books stay.';
  return next_cycle_date === null ? null : `Next rebalance ${day(next_cycle_date)}`;
}

/** The one thing that a policy with a broker does without asking. */
const sweepLine = ({ mode, status, liquid_sweep }: Policy): string | null =>
  mode === 'LIVE' && status !== 'RETIRED' && liquid_sweep !== null ? sweepWords(liquid_sweep) : null;

const FUNDING: Partial<Record<NonNullable<PolicyOverview['money']['next']>['state'], string>> = {
  FUNDING_DUE: 'transfer it, then confirm it',
  DEFERRED: 'deferred',
  CONFIRMED: 'confirmed, not credited yet',
  FAILED: 'could not be credited',
};

/** The next instalment, and credited money that no rebalance has put to work yet. */
function moneyLines({ money: { next, waiting } }: PolicyOverview): string[] {
  const about = next === null ? undefined : FUNDING[next.state];
  return [
    ...(next === null
      ? []
      : [
          `Next contribution ${roundMoney(next.amount)} on ${day(next.due_date)}${about === undefined ? '' : `: ${about}`}`,
        ]),
    ...(waiting === 0 ? [] : [`${roundMoney(waiting)} of new money waits for the next rebalance`]),
  ];
}

function holdingLines({ largest, holdings_count }: PolicyOverview): Line[] {
  if (largest.length === 0) return [];
  const title =
    holdings_count > largest.length
      ? `${largest.length} largest of ${holdings_count} holdings`
      : holdings_count === 1
        ? 'Its holding'
        : `Its ${holdings_count} holdings`;
  return [
    '',
    bold(title),
    table(
      [
        { title: 'Symbol', max: 13 },
        { title: 'Weight', align: 'right' },
        { title: 'Gain', align: 'right' },
      ],
      largest.map(({ symbol, weight_pct, gain_pct }) => [symbol, share(weight_pct), percent(gain_pct)]),
    ),
  ];
}

const cycleHead = ({ cycle, headline }: SpokenCycle): string =>
  cycle.status === 'FAILED'
    ? `The session of ${day(cycle.cycle_date)} failed`
    : `${cycle.cycle_type === 'CONTRIBUTION_ALLOCATION' ? 'New money put to work on' : 'Last rebalance'} ${day(cycle.cycle_date)}: ${headline}`;

function cycleLines(last: SpokenCycle | null): Line[] {
  if (last === null) return [];
  const { cycle, sentences } = last;
  const tries =
    cycle.status === 'FAILED' ? [`Tried ${cycle.attempts === 1 ? 'once' : `${cycle.attempts} times`}.`] : [];
  return ['', bold(cycleHead(last)), ...sentences, ...tries];
}

/** What the universe of the last cycle is worth as evidence. */
function survivorshipLine({ latest_cycle }: Policy): string | null {
  if (latest_cycle?.survivorship === 'CURRENT_MEMBERS')
    return 'The members of its index are not known by date, so those of a later day stand in for them.';
  if (latest_cycle?.survivorship === 'CHOSEN_SYMBOLS')
    return 'Its universe is a list you chose, so a comparison with the index says less.';
  return null;
}

/** What a rebalance that was asked for came to. */
export function ranLines(name: string, last: SpokenCycle, isNew: boolean): Line[] {
  const on = day(last.cycle.cycle_date);
  if (!last.is_rebalance) return [bold(`The session of ${on} of ${name} is valued`), ...last.sentences];
  return [
    bold(
      isNew ? `${name} rebalanced on ${on}: ${last.headline}` : `${name} has its rebalance of ${on} already`,
    ),
    ...(isNew ? last.sentences : ['Nothing was traded again. A session has one rebalance.']),
  ];
}

const PLAN_STANDS: Readonly<Record<PlanView['state'], string>> = {
  PENDING_APPROVAL: 'waits for your approval',
  APPROVED: 'approved, not sent yet',
  EXECUTING: 'at the broker',
  PARTIAL_PLACEMENT: 'partly sent',
  PLACEMENT_UNKNOWN: 'it is unknown whether an order was placed',
  EXECUTED: 'filled',
  PARTIAL: 'ended, not everything was filled',
  REJECTED: 'rejected, nothing was sent',
  EXPIRED: 'expired',
};
const MOST_ORDERS = 8;

/** The last plan of a policy that trades, order by order. */
export function lastPlanLines(plan: PlanView): Line[] {
  const { plan_id, cycle_date, state, orders, new_money } = plan;
  const rest = orders.length - MOST_ORDERS;
  return [
    '',
    bold(
      `Last plan${new_money === null ? '' : ' (with new money)'}, ${day(cycle_date)}: ${PLAN_STANDS[state]}`,
    ),
    ...orders.slice(0, MOST_ORDERS).map((order) => `${orderWords(order)}: ${fateOf(order)}`),
    rest > 0 && `and ${count(rest, 'more order')} (/approve_plan ${plan_id} shows all)`,
  ];
}

/** What planning that was asked for came to, of a policy that trades. */
export function plannedLines(name: string, { cycle, sentences }: SpokenCycle, isNew: boolean): Line[] {
  const on = day(cycle.cycle_date);
  if (cycle.status === 'PENDING_APPROVAL')
    return [
      bold(`${name} has a plan at the closes of ${on}`),
      `${count(cycle.orders_made, 'order waits', 'orders wait')} for your approval.`,
    ];
  if (!isNew) return [bold(`${name} had its plan of ${on} already`), 'Nothing was planned again.'];
  return [bold(`${name} planned nothing at the closes of ${on}`), ...sentences];
}
