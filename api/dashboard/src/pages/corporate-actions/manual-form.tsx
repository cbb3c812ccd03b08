import { Modal, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import type { LedgerActionKind, ManualActionInput } from '../../api/types.ts';
import { problemsOf } from '../../components/draft.ts';
import { Form } from '../../components/form.tsx';
import { usePortfolioNames } from '../../components/portfolio-select.tsx';
import { SymbolField } from '../../components/symbol-field.tsx';
import { done } from '../../components/toast.tsx';
import { draftOf, fieldsOf, type TermsDraft, termsOf } from './draft.ts';
import { TermsFields } from './terms-fields.tsx';
import { useActionChange } from './use-actions.ts';
import { KINDS } from './words.ts';

interface ManualFormProps {
  opened: boolean;
  onApplied: (ids: readonly string[]) => void;
  onClose: () => void;
}

/** Asks for a corporate action that no source knows, and applies it. */
export function ManualForm({ opened, ...rest }: ManualFormProps) {
  return (
    <Modal opened={opened} onClose={rest.onClose} title="Add a corporate action" size="lg">
      {opened && <Fields {...rest} />}
    </Modal>
  );
}

interface Draft extends TermsDraft {
  portfolio: string | null;
  symbol: string;
  ex_date: string;
}

const EMPTY: Draft = {
  ...draftOf({
    kind: 'SPLIT',
    new_shares: null,
    old_shares: null,
    into_symbol: null,
    cost_pct: null,
    fraction_price: null,
  }),
  portfolio: null,
  symbol: '',
  ex_date: '',
};

/** Only the terms that the kind has: what was typed for another kind is not sent. */
function inputOf(draft: Draft, portfolio: string): ManualActionInput {
  const { kind, new_shares, old_shares, into_symbol, cost_pct, fraction_price } = termsOf(draft);
  const has = new Set(fieldsOf(kind));
  return {
    portfolio,
    symbol: draft.symbol.trim(),
    kind,
    ex_date: draft.ex_date,
    ...(has.has('ratio') ? { new_shares, old_shares } : {}),
    ...(has.has('into_symbol') ? { into_symbol } : {}),
    ...(has.has('cost_pct') ? { cost_pct } : {}),
    ...(has.has('fraction_price') ? { fraction_price } : {}),
  };
}

function Fields({ onApplied, onClose }: Omit<ManualFormProps, 'opened'>) {
  const names = usePortfolioNames();
  const [draft, setDraft] = useState(EMPTY);
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const portfolio = draft.portfolio ?? (names.length === 1 ? (names[0] ?? null) : null);
  const save = useActionChange();
  const problems = problemsOf(save.error);
  const submit = (): void =>
    save.mutate(
      { run: () => api.corporateActions.create(inputOf(draft, portfolio ?? '')) },
      {
        onSuccess: (applied) => {
          onClose();
          if (applied.length > 0) onApplied(applied);
          else done('This action is already in your ledger.');
        },
      },
    );
  return (
    <Form change={save} onSubmit={submit} onCancel={onClose} action="Apply">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <SymbolField
          description="The symbol before the ex-date."
          value={draft.symbol}
          onChange={(symbol) => set({ symbol })}
          onChoose={({ symbol, currency }) => set({ symbol, currency })}
          error={problems['symbol']}
        />
        <Select
          label="Portfolio"
          description="The portfolio that held the shares."
          data={names}
          value={portfolio}
          onChange={(name) => set({ portfolio: name })}
          allowDeselect={false}
          error={problems['portfolio']}
          required
        />
        <Select
          label="Kind"
          description="What the company did."
          data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          value={draft.kind}
          onChange={(kind) => kind && set({ kind: kind as LedgerActionKind })}
          allowDeselect={false}
          error={problems['kind']}
        />
        <TextInput
          type="date"
          label="Ex-date"
          description="Shares bought on or after this day are not entitled."
          value={draft.ex_date}
          onChange={(event) => set({ ex_date: event.currentTarget.value })}
          error={problems['ex_date']}
          required
        />
      </SimpleGrid>
      <TermsFields
        draft={draft}
        set={set}
        problems={problems}
        kinds={[draft.kind]}
        fields={['ratio', 'into_symbol', 'cost_pct', 'fraction_price']}
      />
    </Form>
  );
}
