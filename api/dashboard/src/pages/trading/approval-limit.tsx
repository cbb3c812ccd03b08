/** Above how many rupees a plan is approved by typing instead of by one press. */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { money } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import { useApprovalLimit } from '../../api/trading.ts';
import { DecimalInput, Form } from '../../components/form.tsx';
import { QueryFailure } from '../../components/notices.tsx';
import { done } from '../../components/toast.tsx';
import { Section } from '../settings/section.tsx';

/** @param isAsked whether plans may come; a limit that is set stands there in any case. */
export function ApprovalLimit({ isAsked }: { isAsked: boolean }) {
  const { data, error, refetch } = useApprovalLimit();
  const [isChanging, setIsChanging] = useState(false);
  if (data === undefined) return isAsked ? <QueryFailure query={{ error, refetch }} /> : null;
  const { confirm_above: above } = data;
  if (!isAsked && above === null) return null;
  return (
    <Section
      title="Approval of large plans"
      description="Applies on the dashboard and in every chat, to you and to approvers."
    >
      <Group justify="space-between">
        <Text size="sm">
          {above === null
            ? 'One press approves a plan of any size.'
            : `To approve a plan with more than ${money(above, 'INR')} of purchases and sales, you type the policy’s tag code.`}
        </Text>
        <Button variant="default" size="xs" onClick={() => setIsChanging(true)}>
          Change
        </Button>
      </Group>
      <Modal opened={isChanging} onClose={() => setIsChanging(false)} title="Approval of large plans">
        {isChanging && <Fields above={above} onClose={() => setIsChanging(false)} />}
      </Modal>
    </Section>
  );
}

function Fields({ above, onClose }: { above: number | null; onClose: () => void }) {
  const [amount, setAmount] = useState<number | string>(above ?? '');
  const change = useChange(POLICIES_KEY, async () => {
    await api.trading.setApprovalLimit(amount === '' ? null : Number(amount));
    done(amount === '' ? 'One press approves every plan.' : 'Limit saved.');
    onClose();
  });
  return (
    <Form change={change} onSubmit={() => change.mutate(undefined)} onCancel={onClose}>
      <DecimalInput
        currency="INR"
        label="Limit in rupees"
        description="Plans above this limit are approved by typing the policy’s tag code. Purchases and sales both count; excluded orders do not. Leave empty to approve every plan with one press, or enter 0 to type the code for every plan."
        value={amount}
        onChange={setAmount}
        min={0}
        allowNegative={false}
        data-autofocus
      />
    </Form>
  );
}
