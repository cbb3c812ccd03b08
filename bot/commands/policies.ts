import { descriptionOf } from '../../core/chat/index.ts';
import { charts } from '../../charts/index.ts';
import type { PlanView, PolicyOverview, PolicySummary, TradingState } from '../../core/policies/index.ts';
import { choice, optional } from '../arguments.ts';
import { button, type Button, type ChatReply, pageOf, pager, refresh, rows } from '../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { APPROVE } from '../plan-cards.ts';
import { POLICY_ACTIONS, type PolicyAction, policyChoice } from '../policy-arguments.ts';
import { needsOwner, usage } from '../runner.ts';
import { type Line, lines } from '../text/lines.ts';
import { lastPlanLines, noPolicies, policiesText, policyText } from '../text/policies.ts';
import { planLine } from '../text/policy-plans.ts';
import { caseLines } from '../text/policy-settlements.ts';
import { fundingButtons } from './contributions.ts';
import { actionsOf, changePolicy, goLiveButton, LABELS, question, showPolicy } from './policy-actions.ts';
import { caseButtons, openCases, type OpenCases } from './policy-settlements.ts';
import { pauseButton, pausedLine, resumeButton } from './policy-trading.ts';

const A_PAGE = 10;
const MOST_PLANS = 10;

const policies: Command = command({
  ...descriptionOf('policies'),
  arguments: { policy: optional(policyChoice()), action: optional(choice(POLICY_ACTIONS, 'action')) },
  async run(call, { policy: id, action }): Promise<ChatReply> {
    const { overview } = call.core.policies;
    if (id === null && action !== null) return usage(policies, 'Which policy? It is missing.');
    if (id === null) return await listAnswer(call);
    if (action === null) return policyAnswer(call, await overview.read(call.who.userId, id));
    if (call.who.role !== 'owner') return needsOwner('policies', call);
    return question(await call.core.policies.get(call.who.userId, id), action);
  },
});

async function listAnswer(call: Call): Promise<ChatReply> {
  const all = await call.core.policies.overview.list(call.who.userId);
  if (all.length === 0) return { text: noPolicies() };
  const { shown, from, ...at } = pageOf(all, call.page, A_PAGE);
  const trading = await readTrading(call, all);
  return {
    text: lines(...tradingLines(trading), policiesText(shown, { from, total: all.length })),
    buttons: [
      ...tradingButtons(trading).map((row) => row.filter(call.may)),
      ...rows(
        shown.map(({ policy }) => showPolicy(policy, policy.name)),
        2,
      ),
      pager('policies', [], at),
      [refresh('policies', [], at.page)],
    ].filter((row) => row.length > 0),
  };
}

/** What stands in the way of policies that trade, or waits for a person. */
interface Trading {
  isLive: boolean;
  state: TradingState;
  pending: PlanView[];
  cases: OpenCases;
}

async function readTrading(call: Call, all: readonly PolicySummary[]): Promise<Trading> {
  const { plans, live } = call.core.policies;
  const isLive = all.some(({ policy }) => policy.mode === 'LIVE');
  const state = await live.pause.state(call.who.userId);
  if (!isLive) return { isLive, state, pending: [], cases: { orders: [], differences: [] } };
  const { items: pending } = await plans.pending(call.who.userId, { page_size: MOST_PLANS });
  return { isLive, state, pending, cases: await openCases(call) };
}

function tradingLines({ state, pending, cases }: Trading): Line[] {
  const told: Line[] = [
    state.is_paused && pausedLine(state),
    ...state.held.map(({ reason }) => reason),
    ...pending.map((plan) => lines('Waits for your approval:', planLine(plan))),
    ...caseLines(cases),
  ].filter((line) => line !== false);
  return told.length === 0 ? [] : [...told, ''];
}

const planButton = ({ plan_id }: Pick<PlanView, 'plan_id'>, label: string): Button =>
  button(label, { do: 'run', command: APPROVE, args: [`#${plan_id}`], fresh: true });

const tradingButtons = ({ isLive, state, pending, cases }: Trading): Button[][] => [
  ...rows(
    pending.map((plan) => planButton(plan, `Approve… ${plan.policy_name}`)),
    1,
  ),
  ...rows(caseButtons(cases), 1),
  state.is_paused ? [resumeButton] : isLive ? [pauseButton] : [],
];

async function policyAnswer(call: Call, view: PolicyOverview): Promise<ChatReply> {
  const { policy } = view;
  const ask = (action: PolicyAction): Button =>
    button(LABELS[action], {
      do: 'run',
      command: 'policies',
      args: [`#${policy.id}`, action],
      fresh: true,
    });
  const isOwner = call.who.role === 'owner';
  const plan = await lastPlan(call, view);
  const state = policy.mode === 'LIVE' ? await call.core.policies.live.pause.state(call.who.userId) : null;
  return {
    text: policyText(view, call.format, [
      state?.is_paused === true && pausedLine(state),
      ...(state?.held ?? [])
        .filter(({ policies }) => policies.includes(policy.name))
        .map(({ reason }) => reason),
      ...(plan === null ? [] : lastPlanLines(plan)),
    ]),
    buttons: [
      isOwner ? actionsOf(policy).map(ask) : [],
      plan === null
        ? []
        : [planButton(plan, plan.state === 'PENDING_APPROVAL' ? 'Show orders / Approve…' : 'Show the plan')],
      policy.mode === 'PAPER' && policy.status === 'ACTIVE' ? [goLiveButton(policy)] : [],
      policy.mode === 'LIVE' ? [state?.is_paused === true ? resumeButton : pauseButton] : [],
      fundingButtons(view),
      [
        button('All policies', { do: 'run', command: 'policies', args: [] }),
        refresh('policies', [`#${policy.id}`]),
      ],
    ]
      .map((row) => row.filter(call.may))
      .filter((row) => row.length > 0),
    ...pictureOf(view),
  };
}

/** The plan of the newest cycle of a policy that trades; null where that made none. */
async function lastPlan(call: Call, { policy }: PolicyOverview): Promise<PlanView | null> {
  const id = policy.mode === 'LIVE' ? (policy.latest_cycle?.plan_id ?? null) : null;
  return id === null ? null : await call.core.policies.plans.get(call.who.userId, id);
}

/** The curve before and after costs and tax beside the benchmark, once there are two sessions. */
function pictureOf({ policy, equity: { items, benchmark } }: PolicyOverview): Pick<ChatReply, 'photo'> {
  if (items.length < 2) return {};
  const data = {
    days: items.map(({ date }) => date),
    curves: [
      { name: 'Net of tax', values: items.map((row) => row.performance_index_net_of_tax) },
      { name: 'Net of costs', values: items.map((row) => row.performance_index_net_of_costs) },
      { name: 'Gross', values: items.map((row) => row.performance_index_gross) },
    ],
    benchmark:
      benchmark === null ? null : { name: benchmark.name, values: items.map((row) => row.benchmark_index) },
  };
  return {
    photo: {
      name: 'policy.png',
      config: () => charts.strategy_equity.config(data, { title: policy.name }),
    },
  };
}

/** Policies (spec: Chat-messaging commands, /policies). */
export const policyCommands: readonly Command[] = [policies];
export const policyConfirmations: readonly Confirmation[] = [changePolicy];
