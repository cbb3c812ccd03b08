/** A field for a symbol that offers what is held and what the exchange lists, by symbol, name or ISIN. */
import { Autocomplete, Group, Stack, Text } from '@mantine/core';
import { companyName } from '../../../../charts/index.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef } from 'react';
import { useInstruments } from '../api/queries.ts';
import type { InstrumentSuggestion } from '../api/types.ts';

interface SymbolFieldProps {
  label?: string;
  description?: string;
  value: string;
  onChange: (symbol: string) => void;
  /** One was chosen from the list: told instead of its symbol alone. */
  onChoose?: (chosen: InstrumentSuggestion) => void;
  error?: string | undefined;
}

export function SymbolField({
  label = 'Symbol',
  description,
  value,
  onChange,
  onChoose,
  error,
}: SymbolFieldProps) {
  const [search] = useDebouncedValue(value.trim(), 200);
  const found = useInstruments(search);
  const items = value.trim() === '' ? [] : (found.data?.items ?? []);
  const chosen = useRef<InstrumentSuggestion>(undefined);
  const bySymbol = new Map(items.map((one) => [one.symbol, one]));
  return (
    <Autocomplete
      label={label}
      description={description}
      value={value}
      // The choice is told first, and the new text of the field right after it: both are one change.
      onOptionSubmit={(symbol) => void (chosen.current = bySymbol.get(symbol))}
      onChange={(text) => {
        const picked = chosen.current;
        chosen.current = undefined;
        if (picked?.symbol === text && onChoose) onChoose(picked);
        else onChange(text);
      }}
      data={items.map(({ symbol }) => symbol)}
      // The server has looked in names as well.
      filter={({ options }) => options}
      renderOption={({ option }) => <Suggestion of={bySymbol.get(option.value)} />}
      comboboxProps={{ withinPortal: true }}
      autoComplete="off"
      maxLength={128}
      required
      data-autofocus
      error={error}
    />
  );
}

function Suggestion({ of }: { of: InstrumentSuggestion | undefined }) {
  if (of === undefined) return null;
  return (
    <Group justify="space-between" wrap="nowrap" w="100%">
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {of.symbol}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {[of.name && companyName(of.name), of.isin].filter(Boolean).join(' · ')}
        </Text>
        {of.fate !== null && (
          <Text size="xs" c="dimmed">
            {of.fate}
          </Text>
        )}
      </Stack>
      <Text size="xs" c="dimmed">
        {of.is_held ? 'held' : of.delisted_on === null ? of.exchange : 'delisted'}
      </Text>
    </Group>
  );
}
