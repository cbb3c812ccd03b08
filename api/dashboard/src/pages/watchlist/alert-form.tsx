import { Modal, Select } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { AlertInput, AlertKind } from '../../api/types.ts';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { CurrencyField, DecimalInput, Form } from '../../components/form.tsx';
import { usePortfolioNames } from '../../components/portfolio-select.tsx';
import { SymbolField } from '../../components/symbol-field.tsx';
import { done } from '../../components/toast.tsx';

export const KINDS: Readonly<Record<AlertKind, string>> = {
  PRICE_ABOVE: 'Price is at or above',
  PRICE_BELOW: 'Price is at or below',
  DAY_MOVE_PCT: 'Price moves in a day, up or down',
  DRAWDOWN_PCT: 'Portfolio falls below its peak',
};
const CHOICES = (Object.entries(KINDS) as [AlertKind, string][]).map(([value, label]) => ({ value, label }));

/** Asks for an alert. @param on the symbol it is on, '' for none yet, null while closed. */
export function AlertForm({ on, onClose }: { on: string | null; onClose: () => void }) {
  return (
    <Modal opened={on !== null} onClose={onClose} title="New alert">
      {on !== null && <Fields on={on} onClose={onClose} />}
    </Modal>
  );
}

interface Draft {
  kind: AlertKind;
  symbol: string;
  currency: string;
  portfolio: string;
  threshold: number | string;
}

function inputOf({ kind, symbol, currency, portfolio, threshold }: Draft): AlertInput {
  const level = { kind, threshold: Number(threshold) };
  if (kind === 'DRAWDOWN_PCT') return { ...level, portfolio: portfolio === '' ? null : portfolio };
  return { ...level, symbol: symbol.trim(), ...(currency === 'INR' ? {} : { currency }) };
}

function Fields({ on, onClose }: { on: string; onClose: () => void }) {
  const { draft, set, bound } = useDraft((): Draft => ({
    kind: 'PRICE_ABOVE',
    symbol: on,
    currency: 'INR',
    portfolio: '',
    threshold: '',
  }));
  const portfolios = usePortfolioNames();
  const save = usePortfolioChange((body: AlertInput) => api.alerts.create(body));
  const problems = problemsOf(save.error);
  const { number } = bound(problems);
  const isPrice = draft.kind === 'PRICE_ABOVE' || draft.kind === 'PRICE_BELOW';
  return (
    <Form
      change={save}
      onSubmit={() =>
        save.mutate(inputOf(draft), {
          onSuccess: ({ label }) => {
            done(`Alert saved: ${label}.`);
            onClose();
          },
        })
      }
      onCancel={onClose}
      action="Set alert"
    >
      <Select
        label="Alert me when"
        data={CHOICES}
        value={draft.kind}
        onChange={(value) =>
          set({ kind: CHOICES.find((one) => one.value === value)?.value ?? 'PRICE_ABOVE' })
        }
        allowDeselect={false}
        error={problems['kind']}
      />
      {draft.kind === 'DRAWDOWN_PCT' ? (
        <Select
          label="Portfolio"
          placeholder="All portfolios"
          data={portfolios}
          value={draft.portfolio === '' ? null : draft.portfolio}
          onChange={(portfolio) => set({ portfolio: portfolio ?? '' })}
          clearable
          error={problems['portfolio']}
        />
      ) : (
        <>
          <SymbolField
            value={draft.symbol}
            onChange={(symbol) => set({ symbol })}
            onChoose={({ symbol, currency }) => set({ symbol, currency })}
            error={problems['symbol']}
          />
          {on === '' && (
            <CurrencyField
              value={draft.currency}
              onChange={(currency) => set({ currency })}
              error={problems['currency']}
            />
          )}
        </>
      )}
      <DecimalInput
        label={isPrice ? 'Price' : 'Percentage points'}
        {...(isPrice ? {} : { suffix: '%' })}
        {...number('threshold')}
        required
      />
    </Form>
  );
}
