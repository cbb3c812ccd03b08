/** What tables of lots share, on the page of a holding and in the tax report. */
import { Badge, Text } from '@mantine/core';
import { Amount, Quantity } from './amount.tsx';
import type { Column } from './data-table.tsx';

export const TermBadge = ({ term }: { term: 'SHORT' | 'LONG' }) => (
  <Badge variant="light" color={term === 'LONG' ? 'teal' : 'gray'}>
    {term === 'LONG' ? 'Long-term' : 'Short-term'}
  </Badge>
);

/** The shares that a lot was before, in words; nothing for one that was never anything else. */
export const LotChain = ({ words }: { words: string | null }) =>
  words === null ? null : (
    <Text size="xs" c="dimmed" maw={320}>
      {words}
    </Text>
  );

export const unitsColumn: Column<{ quantity: number; currency: string }> = {
  key: 'quantity',
  title: 'Units',
  align: 'end',
  render: ({ quantity, currency }) => <Quantity value={quantity} currency={currency} />,
};

/** @param reasonOf why an amount is unknown */
export function amountColumn<Lot extends { currency: string }>(
  key: string,
  title: string,
  amountOf: (lot: Lot) => number | null,
  reasonOf: (lot: Lot) => string | null,
): Column<Lot> {
  return {
    key,
    title,
    align: 'end',
    render: (lot) => (
      <Amount value={amountOf(lot)} currency={lot.currency} reason={reasonOf(lot) ?? 'Unknown.'} />
    ),
  };
}
