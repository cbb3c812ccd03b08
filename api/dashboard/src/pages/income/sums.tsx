import { SimpleGrid, Stack } from '@mantine/core';
import { AFTER_TAX, BEFORE_TAX } from '../../../../../charts/index.ts';
import type { IncomeSum } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { TotalCard } from '../../components/total-card.tsx';

/** Sums of each currency: what came, what tax took, what is still to come, and what never showed up. */
export function Sums({ sums: all }: { sums: readonly IncomeSum[] }) {
  const known = all.filter(
    ({ paid, withheld_tax, expected, unrecorded }) =>
      ![paid, withheld_tax, expected, unrecorded].every((sum) => sum === 0),
  );
  // A currency in which nothing came and nothing will is not worth four cards; without any other it says so.
  const sums = known.length > 0 ? known : all.slice(0, 1);
  return (
    <Stack gap="sm">
      {sums.map((sum) => (
        <SimpleGrid key={sum.currency} cols={{ base: 1, xs: 2, md: 4 }}>
          <TotalCard label={sums.length > 1 ? `Paid, ${sum.currency}` : 'Paid'} under={AFTER_TAX}>
            <Amount value={sum.paid} currency={sum.currency} />
          </TotalCard>
          <TotalCard label="Tax withheld" under="from your transactions">
            <Amount value={sum.withheld_tax} currency={sum.currency} />
          </TotalCard>
          <TotalCard label="Expected" under={`from today on, ${BEFORE_TAX}`}>
            <Amount value={sum.expected} currency={sum.currency} />
          </TotalCard>
          <TotalCard label="Overdue" under={`no payment recorded, ${BEFORE_TAX}`}>
            <Amount value={sum.unrecorded} currency={sum.currency} />
          </TotalCard>
        </SimpleGrid>
      ))}
    </Stack>
  );
}
