import { Switch } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import { failed } from '../../components/toast.tsx';

/** The person's setting: trades of one day are matched before older lots, or not. */
export function IntradaySwitch({ isOn }: { isOn: boolean }) {
  const change = usePortfolioChange((intraday_first: boolean) => api.tax.saveSettings({ intraday_first }));
  return (
    <Switch
      label="Match intraday trades first"
      description={
        change.isPending
          ? 'Recalculating your ledger…'
          : 'Shares and ETFs bought and sold on one day in one portfolio are speculative business (section 43(5)) and leave older lots alone. Off: all sales are first in, first out.'
      }
      checked={isOn}
      disabled={change.isPending}
      onChange={(event) =>
        change.mutate(event.currentTarget.checked, {
          onError: (error) => failed(error, 'The setting could not be changed'),
        })
      }
      mb="md"
    />
  );
}
