/** What can be done with a policy: each a button, a question with what it does, and what came of it. */
import { Button } from '@mantine/core';
import {
  IconArchive,
  IconCash,
  IconCashOff,
  IconCalculator,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '../../icons.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { day, money } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import type { Policy } from '../../api/types.ts';
import { Confirm } from '../../components/confirm.tsx';
import { goOnAt } from '../../components/focused.ts';
import { done } from '../../components/toast.tsx';
import { ACTIONS, actionsOf, meaningOf, type PolicyAction } from './action-words.ts';
import { ranText } from './words.ts';

const ICONS: Readonly<Record<PolicyAction, typeof IconTrash>> = {
  run: IconPlayerPlay,
  retry: IconRefresh,
  value: IconCalculator,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  sweep: IconCash,
  unsweep: IconCashOff,
  retire: IconArchive,
  delete: IconTrash,
};

/** Does it. @returns what came of it, in a sentence */
const WORK: Readonly<Record<PolicyAction, (policy: Policy) => Promise<string>>> = {
  run: async ({ id }) => ranText(await api.policies.run(id)),
  retry: async ({ id }) => ranText(await api.policies.retry(id)),
  async value({ id }) {
    const { date, total_value } = await api.policies.value(id);
    return `Worth ${money(total_value, 'INR', { digits: 0 })} on ${day(date)}.`;
  },
  async pause({ id, name }) {
    await api.policies.pause(id);
    return `${name} paused.`;
  },
  async resume({ id, name }) {
    const { next_cycle_date: next } = await api.policies.resume(id);
    return `${name} resumed.${next === null ? '' : ` Next rebalance: ${day(next)}.`}`;
  },
  async sweep({ id, name }) {
    await api.policies.sweep(id, true);
    return `${name} now sweeps its spare cash.`;
  },
  async unsweep({ id, name }) {
    await api.policies.sweep(id, false);
    return `${name} no longer sweeps its spare cash.`;
  },
  async retire({ id, name }) {
    await api.policies.retire(id);
    return `${name} retired.`;
  },
  async delete({ id, name }) {
    await api.policies.remove(id);
    return `${name} deleted.`;
  },
};

export function PolicyActions({ policy }: { policy: Policy }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<PolicyAction | null>(null);
  // said and left before anything is read again: the page of a policy that is gone has no dialogue any more
  const work = useChange(POLICIES_KEY, async (action: PolicyAction) => {
    done(await WORK[action](policy));
    setAsked(null);
    if (action === 'delete') void navigate('/policies');
    goOnAt(() => document.getElementById('main'));
  });
  const ask = (action: PolicyAction): void => {
    work.reset();
    setAsked(action);
  };
  return (
    <>
      {actionsOf(policy).map((action, at) => {
        const Icon = ICONS[action];
        const { label, isLoss } = ACTIONS[action];
        return (
          <Button
            key={action}
            variant={isLoss ? 'light' : at === 0 ? 'filled' : 'default'}
            {...(isLoss ? { color: 'red' } : {})}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => ask(action)}
          >
            {label}
          </Button>
        );
      })}
      <Question
        asked={asked}
        policy={policy}
        busy={work.isPending}
        error={work.error}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && work.mutate(asked)}
      />
    </>
  );
}

interface QuestionProps {
  /** Null while closed. */
  asked: PolicyAction | null;
  policy: Policy;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onConfirm: () => void;
}

function Question({ asked, policy, ...rest }: QuestionProps) {
  const { label, isLoss } = ACTIONS[asked ?? 'run'];
  return (
    <Confirm
      {...rest}
      opened={asked !== null}
      title={`${label}: ${policy.name}`}
      action={label}
      color={isLoss ? 'red' : 'ink'}
      {...(asked === 'delete' ? { typed: policy.tag_code } : {})}
    >
      {meaningOf(asked ?? 'run', policy)}
    </Confirm>
  );
}
