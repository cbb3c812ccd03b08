/** Everything at a glance: what it is worth, how sure that is, where it lies and what moved. */
import {
  Alert,
  Anchor,
  Button,
  Grid,
  Group,
  SegmentedControl,
  NativeSelect,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileImport, IconRefresh, IconSeeding } from '../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  allocation,
  exchangeRate,
  joinSentences,
  moment,
  movers,
  seriesNotes,
  valueOverTime,
} from '../../../../charts/index.ts';
import { isOffline } from '../api/client.ts';
import { api } from '../api/endpoints.ts';
import { useDashboard, useHistory } from '../api/queries.ts';
import type { Dashboard, Grouping } from '../api/types.ts';
import { CatchingUp } from '../components/catch-up.tsx';
import { ChartCard } from '../components/chart-card.tsx';
import { Heading } from '../components/heading.tsx';
import { holdingAddress } from '../components/holding-link.tsx';
import { ExcludedHoldings } from '../components/excluded-holdings.tsx';
import { Empty, Loaded, QueryFailure } from '../components/notices.tsx';
import { Earnings } from './overview/earnings.tsx';
import { GoalHighlights } from './overview/goal-highlights.tsx';
import { InWords } from './overview/in-words.tsx';
import { PortfolioTotals } from './overview/portfolio-totals.tsx';
import { RefreshResult, RunningRefresh } from './overview/price-refresh.tsx';
import { TotalCards } from './overview/total-cards.tsx';
import { useFreshPrices } from './overview/use-fresh-prices.ts';

export default function Overview() {
  const dashboard = useDashboard();
  return (
    <Loaded query={dashboard} skeleton={<OverviewSkeleton />}>
      {(data) =>
        data.total.holdings_count === 0 && data.earnings.transactions_count === 0 ? (
          <Beginning />
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
      </Heading>
      <Stack>
        <CatchingUp />
        {prices.progress && <RunningRefresh progress={prices.progress} />}
        {!prices.progress && prices.last && <RefreshResult view={prices.last} />}
        <TotalCards total={data.total} freshness={data.freshness} />
        <ExcludedHoldings parts={partsOf(data.total)} />
        <Warnings data={data} />
        <ValueChart names={data.portfolios.map((one) => one.portfolio)} />
        <InWords />
        <Grid>
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
            <ChartCard
              chart={movers}
              data={moves === 'day' ? movesOfDay(data) : data.movers.total}
              title="Movers"
              links={pagesOf(data.movers[moves], moves === 'day' ? movesOfDay(data) : data.movers.total)}
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
        </Grid>
        <GoalHighlights goals={data.goal_highlights} />
        <PortfolioTotals portfolios={data.portfolios} byCurrency={data.by_currency} />
        <Earnings earnings={data.earnings} currency={currency} />
      </Stack>
    </>
  );
}

/** A mover whose price is of another day than the total says so. */
function movesOfDay({ movers: { day }, total }: Dashboard): Dashboard['movers']['day'] {
  const named = (rows: typeof day.gainers) =>
    rows.map((row) =>
      row.day_change_label === total.day_change_label
        ? row
        : { ...row, label: `${row.label} (${row.day_change_label})` },
    );
  return { gainers: named(day.gainers), losers: named(day.losers) };
}
/** The pages of what moved, by what the rows of the table say. */
function pagesOf(
  moved: Dashboard['movers']['day'],
  named: Dashboard['movers']['day'],
): ReadonlyMap<string, string> {
  const symbols = [...moved.gainers, ...moved.losers].map(({ label }) => label);
  const words = [...named.gainers, ...named.losers].map(({ label }) => label);
  return new Map(words.map((word, at) => [word, holdingAddress(symbols[at] ?? word)]));
}

/** The figures of the total that leave holdings out, by their names on the cards. */
const partsOf = ({ day_change_label, partial }: Dashboard['total']) =>
  [
    ['Value', partial.current_value],
    ['Invested', partial.total_invested],
    ['Gain', partial.total_profit],
    [day_change_label, partial.day_change],
  ] as const;

/** What the parts above have said already, each with its holdings. */
const TOLD = new Set(['VALUATION_PARTIAL', 'PREVIOUS_CLOSE_MISSING', 'FX_UNAVAILABLE']);

function Warnings({ data }: { data: Dashboard }) {
  const isPartial = Object.keys(data.total.partial).length > 0;
  const { age } = data.freshness;
  const warnings = data.warnings.filter(
    ({ code }) => !(isPartial && TOLD.has(code)) && !(age !== null && code === 'VALUATION_STALE'),
  );
  if (warnings.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title="About these figures"
    >
      <Stack gap={4} component="ul" m={0} pl="md">
        {warnings.map((warning) => (
          <Text key={warning.code} component="li" size="sm">
            {warning.message}
            {warning.code === 'ACTIONS_UNDECIDED' && (
              <>
                {' '}
                <Anchor component={Link} to="/corporate-actions" inherit>
                  Corporate actions
                </Anchor>
              </>
            )}
            {warning.code === 'SYNC_FAILED' && (
              <>
                {' '}
                <Anchor component={Link} to="/connections" inherit>
                  See the connections
                </Anchor>
                .
              </>
            )}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

const everything = 'Networth';

function ValueChart({ names }: { names: string[] }) {
  const [portfolio, setPortfolio] = useState(everything);
  const history = useHistory(portfolio);
  if (history.error && !isOffline(history.error) && !history.data) return <QueryFailure query={history} />;
  if (!history.data) return <Skeleton height={356} radius="md" />;
  const { points, currency, reason, notes } = history.data;
  return (
    <ChartCard
      chart={valueOverTime}
      data={points.map(({ date, value, invested }) => ({ at: date, value, invested }))}
      title="Value over time"
      currency={currency}
      note={joinSentences(reason, ...notes, seriesNotes(history.data))}
      controls={
        names.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Portfolio"
            data={[everything, ...names]}
            value={portfolio}
            onChange={(event) => setPortfolio(event.currentTarget.value)}
            w={150}
          />
        )
      }
    />
  );
}

function Beginning() {
  return (
    <>
      <Heading title="Welcome to Munim" help="firstSteps">
        Track your portfolio from your broker's own records.
      </Heading>
      <Empty
        icon={<IconSeeding />}
        title="Import your first tradebook"
        actions={
          <>
            <Button component={Link} to="/import" leftSection={<IconFileImport size={16} aria-hidden />}>
              Import a CSV
            </Button>
            <Button
              variant="default"
              component="a"
              href={api.csv.sampleFile}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Get the sample file
            </Button>
          </>
        }
      >
        Download the tradebook from your broker's website as CSV and import it. Munim calculates holdings,
        costs and gains, and finds the splits and bonuses that tradebooks lack. No file at hand? Try the
        sample.
      </Empty>
      <Group justify="center" mt="md">
        <Text size="sm" c="dimmed">
          You can also{' '}
          <Anchor component={Link} to="/connections" inherit>
            connect a broker
          </Anchor>
          ,{' '}
          <Anchor component={Link} to="/transactions" inherit>
            add a transaction
          </Anchor>{' '}
          or{' '}
          <Anchor component={Link} to="/chat" inherit>
            use the chat
          </Anchor>
          .
        </Text>
      </Group>
    </>
  );
}

function OverviewSkeleton() {
  return (
    <Stack aria-busy="true" aria-label="Loading">
      <Skeleton height={36} width={220} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={104} radius="md" />
        ))}
      </SimpleGrid>
      <Skeleton height={340} radius="md" />
    </Stack>
  );
}
