import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TaxReport, TermTotals } from '../../api/types.ts';
import { Amount, Change } from '../../components/amount.tsx';

/** What was gained short-term and long-term, what is still held, and what was paid out. */
export function Sums({ report }: { report: TaxReport }) {
  const { currency, dividends, long_term, remaining, short_term } = report;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <Term title="Short-term gain" totals={short_term} currency={currency} />
      <Term title="Long-term gain" totals={long_term} currency={currency} />
      <Fact
        title="Cost of lots still held"
        note={`${lots(remaining.lots)} at the end of the year (FIFO). Holdings show the average cost`}
        mayChange={remaining.provisional_reason !== null}
      >
        <Amount value={remaining.cost} currency={currency} reason={remaining.reason ?? 'Unknown.'} />
      </Fact>
      <Fact title="Dividends" note="After tax withheld, each at its day’s exchange rate">
        <Amount value={dividends.net} currency={currency} reason={dividends.reason ?? 'Unknown.'} />
      </Fact>
    </SimpleGrid>
  );
}

function Term({ title, totals, currency }: { title: string; totals: TermTotals; currency: string }) {
  const isConverted = totals.by_currency.some((sum) => sum.currency !== currency);
  const converted = totals.fx_estimated ? ', partly at estimated rates' : isConverted ? ', converted' : '';
  return (
    <Fact
      title={title}
      note={`${lots(totals.lots)}${converted}`}
      mayChange={totals.provisional_reason !== null}
    >
      <Change value={totals.gain} currency={currency} reason={totals.reason ?? 'Unknown.'} />
    </Fact>
  );
}

function lots(count: number): string {
  return count === 1 ? '1 lot' : `${count.toLocaleString('en-IN')} lots`;
}

interface FactProps {
  title: string;
  note: string;
  /** A corporate action waits for a decision. */
  mayChange?: boolean;
  children: ReactNode;
}

function Fact({ title, note, mayChange = false, children }: FactProps) {
  return (
    <Stack className="panel" p="md" gap={2} component="section" aria-label={title}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text size="lg" fw={600} component="div">
        {children}
      </Text>
      <Text size="xs" c="dimmed">
        {note}
        {mayChange && ', may change: a corporate action waits for your decision'}
      </Text>
    </Stack>
  );
}
