import { Modal, Select, SimpleGrid, TextInput } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { SipPlan, SipPlanInput } from '../../api/types.ts';
import { changedFields } from '../../components/changed.ts';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { CurrencyField, DecimalInput, Form } from '../../components/form.tsx';
import { usePortfolioNames } from '../../components/portfolio-select.tsx';
import { done } from '../../components/toast.tsx';
import { todayOf } from '../../components/today.ts';
import { FREQUENCIES, STEPS } from './words.ts';

interface SipPlanFormProps {
  /** The one to edit, `new` for another one, null while closed. */
  plan: SipPlan | 'new' | null;
  onClose: () => void;
}

export function SipPlanForm({ plan, onClose }: SipPlanFormProps) {
  const title = plan === 'new' ? 'New SIP plan' : plan ? `Edit ${plan.name}` : '';
  return (
    <Modal opened={plan !== null} onClose={onClose} title={title} size="lg">
      {plan && <Fields plan={plan === 'new' ? null : plan} onClose={onClose} />}
    </Modal>
  );
}

type Texts = 'name' | 'currency' | 'start_date' | 'end_date' | 'portfolio' | 'symbol';

interface Draft extends Record<Texts, string>, Record<'amount' | 'step_up_pct', number | string> {
  frequency: SipPlan['frequency'];
  step_up_frequency: SipPlan['step_up_frequency'];
}

const draftOf = (plan: SipPlan | null): Draft => ({
  name: plan?.name ?? '',
  amount: plan?.amount ?? '',
  currency: plan?.currency ?? 'INR',
  frequency: plan?.frequency ?? 'monthly',
  start_date: plan?.start_date ?? todayOf(Date.now()),
  end_date: plan?.end_date ?? '',
  step_up_pct: plan?.step_up_pct ?? '',
  step_up_frequency: plan?.step_up_frequency ?? 'yearly',
  portfolio: plan?.portfolio ?? '',
  symbol: plan?.symbol ?? '',
});

const inputOf = (draft: Draft): SipPlanInput => ({
  name: draft.name.trim(),
  amount: Number(draft.amount),
  currency: draft.currency,
  frequency: draft.frequency,
  start_date: draft.start_date,
  end_date: draft.end_date || null,
  step_up_pct: draft.step_up_pct === '' ? null : Number(draft.step_up_pct),
  step_up_frequency: draft.step_up_frequency,
  portfolio: draft.portfolio || null,
  symbol: draft.symbol.trim() || null,
});

const choicesOf = <Word extends string>(words: Readonly<Record<Word, string>>) =>
  (Object.entries(words) as [Word, string][]).map(([value, label]) => ({ value, label }));

function Fields({ plan, onClose }: { plan: SipPlan | null; onClose: () => void }) {
  const { opened, draft, set, bound } = useDraft(() => draftOf(plan));
  const portfolios = usePortfolioNames();
  const save = usePortfolioChange((body: SipPlanInput) =>
    plan ? api.sipPlans.update(plan.id, changedFields(inputOf(opened), body)) : api.sipPlans.create(body),
  );
  const problems = problemsOf(save.error);
  const { text, number } = bound(problems);
  const submit = (): void =>
    save.mutate(inputOf(draft), {
      onSuccess: ({ name }) => {
        done(`${name} saved.`);
        onClose();
      },
    });

  return (
    <Form change={save} onSubmit={submit} onCancel={onClose}>
      <TextInput label="Name" {...text('name')} maxLength={80} required data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DecimalInput
          label="Amount per month"
          description={
            draft.frequency === 'quarterly' ? 'Each instalment is three times this amount' : undefined
          }
          {...number('amount')}
          required
        />
        <CurrencyField
          value={draft.currency}
          onChange={(currency) => set({ currency })}
          error={problems['currency']}
        />
        <Select
          label="Frequency"
          data={choicesOf(FREQUENCIES)}
          value={draft.frequency}
          onChange={(value) => set({ frequency: value === 'quarterly' ? 'quarterly' : 'monthly' })}
          allowDeselect={false}
          error={problems['frequency']}
        />
        <TextInput type="date" label="First instalment" {...text('start_date')} required />
        <TextInput
          type="date"
          label="Ends on"
          description="Leave empty for no end date"
          {...text('end_date')}
        />
        <DecimalInput
          label="Step-up"
          description="How much it grows; leave empty for none"
          suffix="%"
          {...number('step_up_pct')}
        />
        {draft.step_up_pct !== '' && (
          <Select
            label="Step-up frequency"
            data={choicesOf(STEPS)}
            value={draft.step_up_frequency}
            onChange={(value) =>
              set({
                step_up_frequency: choicesOf(STEPS).find((one) => one.value === value)?.value ?? 'yearly',
              })
            }
            allowDeselect={false}
            error={problems['step_up_frequency']}
          />
        )}
        <Select
          label="Into portfolio"
          placeholder="Not decided"
          data={portfolios}
          value={draft.portfolio === '' ? null : draft.portfolio}
          onChange={(portfolio) => set({ portfolio: portfolio ?? '' })}
          clearable
          error={problems['portfolio']}
        />
        <TextInput
          label="Symbol"
          placeholder="Not decided"
          {...text('symbol')}
          maxLength={128}
          autoComplete="off"
        />
      </SimpleGrid>
    </Form>
  );
}
