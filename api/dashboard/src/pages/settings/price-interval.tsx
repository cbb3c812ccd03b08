/** Setting for how many days a price by hand counts: that of Networth. */
import { Select } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange, usePortfolios } from '../../api/queries.ts';
import { done, failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

const DAYS = [30, 90, 180, 365];

export function PriceInterval() {
  const portfolios = usePortfolios();
  const networth = portfolios.data?.items.find(({ is_protected }) => is_protected);
  const change = usePortfolioChange(async (price_interval_days: number) => {
    if (networth !== undefined) await api.portfolios.update(networth.id, { price_interval_days });
  });
  const days = networth?.price_interval_days ?? null;
  const choices = days === null || DAYS.includes(days) ? DAYS : [...DAYS, days].toSorted((a, b) => a - b);
  return (
    <Section
      title="Prices by hand"
      description="A price that you enter counts for this long where no market prices the holding, such as an unlisted share. After that, figures call it old. A holding can have its own interval: edit the holding."
    >
      <Select
        label="A price counts for"
        data={choices.map((one) => ({ value: `${one}`, label: `${one} days` }))}
        value={days === null ? null : `${days}`}
        disabled={networth === undefined || change.isPending}
        allowDeselect={false}
        maw={320}
        onChange={(next) => {
          if (next === null || next === `${days}`) return;
          change.mutate(Number(next), {
            onSuccess: () => done(`Prices that you enter count for ${next} days.`),
            onError: (error) => failed(error, 'The setting could not be changed'),
          });
        }}
      />
    </Section>
  );
}
