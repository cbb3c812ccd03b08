import { Group, Input, Select, Text } from '@mantine/core';
import { useId } from 'react';
import type { LedgerActionKind } from '../../api/types.ts';
import { DecimalInput } from '../../components/form.tsx';
import { SymbolField } from '../../components/symbol-field.tsx';
import { fieldsOf, type TermsDraft, type TermsField } from './draft.ts';
import { KINDS, RATIO_HINTS } from './words.ts';

interface TermsFieldsProps {
  draft: TermsDraft;
  set: (change: Partial<TermsDraft>) => void;
  /** What the server said about single fields. */
  problems: Record<string, string>;
  /** Kinds to choose from; one alone is not asked for. */
  kinds: readonly LedgerActionKind[];
  /** The fields that may be edited; of these, those that the kind has are shown. */
  fields: readonly TermsField[];
}

/** The terms of a corporate action, each with what it means. */
export function TermsFields({ draft, set, problems, kinds, fields }: TermsFieldsProps) {
  const own = fieldsOf(draft.kind).filter((field) => fields.includes(field));
  const { currency } = draft;
  return (
    <>
      {own.includes('kind') && kinds.length > 1 && (
        <Select
          label="Kind"
          data={kinds.map((kind) => ({ value: kind, label: KINDS[kind] }))}
          value={draft.kind}
          onChange={(kind) => kind && set({ kind: kind as LedgerActionKind })}
          allowDeselect={false}
          error={problems['kind']}
          data-autofocus
        />
      )}
      {own.includes('ratio') && <Ratio {...{ draft, set, problems }} />}
      {own.includes('into_symbol') && (
        <SymbolField
          label={draft.kind === 'RENAME' ? 'New symbol' : 'Share you received'}
          description={INTO_HINTS[draft.kind] ?? ''}
          value={draft.into_symbol}
          onChange={(into_symbol) => set({ into_symbol })}
          error={problems['into_symbol']}
        />
      )}
      {own.includes('cost_pct') && (
        <DecimalInput
          label="Share of the cost that moves (%)"
          description="Companies publish this percentage for tax (section 49(2C)). Without it, the cost of the new shares is unknown."
          currency={currency}
          min={0}
          max={100}
          value={draft.cost_pct}
          onChange={(cost_pct) => set({ cost_pct })}
          error={problems['cost_pct']}
          data-autofocus
        />
      )}
      {own.includes('fraction_price') && (
        <DecimalInput
          label="Cash per whole share, for fractions"
          description="The price per whole share at which the company settled fractions. If you leave it empty, the fraction is removed at cost, with no gain."
          currency={currency}
          min={0}
          value={draft.fraction_price}
          onChange={(fraction_price) => set({ fraction_price })}
          error={problems['fraction_price']}
          data-autofocus
        />
      )}
    </>
  );
}

const INTO_HINTS: Partial<Record<LedgerActionKind, string>> = {
  RENAME: 'The symbol from the ex-date on.',
  MERGER: 'The company that yours merged into.',
  DEMERGER: 'The company that was split off.',
};

function Ratio({ draft, set, problems }: Pick<TermsFieldsProps, 'draft' | 'set' | 'problems'>) {
  const id = useId();
  const { currency } = draft;
  return (
    <div>
      <Text size="sm" fw={500} id={id}>
        Ratio
      </Text>
      <Input.Description mb={4}>{RATIO_HINTS[draft.kind]}</Input.Description>
      <Group grow align="flex-start" role="group" aria-labelledby={id} gap="xs">
        <DecimalInput
          label="New shares"
          currency={currency}
          min={0}
          value={draft.new_shares}
          onChange={(new_shares) => set({ new_shares })}
          error={problems['new_shares']}
          data-autofocus
          required
        />
        <DecimalInput
          label="for old shares"
          currency={currency}
          min={0}
          value={draft.old_shares}
          onChange={(old_shares) => set({ old_shares })}
          error={problems['old_shares']}
          required
        />
      </Group>
    </div>
  );
}
