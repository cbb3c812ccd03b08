/** The currency that totals are told in: that of Networth. */
import { Select } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange, usePortfolios } from '../../api/queries.ts';
import { done, failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

const CURRENCIES = [
  { value: 'INR', label: 'Indian rupee (INR)' },
  { value: 'USD', label: 'US dollar (USD)' },
  { value: 'EUR', label: 'Euro (EUR)' },
  { value: 'GBP', label: 'Pound sterling (GBP)' },
  { value: 'AED', label: 'UAE dirham (AED)' },
  { value: 'SGD', label: 'Singapore dollar (SGD)' },
  { value: 'CAD', label: 'Canadian dollar (CAD)' },
  { value: 'AUD', label: 'Australian dollar (AUD)' },
];

export function BaseCurrency() {
  const portfolios = usePortfolios();
  const networth = portfolios.data?.items.find(({ is_protected }) => is_protected);
  const change = usePortfolioChange(async (base_currency: string) => {
    if (networth === undefined) return;
    await api.portfolios.update(networth.id, { base_currency });
    // The rates into it are fetched with the prices.
    await api.prices.refresh().catch(() => undefined);
  });
  const value = networth?.base_currency ?? null;
  const known = CURRENCIES.some((one) => one.value === value);
  return (
    <Section
      title="Base currency"
      description="Totals over all portfolios are in this currency: overview, net worth, returns and reports. Each portfolio keeps its own. Values recorded in another currency are kept, and shown again when you switch back."
    >
      <Select
        label="Totals in"
        data={known || value === null ? CURRENCIES : [...CURRENCIES, { value, label: value }]}
        value={value}
        disabled={networth === undefined || change.isPending}
        allowDeselect={false}
        maw={320}
        onChange={(next) => {
          if (next === null || next === value) return;
          change.mutate(next, {
            onSuccess: () => done(`Totals are in ${next} now.`),
            onError: (error) => failed(error, 'The base currency could not be changed'),
          });
        }}
      />
    </Section>
  );
}
