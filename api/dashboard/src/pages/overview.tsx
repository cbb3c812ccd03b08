/** Everything at a glance: what it is worth, how sure that is, where it lies and what moved. */
import { Button, Grid, NativeSelect, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { IconRefresh } from '../icons.ts';
import { lazy, Suspense, useState } from 'react';
import {
  allocation,
  exchangeRate,
  exclusionsOf,
  exclusionText,
  moment,
  movers,
  nameOrSymbol,
} from '../../../../charts/index.ts';
import { isOffline } from '../api/client.ts';
import { useComparison, useDashboard } from '../api/queries.ts';
import type { Dashboard, Grouping, Period } from '../api/types.ts';
import { CatchingUp } from '../components/catch-up.tsx';
import { ChartCard } from '../components/chart-card.tsx';
import { Heading } from '../components/heading.tsx';
import { holdingAddress } from '../components/holding-link.tsx';
import { IndexCurve } from '../components/index-curve.tsx';
import { Loaded, QueryFailure } from '../components/notices.tsx';
import { ReportNotes } from '../components/report-notes.tsx';
import { Earnings } from './overview/earnings.tsx';
import { GoalHighlights } from './overview/goal-highlights.tsx';
import { Headline } from './overview/headline.tsx';
import { NeedsYou } from './overview/needs-you.tsx';
import { NextDates } from './overview/next-dates.tsx';
import { PortfolioTotals } from './overview/portfolio-totals.tsx';
import { useFreshPrices } from './overview/use-fresh-prices.ts';

/** Loaded for people without records. */
const Beginning = lazy(() => import('./overview/beginning.tsx'));
/** Loaded after the figures. */
const InWords = lazy(() => import('./overview/in-words.tsx'));

/** Pixels of the curve: with the value above it and what waits below it, it fits a screen 900 high. */
const CURVE_HEIGHT = 270;

export default function Overview() {
  const dashboard = useDashboard();
  return (
    <Loaded query={dashboard} skeleton={<OverviewSkeleton />} isMarked={false}>
      {(data) =>
        data.total.holdings_count === 0 && data.earnings.transactions_count === 0 ? (
          <Suspense fallback={<OverviewSkeleton />}>
            <Beginning />
          </Suspense>
        ) : (
          <Figures data={data} />
        )
      }
    </Loaded>
  );
}

function Figures({ data }: { data: Dashboard }) {
  const prices = useFreshPrices();
  const currency = data.base_currency;
  const hasDayMoves = data.movers.day.gainers.length + data.movers.day.losers.length > 0;
  const [chosen, setChosen] = useState<'day' | 'total' | null>(null);
  const moves = chosen ?? (hasDayMoves ? 'day' : 'total');
  const moved = namedMovers(data, moves);
  const [grouping, setGrouping] = useState<Grouping>('asset_class');
  return (
    <>
      <Heading
        help="figures"
        title="Overview"
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={prices.refresh}
            loading={prices.progress !== null}
          >
            Refresh prices
          </Button>
        }
      >
        As of {moment(data.calculated_at)}, Indian time.
        {data.fx_rates.map((used) => ` ${exchangeRate(used)}.`)}
        {prices.progress && ` Refreshing prices: ${progressText(prices.progress)}.`}
      </Heading>
      <Stack>
        <Headline data={data} />
        <Curve />
        <NeedsYou warnings={data.warnings} refresh={prices.progress === null ? prices.last : null} />
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
            <Suspense fallback={<Skeleton height={96} radius="md" />}>
              <InWords />
            </Suspense>
          </Grid.Col>
        </Grid>
        <GoalHighlights goals={data.goal_highlights} />
        <PortfolioTotals portfolios={data.portfolios} byCurrency={data.by_currency} />
        <Earnings earnings={data.earnings} currency={currency} />
        <ReportNotes warnings={aboutFigures(data)} />
      </Stack>
    </>
  );
}

const progressText = ({ done, total, failed }: { done: number; total: number; failed: number }): string =>
  `${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}${failed > 0 ? `, ${failed.toLocaleString('en-IN')} without a price` : ''}`;

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
    /** The pages of what moved, by what the rows of the table say. */
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

/** Warnings that a line of what waits or the list of excluded holdings tells already. */
const AS_TODO = new Set(['ACTIONS_UNDECIDED', 'SYNC_FAILED']);
const AS_EXCLUSION = new Set(['VALUATION_PARTIAL', 'PREVIOUS_CLOSE_MISSING', 'FX_UNAVAILABLE']);

/** What a reader should know and cannot change: excluded holdings with their reasons, then the other warnings. */
function aboutFigures({ total, warnings, freshness }: Dashboard) {
  const isPartial = Object.keys(total.partial).length > 0;
  return [
    ...exclusionsOf(partsOf(total)).map((one) => ({ code: 'EXCLUDED', message: exclusionText(one) })),
    ...warnings.filter(
      ({ code }) =>
        !AS_TODO.has(code) &&
        !(isPartial && AS_EXCLUSION.has(code)) &&
        code !== 'VALUATION_PARTIAL' &&
        !(freshness.age !== null && code === 'VALUATION_STALE'),
    ),
  ];
}

/** The portfolio beside its index over a period. */
function Curve() {
  const [period, setPeriod] = useState<Period>();
  const comparison = useComparison({ portfolio: '', benchmark: undefined, period });
  if (comparison.error && !isOffline(comparison.error) && !comparison.data)
    return <QueryFailure query={comparison} />;
  if (!comparison.data) return <Skeleton height={CURVE_HEIGHT + 86} radius="md" />;
  return <IndexCurve comparison={comparison.data} height={CURVE_HEIGHT} onPeriod={setPeriod} />;
}

function OverviewSkeleton() {
  return (
    <Stack aria-busy="true" aria-label="Loading">
      <Skeleton height={36} width={220} />
      <Skeleton height={112} radius="md" />
      <Skeleton height={CURVE_HEIGHT + 86} radius="md" />
    </Stack>
  );
}
