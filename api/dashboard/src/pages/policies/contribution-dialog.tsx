/** The question before something is done with an instalment, with what it needs to know. */
import { Checkbox, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { money } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import type { Contribution } from '../../api/types.ts';
import { DecimalInput, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';
import { CONTRIBUTION_ACTIONS, type ContributionAction } from './contribution-words.ts';

interface Asked {
  of: Contribution;
  action: ContributionAction;
}
interface Answer {
  amount: number | string;
  reference: string;
  vouched: boolean;
  until: string;
}

const WORK: Readonly<Record<ContributionAction, (of: Contribution, answer: Answer) => Promise<string>>> = {
  async confirm({ contribution_id }, { amount, reference, vouched }) {
    const { amount: confirmed } = await api.policies.confirmFunding(contribution_id, {
      confirmed_amount: Number(amount),
      ...(vouched ? { operator_attested: true as const } : { external_reference: reference.trim() }),
    });
    return `${money(confirmed, 'INR')} confirmed and reserved.`;
  },
  async apply({ contribution_id }) {
    const { amount } = await api.policies.applyFunding(contribution_id);
    return `${money(amount, 'INR')} credited.`;
  },
  async defer({ contribution_id }, { until }) {
    await api.policies.deferContribution(contribution_id, until);
    return 'Deferred.';
  },
  async skip({ contribution_id }) {
    await api.policies.skipContribution(contribution_id);
    return 'Skipped.';
  },
  async cancel({ contribution_id }) {
    await api.policies.cancelContribution(contribution_id);
    return 'Cancelled.';
  },
};

/** @param asked null while closed */
export function ContributionDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const title =
    asked === null ? '' : `${CONTRIBUTION_ACTIONS[asked.action].label}: ${money(asked.of.amount, 'INR')}`;
  return (
    <Modal opened={asked !== null} onClose={onClose} title={title}>
      {asked !== null && <Fields {...asked} onClose={onClose} />}
    </Modal>
  );
}

function Fields({ of, action, onClose }: Asked & { onClose: () => void }) {
  const [answer, setAnswer] = useState<Answer>({
    amount: of.amount,
    reference: '',
    vouched: false,
    until: '',
  });
  const set = (change: Partial<Answer>): void => setAnswer((before) => ({ ...before, ...change }));
  const work = useChange(POLICIES_KEY, async () => {
    done(await WORK[action](of, answer));
    onClose();
  });
  const { label, meaning, isLoss } = CONTRIBUTION_ACTIONS[action];
  const isReady =
    action === 'confirm'
      ? answer.amount !== '' && (answer.vouched || answer.reference.trim() !== '')
      : action !== 'defer' || answer.until !== '';
  return (
    <Form
      change={work}
      onSubmit={() => work.mutate(undefined)}
      onCancel={onClose}
      isReady={isReady}
      action={label}
      color={isLoss ? 'red' : 'ink'}
    >
      <Text size="sm">{meaning}</Text>
      {action === 'confirm' && (
        <>
          <DecimalInput
            label="Amount received"
            currency="INR"
            prefix="₹"
            value={answer.amount}
            onChange={(amount) => set({ amount })}
            required
          />
          <TextInput
            label="Transfer reference"
            value={answer.reference}
            onChange={(event) => set({ reference: event.currentTarget.value })}
            maxLength={100}
            disabled={answer.vouched}
            autoComplete="off"
            data-autofocus
          />
          <Checkbox
            label="I have no reference, but I confirm that the money has arrived"
            checked={answer.vouched}
            onChange={(event) => set({ vouched: event.currentTarget.checked })}
          />
        </>
      )}
      {action === 'defer' && (
        <TextInput
          type="date"
          label="Due on"
          value={answer.until}
          onChange={(event) => set({ until: event.currentTarget.value })}
          required
        />
      )}
    </Form>
  );
}
