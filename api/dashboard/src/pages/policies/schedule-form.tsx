/** A form for money that comes into a policy once, every month or every quarter. */
import { Modal, Select, SimpleGrid, TextInput } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import type { ContributionSchedule, Policy } from '../../api/types.ts';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { DecimalInput, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';
import { ALLOCATION_MODES, FREQUENCIES, scheduleText } from './contribution-words.ts';

interface ScheduleFormProps {
  policy: Policy;
  opened: boolean;
  onClose: () => void;
}

export function ScheduleForm({ opened, onClose, policy }: ScheduleFormProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Money for ${policy.name}`}>
      {opened && <Fields policy={policy} onClose={onClose} />}
    </Modal>
  );
}

interface Draft {
  currency: 'INR';
  amount: number | string;
  start_date: string;
  frequency: ContributionSchedule['frequency'];
  allocation_mode: ContributionSchedule['allocation_mode'];
}

const choicesOf = <Word extends string>(words: Readonly<Record<Word, string>>) =>
  (Object.entries(words) as [Word, string][]).map(([value, label]) => ({ value, label }));
const [FREQUENCY_CHOICES, MODE_CHOICES] = [choicesOf(FREQUENCIES), choicesOf(ALLOCATION_MODES)];

function Fields({ policy, onClose }: Omit<ScheduleFormProps, 'opened'>) {
  const { draft, set, bound } = useDraft<Draft>(() => ({
    currency: 'INR',
    amount: '',
    start_date: '',
    frequency: 'monthly',
    allocation_mode: policy.allocation_mode,
  }));
  const save = useChange(POLICIES_KEY, ({ amount, start_date, frequency, allocation_mode }: Draft) =>
    api.policies.schedule(policy.id, { amount: Number(amount), start_date, frequency, allocation_mode }),
  );
  const problems = problemsOf(save.error);
  const { text, number } = bound(problems);
  const submit = (): void =>
    save.mutate(draft, {
      onSuccess: (made) => {
        done(`${scheduleText(made)}.`);
        onClose();
      },
    });
  return (
    <Form change={save} onSubmit={submit} onCancel={onClose} action="Add">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DecimalInput label="Amount" prefix="₹" {...number('amount')} required data-autofocus />
        <Select
          label="How often"
          data={FREQUENCY_CHOICES}
          value={draft.frequency}
          onChange={(value) =>
            set({ frequency: FREQUENCY_CHOICES.find((one) => one.value === value)?.value ?? 'monthly' })
          }
          allowDeselect={false}
        />
        <TextInput type="date" label="First on" {...text('start_date')} required />
        <Select
          label="Put to work"
          data={MODE_CHOICES}
          value={draft.allocation_mode}
          onChange={(value) =>
            set({
              allocation_mode: MODE_CHOICES.find((one) => one.value === value)?.value ?? 'next_rebalance',
            })
          }
          allowDeselect={false}
        />
      </SimpleGrid>
    </Form>
  );
}
