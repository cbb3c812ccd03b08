import { charts } from '../../charts/index.ts';
import { renderPng } from '../../charts/render.ts';
import type { PolicyOverview } from '../../core/policies/index.ts';
import { Problem } from '../../core/platform/index.ts';
import { optional } from '../arguments.ts';
import { closeQuestion } from '../callback-queries.ts';
import { button, type Button, type ChatReply, pageOf, pager, refresh, rows } from '../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { POLICY_ACTIONS, type PolicyAction, policyChoice } from '../policy-arguments.ts';
import { needsOwner } from '../runner.ts';
import { bold, type Line, lines, plain } from '../text/lines.ts';
import { noPolicies, policiesText, policyText, ranLines } from '../text/policies.ts';
import { day } from '../text/times.ts';
import { fundingButtons } from './contributions.ts';
import { signed } from './signed.ts';

const A_PAGE = 10;
const CHANGE = 'change_policy';

type Policy = PolicyOverview['policy'];

const policies = command({
  name: 'policies',
  family: 'Policies',
  summary: 'Your policies: NAV, holdings, last and next rebalance',
  details:
    'With a name or tag code (its beginning is enough): one policy and its chart. The owner can add run, retry, pause, resume or retire; each asks before it does anything.',
  examples: ['/policies', '/policies Momentum', '/policies MOMTOP20 pause'],
  arguments: { policy: optional(policyChoice()) },
  changes: false,
  async run(call, { policy: chosen }): Promise<ChatReply> {
    const { overview } = call.core.policies;
    if (chosen === null) return await listAnswer(call);
    if (chosen.action === null) return policyAnswer(call, await overview.read(call.who.userId, chosen.id));
    if (call.who.role !== 'owner') return needsOwner('policies');
    return question(await call.core.policies.get(call.who.userId, chosen.id), chosen.action);
  },
});

async function listAnswer(call: Call): Promise<ChatReply> {
  const all = await call.core.policies.overview.list(call.who.userId);
  if (all.length === 0) return { text: noPolicies() };
  const { shown, from, ...at } = pageOf(all, call.page, A_PAGE);
  return {
    text: policiesText(shown, { from, total: all.length }),
    buttons: [
      ...rows(
        shown.map(({ policy }) => show(policy, policy.name)),
        2,
      ),
      pager('policies', [], at),
      [refresh('policies', [], at.page)],
    ].filter((row) => row.length > 0),
  };
}

const show = ({ id }: Pick<Policy, 'id'>, label: string): Button =>
  button(label, { do: 'run', command: 'policies', args: [`#${id}`] });

const LABELS: Record<PolicyAction, string> = {
  run: '▶ Run now',
  retry: '↻ Retry',
  pause: 'Pause',
  resume: 'Resume',
  retire: 'Retire',
};

/** What can be done with a policy as it stands. A viewer may only read. */
function actionsOf({ mode, status, latest_cycle }: Policy): PolicyAction[] {
  if (status === 'RETIRED') return [];
  if (status === 'PAUSED') return ['resume', 'retire'];
  if (mode === 'LIVE') return ['pause', 'retire'];
  return [latest_cycle?.status === 'FAILED' ? 'retry' : 'run', 'pause', 'retire'];
}

function policyAnswer(call: Call, view: PolicyOverview): ChatReply {
  const { policy } = view;
  const ask = (action: PolicyAction): Button =>
    button(LABELS[action], {
      do: 'run',
      command: 'policies',
      args: [`#${policy.id}`, action],
      fresh: true,
    });
  const isOwner = call.who.role === 'owner';
  const actions = isOwner ? actionsOf(policy).map(ask) : [];
  return {
    text: policyText(view, call.format),
    buttons: [
      actions,
      isOwner ? fundingButtons(view) : [],
      [
        button('All policies', { do: 'run', command: 'policies', args: [] }),
        refresh('policies', [`#${policy.id}`]),
      ],
    ].filter((row) => row.length > 0),
    ...pictureOf(view),
  };
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
      draw: () => renderPng(charts.strategy_equity.config(data, { title: policy.name })),
    },
  };
}

const QUESTIONS: Record<
  PolicyAction,
  { ask: (policy: Policy) => string; means: (policy: Policy) => string }
