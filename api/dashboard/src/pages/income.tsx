/** What holdings pay: sums, a picture, every event with where it is known from, months as a calendar, and bonds. */
import { Button, Stack, Tabs } from '@mantine/core';
import { IconCash, IconRefresh } from '../icons.ts';
import { incomeBars } from '../../../../charts/index.ts';
import { api } from '../api/endpoints.ts';
import { useIncomeSummary, usePortfolioChange } from '../api/queries.ts';
import type { IncomeSummary } from '../api/types.ts';
import { ChartCard } from '../components/chart-card.tsx';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { Downloads } from '../components/downloads.tsx';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Failure, Loaded } from '../components/notices.tsx';
import { useListParams } from '../components/search-params.ts';
import { barsOf } from './income/bars.ts';
import { Bonds } from './income/bonds.tsx';
import { Events } from './income/events.tsx';
import { MonthCalendar } from './income/month-calendar.tsx';
import { Outlook } from './income/outlook.tsx';
import { Sums } from './income/sums.tsx';

const LISTS = ['events', 'calendar', 'bonds'] as const;

export default function IncomePage() {
  const params = useListParams();
  const year = Number(params.get('year')) || undefined;
  const summary = useIncomeSummary(year === undefined ? {} : { year });
  const recompute = usePortfolioChange(api.income.recompute);
  const shown = params.oneOf('show', LISTS) ?? 'events';
  const years = summary.data?.years.map(String) ?? [];

  return (
    <>
      <Heading
        help="income"
        title="Income"
        actions={
          <>
            <ChoiceFilter
              label="Year"
              all="All years"
              choices={years}
              value={year === undefined ? undefined : String(year)}
              onChange={(chosen) => params.set({ year: chosen })}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={recompute.isPending}
              onClick={() => recompute.mutate(undefined)}
            >
              Recalculate
            </Button>
            <Downloads
              of={{
                report: 'income',
                portfolio: params.get('portfolio'),
                ...(year === undefined ? {} : { from: `${year}-01-01`, to: `${year}-12-31` }),
              }}
            />
          </>
        }
      >
        Dividends and coupons: paid, due and expected.
      </Heading>
      <Stack gap="md">
        {recompute.error && <Failure error={recompute.error} />}
        {recompute.data && <Outcome data={recompute.data} />}
        {summary.data?.is_behind === true && (
          <Notice tone="info" role="status">
            Your records have changed. Munim is recalculating your income, and this page will update when it
            is done.
          </Notice>
        )}
        <Loaded query={summary}>{(data) => <Overview summary={data} year={year} />}</Loaded>
        {years.length > 0 && <Outlook />}
        <Tabs
          value={shown}
          onChange={(show) => params.set({ show: show === 'events' ? undefined : (show ?? undefined) })}
          keepMounted={false}
        >
          <Tabs.List mb="sm">
            <Tabs.Tab value="events">Events</Tabs.Tab>
            <Tabs.Tab value="calendar">Calendar</Tabs.Tab>
            <Tabs.Tab value="bonds">Bonds</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="events">
            <Events year={year} />
          </Tabs.Panel>
          <Tabs.Panel value="calendar">
            <MonthCalendar />
          </Tabs.Panel>
          <Tabs.Panel value="bonds">
            <Bonds />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </>
  );
}

function Overview({ summary, year }: { summary: IncomeSummary; year: number | undefined }) {
  const [first] = summary.by_currency;
  if (first === undefined)
    return (
      <Empty icon={<IconCash />} title={year === undefined ? 'No income yet' : `No income in ${year}`}>
        Dividends come from your transactions and from exchange announcements for shares you hold, coupons
        from the terms of your bonds. Munim updates them daily; choose Recalculate to update now.
      </Empty>
    );
  return (
    <Stack gap="md">
      <Sums sums={summary.by_currency} />
      <ChartCard
        chart={incomeBars}
        data={{ bars: barsOf(summary, first.currency) }}
        title={year === undefined ? 'Income by year' : `Income in ${year} by month`}
        currency={first.currency}
        height={240}
        note={
          summary.by_currency.length > 1
            ? `The chart shows ${first.currency}. Other currencies are in the totals above and the events below.`
            : null
        }
      />
    </Stack>
  );
}

function Outcome({ data }: { data: Awaited<ReturnType<typeof api.income.recompute>> }) {
  const { added, changed, cancelled, declared, unresolved_bonds } = data;
  const isSame = added + changed + cancelled === 0;
  return (
    <Notice tone="info" role="status">
      {isSame ? 'Nothing has changed.' : `${added} new, ${changed} changed, ${cancelled} cancelled.`}
      {declared !== null &&
        declared.unreadable > 0 &&
        ` ${declared.unreadable} ${declared.unreadable === 1 ? 'announcement' : 'announcements'} could not be read. See Data quality.`}
      {unresolved_bonds.length > 0 &&
        ` Bonds to check: ${unresolved_bonds.map(({ symbol }) => symbol).join(', ')}.`}
      {declared?.reason && ` ${declared.reason}`}
    </Notice>
  );
}
