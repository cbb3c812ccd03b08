import { Modal } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { WatchlistInput } from '../../api/types.ts';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { CurrencyField, Form } from '../../components/form.tsx';
import { SymbolField } from '../../components/symbol-field.tsx';
import { done } from '../../components/toast.tsx';

/** Asks for something to watch. */
export function ItemForm({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add to watchlist">
      {opened && <Fields onClose={onClose} />}
    </Modal>
  );
}

function Fields({ onClose }: { onClose: () => void }) {
  const { draft, set } = useDraft(() => ({ symbol: '', currency: 'INR' }));
  const save = usePortfolioChange((body: WatchlistInput) => api.watchlist.add(body));
  const problems = problemsOf(save.error);
  return (
    <Form
      change={save}
      onSubmit={() =>
        save.mutate(
          { symbol: draft.symbol.trim(), ...(draft.currency === 'INR' ? {} : { currency: draft.currency }) },
          {
            onSuccess: ({ symbol }) => {
              done(`${symbol} added to your watchlist.`);
              onClose();
            },
          },
        )
      }
      onCancel={onClose}
      action="Add"
    >
      <SymbolField
        value={draft.symbol}
        onChange={(symbol) => set({ symbol })}
        onChoose={({ symbol, currency }) => set({ symbol, currency })}
        error={problems['symbol']}
      />
      <CurrencyField
        value={draft.currency}
        onChange={(currency) => set({ currency })}
        error={problems['currency']}
      />
    </Form>
  );
}
