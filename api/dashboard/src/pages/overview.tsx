/** The overview: value, its certainty, its course and open tasks. */
import { Button, Skeleton, Stack } from '@mantine/core';
import { IconRefresh } from '../icons.ts';
import { lazy, Suspense, useState } from 'react';
import { exchangeRate, moment } from '../../../../charts/index.ts';
import { isOffline } from '../api/client.ts';
import { useComparison, useDashboard } from '../api/queries.ts';
import type { Dashboard, Period } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { IndexCurve } from '../components/index-curve.tsx';
import { Loaded, QueryFailure } from '../components/notices.tsx';
import { Headline } from './overview/headline.tsx';
import { NeedsYou } from './overview/needs-you.tsx';
import { useFreshPrices } from './overview/use-fresh-prices.ts';

/** Loaded after the first screen, or instead of it. */
const Details = lazy(() => import('./overview/details.tsx'));
const Beginning = lazy(() => import('./overview/beginning.tsx'));

/** Height of the curve in pixels: with the value above and the tasks below it, it fits a screen 900 high. */
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
        <NeedsYou />
        <Suspense fallback={<Waiting height={300} />}>
          <Details data={data} />
        </Suspense>
      </Stack>
    </>
  );
}

const progressText = ({ done, total, failed }: { done: number; total: number; failed: number }): string =>
  `${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}${failed > 0 ? `, ${failed.toLocaleString('en-IN')} without a price` : ''}`;

/** The portfolio beside its index over a period. */
function Curve() {
  const [period, setPeriod] = useState<Period>();
  const comparison = useComparison({ portfolio: '', benchmark: undefined, period });
  if (comparison.error && !isOffline(comparison.error) && !comparison.data)
    return <QueryFailure query={comparison} />;
  if (!comparison.data) return <Waiting height={CURVE_HEIGHT + 86} />;
  return <IndexCurve comparison={comparison.data} height={CURVE_HEIGHT} onPeriod={setPeriod} />;
}

const Waiting = ({ height }: { height: number }) => (
  <Skeleton height={height} radius="md" role="status" aria-busy="true" aria-label="Loading" />
);

function OverviewSkeleton() {
  return (
    <Stack aria-busy="true" aria-label="Loading">
      <Skeleton height={36} width={220} />
      <Skeleton height={112} radius="md" />
      <Skeleton height={CURVE_HEIGHT + 86} radius="md" />
    </Stack>
  );
}
