/** The overview below its first screen: movers, sectors, next dates, and notes about the figures. */
import { Grid, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { allocation, movers, nameOrSymbol } from '../../../../../charts/index.ts';
import type { Dashboard, Grouping } from '../../api/types.ts';
import { CatchingUp } from '../../components/catch-up.tsx';
import { ChartCard } from '../../components/chart-card.tsx';
import { holdingAddress } from '../../components/holding-link.tsx';
import { ReportNotes } from '../../components/report-notes.tsx';
import { Earnings } from './earnings.tsx';
import { GoalHighlights } from './goal-highlights.tsx';
import { InWords } from './in-words.tsx';
import { NextDates } from './next-dates.tsx';
import { PartsQuestion } from './parts-question.tsx';
import { PortfolioTotals } from './portfolio-totals.tsx';

export default function Details({ data }: { data: Dashboard }) {
  const currency = data.base_currency;
  const hasDayMoves = data.movers.day.gainers.length + data.movers.day.losers.length > 0;
  const [chosen, setChosen] = useState<'day' | 'total' | null>(null);
  const moves = chosen ?? (hasDayMoves ? 'day' : 'total');
  const moved = namedMovers(data, moves);
  const [grouping, setGrouping] = useState<Grouping>('asset_class');
  return (
    <Stack>
      <PartsQuestion />
      <CatchingUp />
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ChartCard
            chart={movers}
            data={moved.data}
            title="Movers"
            links={moved.links}
            currency={currency}
            controls={
              <SegmentedControl
                size="xs"
                aria-label="Movers of"
                data={[
                  { value: 'day', label: data.total.day_change_label },
                  { value: 'total', label: 'Since purchase' },
                ]}
                value={moves}
                onChange={(value) => setChosen(value === 'day' ? 'day' : 'total')}
              />
            }
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ChartCard
            chart={allocation}
            data={{ slices: data.allocation[grouping], basis: data.allocation.basis }}
            title="Allocation"
            currency={currency}
            controls={
              <NativeSelect
                size="xs"
                aria-label="Grouped by"
                data={[
                  { value: 'asset_class', label: 'Asset class' },
                  { value: 'sector', label: 'Sector' },
                  { value: 'currency', label: 'Currency' },
                  { value: 'portfolio', label: 'Portfolio' },
                ]}
                value={grouping}
                onChange={(event) => setGrouping(event.currentTarget.value as Grouping)}
                w={130}
              />
            }
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <NextDates />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <InWords />
        </Grid.Col>
      </Grid>
      <GoalHighlights goals={data.goal_highlights} />
      <PortfolioTotals portfolios={data.portfolios} byCurrency={data.by_currency} />
      <Earnings earnings={data.earnings} currency={currency} />
      <ReportNotes parts={partsOf(data.total)} warnings={data.warnings.filter((one) => isNote(one, data))} />
    </Stack>
  );
}

type Mover = Dashboard['movers']['day']['gainers'][number];

/** The movers by the names of their companies; one whose price is of another day than the total says so. */
function namedMovers({ movers: by, total }: Dashboard, of: 'day' | 'total') {
  const textOf = ({ label, name, day_change_label }: Mover): string => {
    const shown = nameOrSymbol({ name, symbol: label });
    return of === 'total' || day_change_label === total.day_change_label
      ? shown
      : `${shown} (${day_change_label})`;
  };
  const named = (rows: readonly Mover[]) => rows.map((row) => ({ ...row, label: textOf(row) }));
  const { gainers, losers } = by[of];
  return {
    data: { gainers: named(gainers), losers: named(losers) },
    /** Links to the movers' pages, by the text of the rows. */
    links: new Map([...gainers, ...losers].map((row) => [textOf(row), holdingAddress(row.label)])),
  };
}

/** The figures of the total that leave holdings out, by their names. */
const partsOf = ({ day_change_label, partial }: Dashboard['total']) =>
  [
    ['Value', partial.current_value],
    ['Invested', partial.total_invested],
    ['Gain', partial.total_profit],
    [day_change_label, partial.day_change],
  ] as const;

/** Warnings that are tasks of the person. */
const TASKS = new Set([
  'ACTIONS_UNDECIDED',
  'BROKER_CHANGES_UNDECIDED',
  'SYNC_FAILED',
  'TRADES_UNASSIGNED',
  'VALUATION_PARTIAL',
]);

/** True for a warning that neither a task nor the age of the value says. */
const isNote = ({ code }: Dashboard['warnings'][number], { freshness }: Dashboard): boolean =>
  !TASKS.has(code) &&
  !(code === 'VALUATION_STALE' && freshness.stale_holdings === freshness.outdated_holdings);
