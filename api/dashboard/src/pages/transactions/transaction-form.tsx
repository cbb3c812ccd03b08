import { Modal, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { money } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { AssetClass, RecordedType, Transaction, TransactionInput } from '../../api/types.ts';
import { changedFields } from '../../components/changed.ts';
import { assetClasses, recordedTypes } from '../../components/choices.ts';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { CurrencyField, DecimalInput, Form } from '../../components/form.tsx';
import { PortfolioField } from '../../components/portfolio-select.tsx';
import { rememberPortfolio, useSuggestedPortfolio } from '../../components/suggested-portfolio.ts';
import { SymbolField } from '../../components/symbol-field.tsx';
import { done } from '../../components/toast.tsx';
import { todayOf } from '../../components/today.ts';
import { typeFields, typeNames } from './types.ts';

interface TransactionFormProps {
  /** The one to edit, `new` for another one, null while closed. */
  transaction: Transaction | 'new' | null;
  /** Suggested for a new one; '' suggests nothing. */
  symbol: string;
  portfolio: string;
  onClose: () => void;
}

export function TransactionForm({ transaction, onClose, ...suggested }: TransactionFormProps) {
  const title = transaction === 'new' ? 'Add a transaction' : transaction ? `Edit ${transaction.symbol}` : '';
  return (
    <Modal opened={transaction !== null} onClose={onClose} title={title} size="lg">
      {transaction && (
        <Fields transaction={transaction === 'new' ? null : transaction} onClose={onClose} {...suggested} />
      )}
    </Modal>
  );
}

interface Draft {
  /** Null until somebody chooses: what is suggested is taken then. */
  portfolio: string | null;
  symbol: string;
  date: string;
  type: RecordedType;
  quantity: number | string;
  price: number | string;
  fee_tax: number | string;
  currency: string;
  asset_class: AssetClass | null;
  isin: string;
  note: string;
}

type Suggested = Pick<TransactionFormProps, 'symbol' | 'portfolio'>;

const draftOf = (row: Transaction | null, { symbol, portfolio }: Suggested): Draft => ({
  portfolio: row?.portfolio ?? (portfolio || null),
  symbol: row?.symbol ?? symbol.toUpperCase(),
  date: row?.date ?? todayOf(Date.now()),
  type: recordedTypes.find((type) => type === row?.type) ?? 'BUY',
  quantity: row?.quantity ?? '',
  price: row?.price ?? '',
  fee_tax: row?.fee_tax ?? '',
  currency: row?.currency ?? 'INR',
  asset_class: row?.asset_class ?? null,
  isin: row?.isin ?? '',
  note: row?.note ?? '',
});

function inputOf(draft: Draft, suggested = ''): TransactionInput {
  const fields = typeFields[draft.type];
  return {
    portfolio: (draft.portfolio ?? suggested).trim(),
    symbol: draft.symbol.trim(),
    date: draft.date,
    type: draft.type,
    quantity: fields.quantity === null ? 1 : Number(draft.quantity),
    price: fields.price === null ? null : Number(draft.price),
    fee_tax: Number(draft.fee_tax || 0),
    currency: draft.currency,
    asset_class: draft.asset_class,
    isin: draft.isin.trim() || null,
    note: draft.note.trim() || null,
  };
}

function Fields({
  transaction,
  onClose,
  ...given
}: Suggested & {
  transaction: Transaction | null;
  onClose: () => void;
}) {
  const { opened, draft, set, bound } = useDraft(() => draftOf(transaction, given));
  const suggested = useSuggestedPortfolio();
  const save = usePortfolioChange((body: TransactionInput) =>
    transaction
      ? api.transactions.update(transaction.id, changedFields(inputOf(opened), body))
      : api.transactions.create(body),
  );
  const problems = problemsOf(save.error);
  const { text, number } = bound(problems);
  const submit = (): void =>
    save.mutate(inputOf(draft, suggested), {
      onSuccess: (saved) => {
        rememberPortfolio(saved.portfolio);
        done(`${typeNames[draft.type]} of ${draft.symbol.trim().toUpperCase()} saved.`);
        onClose();
      },
    });
  const fields = typeFields[draft.type];
  const isTrade = draft.type === 'BUY' || draft.type === 'SELL';
  const total = Number(draft.quantity) * Number(draft.price);

  return (
    <Form change={save} onSubmit={submit} onCancel={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Type"
          data={recordedTypes.map((type) => ({ value: type, label: typeNames[type] }))}
          value={draft.type}
          onChange={(value) => set({ type: (value ?? 'BUY') as RecordedType })}
          allowDeselect={false}
        />
        <TextInput type="date" label="Date" {...text('date')} required />
        <SymbolField
          value={draft.symbol}
          onChange={(typed) => set({ symbol: typed })}
          onChoose={(chosen) =>
            set({
              symbol: chosen.symbol,
              isin: draft.isin || (chosen.isin ?? ''),
              currency: chosen.currency,
              asset_class: assetClasses.find((one) => one === chosen.asset_class) ?? draft.asset_class,
            })
          }
          error={problems['symbol']}
        />
        <PortfolioField
          value={draft.portfolio ?? suggested}
          onChange={(portfolio) => set({ portfolio })}
          error={problems['portfolio']}
          required
        />
        {fields.quantity !== null && (
          <DecimalInput label={fields.quantity} {...number('quantity')} required />
        )}
        {fields.price !== null && <DecimalInput label={fields.price} {...number('price')} min={0} required />}
        <DecimalInput label="Fees and tax" {...number('fee_tax')} min={0} />
        <CurrencyField
          value={draft.currency}
          onChange={(currency) => set({ currency })}
          error={problems['currency']}
        />
        <Select
          label="Asset class"
          placeholder="Same as the holding"
          data={assetClasses}
          value={draft.asset_class}
          onChange={(value) => set({ asset_class: value as AssetClass | null })}
          clearable
        />
        <TextInput label="ISIN" {...text('isin')} maxLength={12} />
      </SimpleGrid>
      <TextInput label="Note" {...text('note')} maxLength={1000} />
      {(fields.hint || (isTrade && total > 0)) && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {[isTrade && total > 0 ? `${money(total, draft.currency)} before fees.` : null, fields.hint]
            .filter(Boolean)
            .join(' ')}
        </Text>
      )}
    </Form>
  );
}