> = {
  run: {
    ask: ({ name }) => `Run ${name} now?`,
    means: () =>
      'It goes through the sessions that are due and rebalances on paper at the closes of the last one, unless that session has its rebalance already.',
  },
  retry: {
    ask: ({ name, latest_cycle }) => `Retry the session of ${day(latest_cycle?.cycle_date)} of ${name}?`,
    means: () => 'Nothing of the failed session was written. If it succeeds, the sessions after it follow.',
  },
  pause: {
    ask: ({ name }) => `Pause ${name}?`,
    means: () => 'It neither trades nor is valued until you resume it.',
  },
  resume: {
    ask: ({ name }) => `Resume ${name}?`,
    means: () => 'Missed sessions are valued but not traded. It trades again on its next rebalance.',
  },
  retire: {
    ask: ({ name }) => `Retire ${name} for good?`,
    means: () => 'It never trades again, and nothing brings it back. Its books stay.',
  },
};

const DONE: Record<Exclude<PolicyAction, 'run' | 'retry'>, string> = {
  pause: 'paused',
  resume: 'active again',
  retire: 'retired for good',
};

/** Why an action does not fit a policy as it stands; null where it does. */
function wrongNow(policy: Policy, action: PolicyAction): string | null {
  if (actionsOf(policy).includes(action) || (action === 'run' && policy.latest_cycle?.status === 'FAILED'))
    return null;
  const { name, status } = policy;
  if (status === 'RETIRED') return `${name} is retired for good, so nothing can be done with it.`;
  if (action === 'resume') return `${name} is active, so there is nothing to resume.`;
  if (status === 'PAUSED')
    return action === 'pause' ? `${name} is paused already.` : `${name} is paused. Resume it first.`;
  if (action === 'retry') return `The last session of ${name} did not fail, so there is nothing to retry.`;
  return `${name} trades with a broker, so its cycles wait for your approval.`;
}

function question(policy: Policy, action: PolicyAction): ChatReply {
  const wrong = wrongNow(policy, action);
  if (wrong !== null) return { text: plain(wrong), buttons: [[show(policy, policy.name)]] };
  const { ask, means } = QUESTIONS[action];
  return {
    text: lines(bold(ask(policy)), means(policy)),
    buttons: [
      [
        button(`✓ ${LABELS[action].replace(/^\W+/, '')}`, {
          do: 'confirm',
          name: CHANGE,
          payload: { id: policy.id, action },
        }),
        button('✗ Cancel', { do: 'dismiss', say: `Nothing was done with ${policy.name}.` }),
      ],
    ],
  };
}

const changePolicy: Confirmation = {
  name: CHANGE,
  async run(call, payload) {
    const id = String(payload['id']);
    const action = POLICY_ACTIONS.find((one) => one === payload['action']);
    const { policies: service } = call.core;
    const { userId } = call.who;
    if (action === undefined) throw new Error('a button for something that cannot be done with a policy');
    if (action === 'run' || action === 'retry') return await cycleAnswer(call, id, action);
    const policy = await service[action](userId, id, call.actor);
    return {
      text: lines(bold(`${policy.name} is ${DONE[action]}`), signed(call)),
      buttons: [[show(policy, policy.name)]],
    };
  },
};

/** Runs cycles behind an answer that says so; what came of it takes its place. The press counts from now on. */
async function cycleAnswer(call: Call, id: string, action: 'run' | 'retry'): Promise<ChatReply> {
  const policy = await call.core.policies.get(call.who.userId, id);
  await closeQuestion(call);
  return {
    text: lines(bold(`${action === 'run' ? 'Running' : 'Retrying'} ${policy.name}…`), signed(call)),
    buttons: [[show(policy, policy.name)]],
    async meanwhile() {
      return {
        text: lines(...(await outcome(call, policy, action)), signed(call)),
        buttons: [[show(policy, policy.name)]],
      };
    },
  };
}

async function outcome(call: Call, before: Policy, action: 'run' | 'retry'): Promise<Line[]> {
  const { userId } = call.who;
  try {
    const { requests, overview } = call.core.policies;
    if (action === 'retry') {
      const tried = await requests.retryLatest(userId, before.id, call.actor);
      return ranLines(before.name, await overview.spoken(userId, tried), true);
    }
    const cycle = await requests.run(userId, before.id, call.actor);
    const { latest_cycle: known } = before;
    const isNew = known?.cycle_id !== cycle.cycle_id || known.status === 'FAILED';
    return ranLines(before.name, await overview.spoken(userId, cycle), isNew);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return [bold(`${before.name} did not run`), error.detail];
  }
}

/** Policies (spec: Chat-messaging commands, /policies). */
export const policyCommands: readonly Command[] = [policies];
export const policyConfirmations: readonly Confirmation[] = [changePolicy];
