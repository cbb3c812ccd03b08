/** AI research: dossiers of listed shares, and the way to ask for one. */
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlus, IconReportSearch } from '../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { moment, percent } from '../../../../charts/index.ts';
import { isUnderWay, useResearchProgress, useResearchRuns, useResearchState } from '../api/ai-research.ts';
import type { ResearchRun, ResearchState } from '../api/types.ts';
import { Unknown } from '../components/amount.tsx';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { Pager } from '../components/pager.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { useListParams } from '../components/search-params.ts';
import { NewRun } from './ai-research/new-run.tsx';
import { QA, RATINGS } from './ai-research/report/words.ts';
import { asked, STATUSES } from './ai-research/words.ts';
import { BadgeWithMeaning } from './strategies/badges.tsx';

const PAGE_SIZE = 25;
const STATUS_NAMES = Object.keys(STATUSES) as ResearchRun['status'][];
const RATING_NAMES = Object.keys(RATINGS) as NonNullable<ResearchRun['rating']>[];

export default function AiResearchPage() {
  const state = useResearchState();
  useResearchProgress();
  return (
    <Loaded query={state}>
      {(data) => (data.is_enabled ? <Runs state={data} /> : <Off state={data} />)}
    </Loaded>
  );
}

function Off({ state }: { state: ResearchState }) {
  return (
    <>
      <Heading help="research" title="AI research">
        Reports about listed shares, with the evidence behind them. Advice only.
      </Heading>
      <Empty icon={<IconReportSearch />} title="AI research is switched off">
        {state.message}
      </Empty>
    </>
  );
}

function Runs({ state }: { state: ResearchState }) {
  const params = useListParams();
  const query = {
    page: params.page,
    page_size: PAGE_SIZE,
    q: params.get('q') || undefined,
    status: params.oneOf('status', STATUS_NAMES),
    rating: params.oneOf('rating', RATING_NAMES),
  };
  const isFiltered = [query.q, query.status, query.rating].some((one) => one !== undefined);
  const runs = useResearchRuns(query, true);
  const [isNew, setNew] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
      New research
    </Button>
  );
  return (
    <>
      <Heading help="research" title="AI research" actions={add}>
        Reports about listed shares, with the evidence behind them. Advice only.
      </Heading>
      <Stack gap="md">
        {state.message !== null && <Notice tone="caution">{state.message}</Notice>}
        <Group gap="xs">
          <SearchBox
            label="Search research"
            value={params.get('q')}
            onSearch={(q) => params.set({ q: q.trim() })}
          />
          <ChoiceFilter
            label="Rating"
            all="Any rating"
            choices={RATING_NAMES.map((value) => ({ value, label: RATINGS[value].label }))}
            value={query.rating}
            onChange={(rating) => params.set({ rating })}
          />
          <ChoiceFilter
            label="Status"
            all="Any status"
            choices={STATUS_NAMES.map((value) => ({ value, label: STATUSES[value].label }))}
            value={query.status}
            onChange={(status) => params.set({ status })}
          />
        </Group>
        <Loaded query={runs}>
          {({ items, page, page_size, total }) =>
            total === 0 && isFiltered ? (
              <Empty icon={<IconReportSearch />} title="Nothing matches">
                Clear the search or the filters to see your other research.
              </Empty>
            ) : total === 0 ? (
              <Empty icon={<IconReportSearch />} title="No research yet" actions={add}>
                A run reads what a company, its exchange and its regulator have published, works out the
                facts, and writes a report with a rating. It is advice only: it changes nothing in your books
                and never trades.
              </Empty>
            ) : (
              <div className="panel">
                <DataTable caption="Research" columns={COLUMNS} rows={items} keyOf={({ run_id }) => run_id} />
                <Pager
                  page={page}
                  pageSize={page_size}
                  total={total}
                  noun="runs"
                  onPage={(next) => params.set({ page: next })}
                />
              </div>
            )
          }
        </Loaded>
      </Stack>
      <NewRun opened={isNew} onClose={() => setNew(false)} state={state} />
    </>
  );
}

const COLUMNS: Column<ResearchRun>[] = [
  {
    key: 'symbol',
    title: 'Share',
    render: (run) => (
      <Stack gap={2} align="flex-start" miw={0}>
        <Anchor component={Link} to={`/research/ai/${run.run_id}`} size="sm" fw={600}>
          {run.symbol}
        </Anchor>
        <Text size="xs" c="dimmed" fw={400}>
          {run.company_name ?? 'The name is unknown'}
        </Text>
      </Stack>
    ),
  },
  { key: 'mode', title: 'Mode', render: (run) => <Text size="sm">{asked(run)}</Text> },
  {
    key: 'rating',
    title: 'Rating',
    render: (run) =>
      run.rating === null ? (
        <Unknown reason={isUnderWay(run) ? 'The report is not written yet.' : 'It ended without a report.'} />
      ) : (
        <BadgeWithMeaning {...RATINGS[run.rating]} />
      ),
  },
  {
    key: 'status',
    title: 'Status',
    render: (run) =>
      isUnderWay(run) ? (
        <div style={{ minWidth: 120 }}>
          <Text size="xs" c="dimmed">
            {run.stage_title ?? 'Waiting'}, {run.stages_done} of {run.stages}
          </Text>
          <Progress
            value={run.stages === 0 ? 0 : (100 * run.stages_done) / run.stages}
            aria-label={`Progress of ${run.symbol}`}
          />
        </div>
      ) : (
        <Stack gap={2} align="flex-start">
          <BadgeWithMeaning {...STATUSES[run.status]} />
          {run.qa_status !== null && run.qa_status !== 'PASS' && (
            <Text size="xs" c="dimmed">
              {QA[run.qa_status].label}
            </Text>
          )}
        </Stack>
      ),
  },
  {
    key: 'coverage',
    title: 'Required coverage',
    align: 'end',
    render: (run) =>
      run.required_pct === null ? (
        <Unknown reason={run.error ?? 'Unknown until the facts are worked out.'} />
      ) : (
        <span className="figure">{percent(run.required_pct, { digits: 0 })}</span>
      ),
  },
  { key: 'asked', title: 'Asked', render: (run) => <Text size="sm">{moment(run.created_at)}</Text> },
];
