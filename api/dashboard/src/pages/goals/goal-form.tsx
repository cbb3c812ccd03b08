import { Modal, Select, SimpleGrid, TextInput } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { Goal, GoalInput } from '../../api/types.ts';
import { changedFields } from '../../components/changed.ts';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { CurrencyField, DecimalInput, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';

interface GoalFormProps {
  /** The one to edit, `new` for another one, null while closed. */
  goal: Goal | 'new' | null;
  onClose: () => void;
  onSaved?: (goal: Goal) => void;
}

export function GoalForm({ goal, ...props }: GoalFormProps) {
  const title = goal === 'new' ? 'New goal' : goal ? `Edit ${goal.name}` : '';
  return (
    <Modal opened={goal !== null} onClose={props.onClose} title={title} size="lg">
      {goal && <Fields goal={goal === 'new' ? null : goal} {...props} />}
    </Modal>
  );
}

type Numbers = 'target_corpus' | 'expected_return_pct' | 'inflation_pct' | 'target_monthly_income';

interface Draft extends Record<Numbers, number | string> {
  name: string;
  type: Goal['type'];
  currency: string;
  target_date: string;
}

const draftOf = (goal: Goal | null): Draft => ({
  name: goal?.name ?? '',
  type: goal?.type ?? 'CORPUS',
  currency: goal?.currency ?? 'INR',
  target_corpus: goal?.target_corpus ?? '',
  target_date: goal?.target_date ?? '',
  expected_return_pct: goal?.expected_return_pct ?? '',
  inflation_pct: goal?.inflation_pct ?? '',
  target_monthly_income: goal?.target_monthly_income ?? '',
});

const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value));

function inputOf(draft: Draft): GoalInput {
  const { type, currency } = draft;
  const common = { name: draft.name.trim(), type, currency };
  if (type === 'INCOME') return { ...common, target_monthly_income: numberOf(draft.target_monthly_income) };
  return {
    ...common,
    target_corpus: numberOf(draft.target_corpus),
    target_date: draft.target_date || null,
    expected_return_pct: numberOf(draft.expected_return_pct),
    inflation_pct: numberOf(draft.inflation_pct),
  };
}

function Fields({ goal, onClose, onSaved }: Omit<GoalFormProps, 'goal'> & { goal: Goal | null }) {
  const { opened, draft, set, bound } = useDraft(() => draftOf(goal));
  const save = usePortfolioChange((body: GoalInput) =>
    goal ? api.goals.update(goal.id, changedFields(inputOf(opened), body)) : api.goals.create(body),
  );
  const problems = problemsOf(save.error);
  const { text, number } = bound(problems);
  const submit = (): void =>
    save.mutate(inputOf(draft), {
      onSuccess: (saved) => {
        done(`${saved.name} saved.`);
        onClose();
        onSaved?.(saved);
      },
    });

  return (
    <Form change={save} onSubmit={submit} onCancel={onClose}>
      <TextInput label="Name" placeholder="House" {...text('name')} maxLength={80} required data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Type"
          data={[
            { value: 'CORPUS', label: 'A sum by a date' },
            { value: 'INCOME', label: 'A monthly income' },
          ]}
          value={draft.type}
          onChange={(value) => set({ type: value === 'INCOME' ? 'INCOME' : 'CORPUS' })}
          allowDeselect={false}
          error={problems['type']}
        />
        <CurrencyField
          value={draft.currency}
          onChange={(currency) => set({ currency })}
          error={problems['currency']}
        />
        {draft.type === 'INCOME' ? (
          <DecimalInput
            label="Monthly income"
            description="Dividends and interest from the linked holdings"
            {...number('target_monthly_income')}
            required
          />
        ) : (
          <>
            <DecimalInput label="Sum" description="In today's money" {...number('target_corpus')} required />
            <TextInput
              type="date"
              label="By"
              description="The date you need it"
              {...text('target_date')}
              required
            />
            <DecimalInput
              label="Expected return"
              description="A year"
              suffix="%"
              {...number('expected_return_pct')}
              required
            />
            <DecimalInput
              label="Inflation"
              description="A year; leave empty for none"
              suffix="%"
              {...number('inflation_pct')}
            />
          </>
        )}
      </SimpleGrid>
    </Form>
  );
}
