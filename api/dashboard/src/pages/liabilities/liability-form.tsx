import { Modal, Select, SimpleGrid, TextInput } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { Liability, LiabilityInput, LiabilityType } from '../../api/types.ts';
import { changedFields } from '../../components/changed.ts';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { CurrencyField, DecimalInput, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';

export const TYPES: Readonly<Record<LiabilityType, string>> = {
  LOAN: 'Loan',
  MORTGAGE: 'Mortgage',
  CARD: 'Card',
  OTHER: 'Other debt',
};
const CHOICES = (Object.entries(TYPES) as [LiabilityType, string][]).map(([value, label]) => ({
  value,
  label,
}));

interface LiabilityFormProps {
  /** The one to edit, `new` for another one, null while closed. */
  liability: Liability | 'new' | null;
  onClose: () => void;
}

export function LiabilityForm({ liability, onClose }: LiabilityFormProps) {
  const title = liability === 'new' ? 'New liability' : liability ? `Edit ${liability.name}` : '';
  return (
    <Modal opened={liability !== null} onClose={onClose} title={title}>
      {liability && <Fields liability={liability === 'new' ? null : liability} onClose={onClose} />}
    </Modal>
  );
}

interface Draft
  extends Record<'name' | 'currency', string>, Record<'balance' | 'rate_pct' | 'emi', number | string> {
  type: LiabilityType;
}

const draftOf = (of: Liability | null): Draft => ({
  name: of?.name ?? '',
  type: of?.type ?? 'LOAN',
  balance: of?.balance ?? '',
  currency: of?.currency ?? 'INR',
  rate_pct: of?.rate_pct ?? '',
  emi: of?.emi ?? '',
});

const given = (value: number | string): number | null => (value === '' ? null : Number(value));
const inputOf = (draft: Draft): LiabilityInput => ({
  name: draft.name.trim(),
  type: draft.type,
  balance: Number(draft.balance),
  currency: draft.currency,
  rate_pct: given(draft.rate_pct),
  emi: given(draft.emi),
});

function Fields({ liability, onClose }: { liability: Liability | null; onClose: () => void }) {
  const { opened, draft, set, bound } = useDraft(() => draftOf(liability));
  const save = usePortfolioChange((body: LiabilityInput) =>
    liability
      ? api.liabilities.update(liability.id, changedFields(inputOf(opened), body))
      : api.liabilities.create(body),
  );
  const problems = problemsOf(save.error);
  const { text, number } = bound(problems);
  return (
    <Form
      change={save}
      onSubmit={() =>
        save.mutate(inputOf(draft), {
          onSuccess: ({ name }) => {
            done(`${name} saved.`);
            onClose();
          },
        })
      }
      onCancel={onClose}
    >
      <TextInput label="Name" {...text('name')} maxLength={80} required data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Kind"
          data={CHOICES}
          value={draft.type}
          onChange={(value) => set({ type: CHOICES.find((one) => one.value === value)?.value ?? 'OTHER' })}
          allowDeselect={false}
          error={problems['type']}
        />
        <CurrencyField
          value={draft.currency}
          onChange={(currency) => set({ currency })}
          error={problems['currency']}
        />
        <DecimalInput label="Outstanding now" description="0 when paid off" {...number('balance')} required />
        <DecimalInput
          label="Interest rate per year"
          description="Leave empty if unknown"
          suffix="%"
          {...number('rate_pct')}
        />
        <DecimalInput label="EMI" description="What you pay per month" {...number('emi')} />
      </SimpleGrid>
    </Form>
  );
}
