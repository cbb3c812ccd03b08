/** Words of what can be done with a policy, and when it can. */
import type { Policy } from '../../api/types.ts';

export type PolicyAction =
  | 'run'
  | 'retry'
  | 'value'
  | 'pause'
  | 'resume'
  | 'sweep'
  | 'unsweep'
  | 'retire'
  | 'delete';

interface ActionWords {
  label: string;
  /** What it does, in a sentence or two. */
  meaning: string;
  /** Whether it loses something. */
  isLoss?: true;
}

export const ACTIONS: Readonly<Record<PolicyAction, ActionWords>> = {
  run: {
    label: 'Run now',
    meaning:
      'It goes through the sessions that are due and rebalances at the closes of the last one, unless that session already has its rebalance. It only trades on paper.',
  },
  retry: {
    label: 'Retry',
    meaning: 'It tries the failed rebalance again. The failed one left no orders behind.',
  },
  value: {
    label: 'Value now',
    meaning:
      'It values the policy as of now, at current prices where a close is missing. Nothing is traded, and the evening’s valuation replaces it.',
  },
  pause: {
    label: 'Pause',
    meaning: 'It stops trading until you resume it. The shares it holds stay.',
  },
  resume: {
    label: 'Resume',
    meaning: 'It rebalances on schedule again. Missed sessions are valued but not traded.',
  },
  sweep: {
    label: 'Sweep spare cash',
    meaning:
      'After each rebalance it buys units of its liquid fund with the cash that remains, in one order at most, without asking you. It tells you about each. The next plan sells units if it needs the cash.',
  },
  unsweep: {
    label: 'Stop the sweep',
    meaning:
      'From now on it buys nothing without asking you. Its next plan sells the units it holds, and waits for your approval.',
  },
  retire: {
    label: 'Retire',
    meaning: 'It ends for good and never trades again. You can still read its history.',
    isLoss: true,
  },
  delete: {
    label: 'Delete',
    meaning: 'The policy is deleted with its trades, holdings and whole history. This cannot be undone.',
    isLoss: true,
  },
};

/** The same of a policy that trades, where it differs. */
const LIVE_MEANINGS: Readonly<Partial<Record<PolicyAction, string>>> = {
  run: 'It goes through the sessions that are due and plans a rebalance at the closes of the last one. Its orders wait for your approval; nothing is sent before.',
  retry:
    'It tries to plan the failed rebalance again. Its orders wait for your approval; nothing is sent before.',
  pause: 'It plans nothing and sends no more orders until you resume it. The shares in your account stay.',
  resume: 'It rebalances on schedule again, and sends what you approved while that is still valid.',
  retire:
    'It ends for good and never trades again. The shares stay in your account, and you can still read its history.',
};

/** What an action does, in a sentence or two. */
export const meaningOf = (action: PolicyAction, { mode }: Pick<Policy, 'mode'>): string =>
  (mode === 'LIVE' ? LIVE_MEANINGS[action] : undefined) ?? ACTIONS[action].meaning;

/** What can be done with a policy as it is. */
export function actionsOf({
  mode,
  status,
  latest_cycle,
  liquid_sweep,
}: Pick<Policy, 'mode' | 'status' | 'latest_cycle' | 'liquid_sweep'>): PolicyAction[] {
  const isPaper = mode === 'PAPER';
  return [
    ...(status === 'ACTIVE' && latest_cycle?.status === 'FAILED' ? (['retry'] as const) : []),
    ...(status === 'ACTIVE' ? (['run'] as const) : []),
    ...(status === 'RETIRED' ? [] : (['value'] as const)),
    ...(status === 'ACTIVE' ? (['pause'] as const) : []),
    ...(status === 'PAUSED' ? (['resume'] as const) : []),
    ...(status === 'RETIRED' || isPaper ? [] : ([liquid_sweep === null ? 'sweep' : 'unsweep'] as const)),
    ...(status === 'RETIRED' ? [] : (['retire'] as const)),
    ...(isPaper ? (['delete'] as const) : []),
  ];
}
