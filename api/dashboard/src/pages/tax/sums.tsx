import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { AFTER_TAX, AT_DAILY_RATES, money } from '../../../../../charts/index.ts';
import type { TaxReport, TermTotals } from '../../api/types.ts';
import { Amount, Change } from '../../components/amount.tsx';
import { TotalCard } from '../../components/total-card.tsx';

/** What was gained short-term and long-term, what is still held, and what was paid out. */
export function Sums({ report }: { report: TaxReport }) {
  const { counts, currency, dividends, intraday, long_term, remaining, short_term } = report;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <Term title="Short-term gain" totals={short_term} currency={currency} />
      <Term title="Long-term gain" totals={long_term} currency={currency} />
      {counts.intraday_lots > 0 && (
        <Term title="Intraday gain (speculative)" totals={intraday} currency={currency} />
      )}
      <Fact
        title="Cost of lots still held"
        note={`${lots(remaining.lots)}${partly(remaining.left_out, currency, 'cost')} at the end of the year (FIFO). Holdings show the average cost`}
        mayChange={remaining.provisional_reason !== null}
      >
        <Amount value={remaining.cost} currency={currency} reason={remaining.reason ?? 'Unknown.'} />
      </Fact>
      <Fact title="Dividends" note={`${AFTER_TAX}, ${AT_DAILY_RATES}`}>
        <Amount value={dividends.net} currency={currency} reason={dividends.reason ?? 'Unknown.'} />
      </Fact>
    </SimpleGrid>
  );
}

function Term({ title, totals, currency }: { title: string; totals: TermTotals; currency: string }) {
  const isConverted = totals.by_currency.some((sum) => sum.currency !== currency);
  const converted = totals.fx_estimated
    ? `, ${AT_DAILY_RATES}, partly estimated`
    : isConverted
      ? `, ${AT_DAILY_RATES}`
      : '';
  return (
    <Fact
      title={title}
      note={`${lots(totals.lots)}${converted}${partly(totals.left_out, currency)}`}
      mayChange={totals.provisional_reason !== null}
    >
      <Change value={totals.gain} currency={currency} reason={totals.reason ?? 'Unknown.'} />
    </Fact>
  );
}

/** ", partial: excludes 20 units sold for ₹2,960.00, gain unknown". */
function partly(left: TermTotals['left_out'], currency: string, what = 'gain'): string {
  if (left === null) return '';
  const { proceeds, units } = left;
  const amount = `${units.toLocaleString('en-IN', { maximumFractionDigits: 4 })} ${units === 1 ? 'unit' : 'units'}`;
  const sold = proceeds === null ? '' : ` sold for ${money(proceeds, currency)}`;
  return `, partial: excludes ${amount}${sold}, ${what} unknown`;
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
    <TotalCard
      label={title}
      under={
        <>
          {note}
          {mayChange && ', may change: a corporate action waits for your decision'}
        </>
      }
    >
      {children}
    </TotalCard>
  );
}
