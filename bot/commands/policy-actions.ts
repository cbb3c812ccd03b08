import type { PolicyOverview } from '../../core/policies/index.ts';
import { Problem } from '../../core/platform/index.ts';
import { closeQuestion } from '../callback-queries.ts';
import { button, type Button, type ChatReply } from '../chat-reply.ts';
import type { Call, Confirmation } from '../command.ts';
import { POLICY_ACTIONS, type PolicyAction } from '../policy-arguments.ts';
import { bold, type Line, lines, plain } from '../text/lines.ts';
import { plannedLines, ranLines } from '../text/policies.ts';
import { day } from '../text/times.ts';
import { signed } from './signed.ts';

const CHANGE = 'change_policy';

type Policy = PolicyOverview['policy'];

/** A button that shows a policy in place of the message. */
export const showPolicy = ({ id }: Pick<Policy, 'id'>, label: string): Button =>
  button(label, { do: 'run', command: 'policies', args: [`#${id}`] });

export const GO_LIVE = 'go_live';
/** Starts the questions that lead to real orders. */
export const goLiveButton = ({ id }: Pick<Policy, 'id'>): Button =>
  button('Go live…', { do: 'enter', dialogue: GO_LIVE, args: { id } });

/** What the buttons of the actions say. */
export const LABELS: Record<PolicyAction, string> = {
  run: '▶ Run now',
  retry: '↻ Retry',
  pause: 'Pause',
  resume: 'Resume',
  retire: 'Retire',
  sweep: 'Sweep spare cash',
  unsweep: 'Stop the sweep',
};

/** What can be done with a policy as it stands. A viewer may only read. */
export function actionsOf({ mode, status, latest_cycle, liquid_sweep }: Policy): PolicyAction[] {
  if (status === 'RETIRED') return [];
  const sweeps: PolicyAction[] = mode === 'PAPER' ? [] : [liquid_sweep === null ? 'sweep' : 'unsweep'];
  if (status === 'PAUSED') return ['resume', 'retire', ...sweeps];
  return [latest_cycle?.status === 'FAILED' ? 'retry' : 'run', 'pause', 'retire', ...sweeps];
}

const QUESTIONS: Record<
  PolicyAction,
  { ask: (policy: Policy) => string; means: (policy: Policy) => string }
> = {
  run: {
    ask: ({ name }) => `Run ${name} now?`,
    means: ({ mode }) =>
      mode === 'LIVE'
        ? 'It plans at the closes of the last session, unless that has its plan already. Nothing is sent before you approve the plan.'
        : 'It goes through the sessions that are due and rebalances on paper at the closes of the last one, unless that session has its rebalance already.',
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
  sweep: {
    ask: ({ name }) => `Let ${name} buy its liquid fund with spare cash?`,
    means: () =>
      'After each rebalance it buys units with cash that is left over, one order at most, without asking you. It tells you about each. The next plan sells units if it needs the cash.',
  },
  unsweep: {
    ask: ({ name }) => `Stop the sweep of ${name}?`,
    means: () =>
      'From now on nothing is bought without asking you. Units that it holds are sold by its next plan, which waits for your approval.',
  },
};

const DONE: Record<Exclude<PolicyAction, 'run' | 'retry'>, string> = {
  pause: 'paused',
  resume: 'active again',
  retire: 'retired for good',
  sweep: 'sweeping its spare cash',
  unsweep: 'not sweeping any more',
};

/** Why an action does not fit a policy as it stands; null where it does. */
function wrongNow(policy: Policy, action: PolicyAction): string | null {
  if (actionsOf(policy).includes(action) || (action === 'run' && policy.latest_cycle?.status === 'FAILED'))
    return null;
  const { name, status } = policy;
  if (status === 'RETIRED') return `${name} is retired for good, so nothing can be done with it.`;
  if (action === 'sweep' || action === 'unsweep')
    return policy.mode === 'PAPER'
      ? `${name} is on paper. You can change its sweep once it trades.`
      : `${name} ${action === 'sweep' ? 'sweeps its spare cash already' : 'does not sweep'}.`;
  if (action === 'resume') return `${name} is active, so there is nothing to resume.`;
  if (status === 'PAUSED')
    return action === 'pause' ? `${name} is paused already.` : `${name} is paused. Resume it first.`;
  if (action === 'retry') return `The last session of ${name} did not fail, so there is nothing to retry.`;
  return `${name} cannot do that now.`;
}

/** Asks before an action, or says why it does not fit. */
export function question(policy: Policy, action: PolicyAction): ChatReply {
  const wrong = wrongNow(policy, action);
  if (wrong !== null) return { text: plain(wrong), buttons: [[showPolicy(policy, policy.name)]] };
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

export const changePolicy: Confirmation = {
  name: CHANGE,
  async run(call, payload) {
    const id = String(payload['id']);
    const action = POLICY_ACTIONS.find((one) => one === payload['action']);
    const { policies: service } = call.core;
    const { userId } = call.who;
    if (action === undefined) throw new Error('a button for something that cannot be done with a policy');
    if (action === 'run' || action === 'retry') return await cycleAnswer(call, id, action);
    const policy =
      action === 'sweep' || action === 'unsweep'
        ? await service.live.switchSweep(userId, id, { enabled: action === 'sweep' }, call.actor)
        : await service[action](userId, id, call.actor);
    return {
      text: lines(bold(`${policy.name} is ${DONE[action]}`), signed(call)),
      buttons: [[showPolicy(policy, policy.name)]],
    };
  },
};

/** Runs cycles behind an answer that says so; what came of it takes its place. The press counts from now on. */
async function cycleAnswer(call: Call, id: string, action: 'run' | 'retry'): Promise<ChatReply> {
  const policy = await call.core.policies.get(call.who.userId, id);
  await closeQuestion(call);
  return {
    text: lines(bold(`${action === 'run' ? 'Running' : 'Retrying'} ${policy.name}…`), signed(call)),
    buttons: [[showPolicy(policy, policy.name)]],
    async meanwhile() {
      return {
        text: lines(...(await outcome(call, policy, action)), signed(call)),
        buttons: [[showPolicy(policy, policy.name)]],
      };
    },
  };
}

/** A policy on paper has traded; one that is LIVE has planned. */
const wordsOf = ({ mode }: Policy) => (mode === 'LIVE' ? plannedLines : ranLines);

async function outcome(call: Call, before: Policy, action: 'run' | 'retry'): Promise<Line[]> {
  const { userId } = call.who;
  try {
    const { requests, overview } = call.core.policies;
    if (action === 'retry') {
      const tried = await requests.retryLatest(userId, before.id, call.actor);
      return wordsOf(before)(before.name, await overview.spoken(userId, tried), true);
    }
    const cycle = await requests.run(userId, before.id, call.actor);
    const { latest_cycle: known } = before;
    // Contributed money may have been put to work since its rebalance.
    const isNew =
      known === null ||
      known.status === 'FAILED' ||
      (known.cycle_id !== cycle.cycle_id && known.started_at <= cycle.started_at);
    return wordsOf(before)(before.name, await overview.spoken(userId, cycle), isNew);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return [bold(`${before.name} did not run`), error.detail];
  }
}
