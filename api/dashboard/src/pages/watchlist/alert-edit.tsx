import { Modal, Select, Text } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { Alert, AlertChange, AlertKind } from '../../api/types.ts';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { DecimalInput, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';
import { KINDS } from './alert-form.tsx';

const ON_A_SYMBOL: readonly AlertKind[] = ['PRICE_ABOVE', 'PRICE_BELOW', 'DAY_MOVE_PCT'];

/** Gives an alert another level, or another kind on the same thing. @param alert null while closed. */
export function AlertEdit({ alert, onClose }: { alert: Alert | null; onClose: () => void }) {
  return (
    <Modal opened={alert !== null} onClose={onClose} title="Change an alert">
      {alert !== null && <Fields alert={alert} onClose={onClose} />}
    </Modal>
  );
}

function Fields({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const { draft, set, bound } = useDraft(
    (): { kind: AlertKind; currency: string; threshold: number | string } => ({
      kind: alert.kind,
      currency: alert.currency ?? 'INR',
      threshold: alert.threshold,
    }),
  );
  const save = usePortfolioChange((body: AlertChange) => api.alerts.update(alert.id, body));
  const problems = problemsOf(save.error);
  const { number } = bound(problems);
  const isPrice = draft.kind === 'PRICE_ABOVE' || draft.kind === 'PRICE_BELOW';
  const on = alert.symbol ?? alert.portfolio ?? 'All portfolios';
  return (
    <Form
      change={save}
      onSubmit={() =>
        save.mutate(
          { kind: draft.kind, threshold: Number(draft.threshold) },
          {
            onSuccess: ({ label }) => {
              done(`Alert saved: ${label}.`);
              onClose();
            },
          },
        )
      }
      onCancel={onClose}
      action="Change the alert"
    >
      <Text size="sm">
        On <b>{on}</b>. The alert restarts from the current value.
      </Text>
      {alert.kind !== 'DRAWDOWN_PCT' && (
        <Select
          label="Alert me when"
          data={ON_A_SYMBOL.map((value) => ({ value, label: KINDS[value] }))}
          value={draft.kind}
          onChange={(value) => set({ kind: ON_A_SYMBOL.find((one) => one === value) ?? alert.kind })}
          allowDeselect={false}
          error={problems['kind']}
        />
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
