/** What was decided of strategies, when, by whom, and on what it rested. */
import { Stack, Text, Title } from '@mantine/core';
import { moment } from '../../../../../../charts/index.ts';
import { useGoLiveHistory } from '../../../api/options-go-live.ts';
import type { GoLiveHistory } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Loaded } from '../../../components/notices.tsx';
import { Pager } from '../../../components/pager.tsx';
import { useListParams } from '../../../components/search-params.ts';
import { personIn } from '../../trading/words.ts';
import { inWords } from './words.ts';

const PAGE_SIZE = 10;

type Entry = GoLiveHistory['items'][number];

const columns: Column<Entry>[] = [
  { key: 'at', title: 'When', render: ({ at }) => <span className="figure">{moment(at)}</span> },
  {
    key: 'change',
    title: 'Change',
    render: ({ strategy, from, to }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {strategy}: {inWords(from)} → {inWords(to)}
      </Text>
    ),
  },
  { key: 'who', title: 'By', render: ({ actor }) => personIn(actor) },
  {
    key: 'checked',
    title: 'Criteria met then',
    render: ({ passed, of }) => (passed === null || of === null ? 'Not known' : `${passed} of ${of}`),
  },
  { key: 'reason', title: 'Reason', render: ({ reason }) => reason ?? '' },
];

export function StepHistory() {
  const params = useListParams();
  const history = useGoLiveHistory(params.page, PAGE_SIZE);
  return (
    <Stack gap="xs" component="section" aria-label="History">
      <Title order={2} size="h4">
        History
      </Title>
      <Loaded query={history}>
        {({ items, total, page, page_size }) =>
          total === 0 ? (
            <Text size="sm" c="dimmed">
              No strategy has changed its mode yet.
            </Text>
          ) : (
            <div className="panel">
              <DataTable
                caption="Steps of strategies"
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
              />
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                noun="steps"
                onPage={(next) => params.set({ page: next })}
              />
            </div>
          )
        }
      </Loaded>
    </Stack>
  );
}
