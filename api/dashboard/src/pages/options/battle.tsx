/** Strategy choice: how strategies scored against each other on a day, and how often each was chosen. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { IconSwords } from '../../icons.ts';
import { day, moment } from '../../../../../charts/index.ts';
import { useBattles, useBattleSummary } from '../../api/options-journal.ts';
import type { BattleLog, BattleSummary } from '../../api/types.ts';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { DateFilter } from '../../components/date-filter.tsx';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { AllTrades } from './journal/all-trades.tsx';

const PAGE_SIZE = 25;
const score = (value: number): string => value.toLocaleString('en-IN', { maximumFractionDigits: 3 });

type Choice = BattleLog['items'][number];
type DayOf = BattleSummary['days'][number];

export default function BattlePage() {
  const params = useListParams();
  const log = useBattles(params.get('date'), params.page, PAGE_SIZE);
  const summary = useBattleSummary();
  return (
    <>
      <AllTrades />
      <Heading help="ingest" title="Strategy choice">
        How your trading process weighed its strategies against each other.
      </Heading>
      <Stack gap="lg">
        <section>
          <Group justify="space-between" mb="sm" gap="xs">
            <Title order={2} size="h4">
              Choices{log.data === undefined ? '' : ` of ${day(log.data.date)}`}
            </Title>
            <DateFilter label="Day" value={params.get('date')} onChange={(date) => params.set({ date })} />
          </Group>
          <Loaded query={log}>
            {({ items, page, page_size, total, date }) =>
              total === 0 ? (
                <Empty icon={<IconSwords />} title={`No choices on ${day(date)}`}>
                  Choose another day, or have your process send strategy_battle records.
                </Empty>
              ) : (
                <div className="panel">
                  <DataTable caption="Choices" columns={choices} rows={items} keyOf={({ id }) => id} />
                  <Pager
                    page={page}
                    pageSize={page_size}
                    total={total}
                    noun="choices"
                    onPage={(next) => params.set({ page: next })}
                  />
                </div>
              )
            }
          </Loaded>
        </section>
        <section>
          <Title order={2} size="h4" mb="sm">
            By day
          </Title>
          <Loaded query={summary}>
            {({ days }) =>
              days.length === 0 ? (
                <Text c="dimmed">
                  No choices yet. They show here once your process sends strategy_battle records.
                </Text>
              ) : (
                <div className="panel">
                  <DataTable
                    caption="Choices by day"
                    columns={byDay}
                    rows={days}
                    keyOf={({ date }) => date}
                  />
                </div>
              )
            }
          </Loaded>
        </section>
      </Stack>
    </>
  );
}

const choices: readonly Column<Choice>[] = [
  {
    key: 'chosen',
    title: 'Chosen',
    render: ({ chosen, underlying, regime }) => (
      <NameCell name={chosen ?? 'None was good enough'} facts={[underlying, regime]} />
    ),
  },
  { key: 'at', title: 'When', render: ({ at }) => <span className="figure">{moment(at)}</span> },
  {
    key: 'candidates',
    title: 'Candidates and scores',
    render: ({ candidates }) => (
      <div>
        {candidates.map((one) => (
          <Text key={one.strategy} size="sm">
            {one.strategy} <span className="figure">{score(one.score)}</span>
            {one.reason !== null && (
              <Text span size="xs" c="dimmed">
                {' '}
                {one.reason}
              </Text>
            )}
          </Text>
        ))}
      </div>
    ),
  },
];

const byDay: readonly Column<DayOf>[] = [
  {
    key: 'day',
    title: 'Day',
    render: ({ date, battles, undecided }) => (
      <NameCell
        name={day(date)}
        facts={[
          `${battles} ${battles === 1 ? 'choice' : 'choices'}`,
          undecided > 0 ? `${undecided} without a choice` : null,
        ]}
      />
    ),
  },
  {
    key: 'strategies',
    title: 'Times chosen, mean score',
    render: ({ strategies }) => (
      <div>
        {strategies.map((one) => (
          <Text key={one.strategy} size="sm">
            {one.strategy}{' '}
            <span className="figure">
              {one.chosen} of {one.candidate}, {score(one.mean_score)}
            </span>
          </Text>
        ))}
      </div>
    ),
  },
  {
    key: 'regimes',
    title: 'Regimes',
    render: ({ regimes }) => (
      <Text size="sm">
        {regimes.map(({ regime, battles }) => `${regime ?? 'Not reported'} ${battles}`).join(', ')}
      </Text>
    ),
  },
];
