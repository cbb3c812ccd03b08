import { Autocomplete } from '@mantine/core';
import { usePortfolios } from '../api/queries.ts';
import { ChoiceFilter } from './choice-filter.tsx';

/** Names of the portfolios that rows can be put into: all but Networth. */
export function usePortfolioNames(): string[] {
  return (usePortfolios().data?.items ?? []).filter((one) => !one.is_protected).map((one) => one.name);
}

/** Narrows a list to one portfolio; empty means all. */
export function PortfolioFilter({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const names = usePortfolioNames();
  if (names.length < 2 && value === '') return null;
  return (
    <ChoiceFilter
      label="Portfolio"
      all="All portfolios"
      choices={names}
      value={value || undefined}
      onChange={(name) => onChange(name ?? '')}
    />
  );
}

interface PortfolioFieldProps {
  value: string;
  onChange: (name: string) => void;
  error?: string | undefined;
  label?: string;
  description?: string;
  required?: boolean;
}

/** One of the portfolios, or a new one by its name. */
export function PortfolioField({ label = 'Portfolio', ...props }: PortfolioFieldProps) {
  return <Autocomplete label={label} data={usePortfolioNames()} maxLength={80} {...props} />;
}
