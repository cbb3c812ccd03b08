/** Journal: closed trades of the options workspace, the newest first. Each leads to its story. */
import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconFileImport, IconNotebook, IconNote, IconSwords } from '../../icons.ts';
import { Link } from 'react-router';
import { moment } from '../../../../../charts/index.ts';
import { useJournal, useJournalChoices } from '../../api/options-journal.ts';
import type { JournalRow } from '../../api/types.ts';
import { Change, Unknown } from '../../components/amount.tsx';
import { ChoiceFilter } from '../../components/choice-filter.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateFilter } from '../../components/date-filter.tsx';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { TradebookImport } from './tradebook-import.tsx';
import { Settlements } from './journal/settlements.tsx';
import { inWords, keptWords, MODE_NAMES, MODES, storyPath } from './journal/words.ts';

const PAGE_SIZE = 25;

/** What there is to choose, and the choice that is made already. */
const choicesOf = (values: readonly string[] | undefined, chosen: string): string[] =>
  [...new Set([...(values ?? []), chosen])]
    .filter((value) => value !== '')
    .toSorted((a, b) => a.localeCompare(b));

export default function JournalPage() {
  const params = useListParams();
  const query = {
    page: params.page,
    page_size: PAGE_SIZE,
    strategy: params.get('strategy'),
    exit_reason: params.get('exit'),
    mode: params.oneOf('mode', MODES),
    from: params.get('from'),
    to: params.get('to'),
  };
  const isFiltered = Boolean(query.strategy || query.exit_reason || query.mode || query.from || query.to);
  const isImporting = params.get('import') === 'tradebook';
  const journal = useJournal(query);
  const choices = useJournalChoices().data;
  return (
    <>
      <Heading
        help="journal"
        title="Journal"
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => params.set({ import: isImporting ? '' : 'tradebook' })}
              aria-expanded={isImporting}
            >
              Import a tradebook
            </Button>
            <Button
              component={Link}
              to="/options/battle"
              variant="default"
              leftSection={<IconSwords size={16} aria-hidden />}
            >
              Strategy choice
            </Button>
          </Group>
        }
      >
        Closed trades that your trading process reported, newest first. Open one for its story.
      </Heading>
      {isImporting && (
        <Box mb="lg">
          <Stack>
            <TradebookImport />
            <Settlements />
          </Stack>
        </Box>
      )}
      <Group mb="sm" gap="xs">
        <ChoiceFilter
          label="Mode"
          all="All modes"
          choices={MODES.map((value) => ({ value, label: MODE_NAMES[value] }))}
          value={query.mode}
          onChange={(mode) => params.set({ mode })}
        />
        <ChoiceFilter
          label="Strategy"
          all="All strategies"
          choices={choicesOf(choices?.strategies, query.strategy)}
          value={query.strategy === '' ? undefined : query.strategy}
          onChange={(strategy) => params.set({ strategy })}
        />
        <ChoiceFilter
          label="Exit reason"
          all="All exits"
          choices={choicesOf(choices?.exit_reasons, query.exit_reason).map((value) => ({
            value,
            label: inWords(value),
          }))}
          value={query.exit_reason === '' ? undefined : query.exit_reason}
          onChange={(exit) => params.set({ exit })}
        />
        <DateFilter label="From" value={query.from} onChange={(from) => params.set({ from })} />
        <DateFilter label="To" value={query.to} onChange={(to) => params.set({ to })} />
      </Group>
      <Loaded query={journal}>
        {({ items: rows, page, page_size, total }) =>
          total === 0 ? (
            <Empty icon={<IconNotebook />} title={isFiltered ? 'Nothing matches' : 'No closed trades yet'}>
              {isFiltered
                ? 'Clear the filters to see the other trades.'
                : 'Once your trading process reports a closed trade, it shows here. Create an ingest token with npm run ingest-token to connect one.'}
            </Empty>
          ) : (
            <div className="panel">
              <DataTable
                caption="Closed trades"
                columns={columns}
                rows={rows}
                keyOf={({ mode, tag }) => `${mode} ${tag}`}
              />
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                noun="trades"
                onPage={(next) => params.set({ page: next })}
              />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

const columns: readonly Column<JournalRow>[] = [
  {
    key: 'trade',
    title: 'Trade',
    render: ({ tag, strategy, underlying, mode, operator_notes: notes }) => (
      <div>
        <Anchor
          component={Link}
          to={storyPath(tag, mode)}
          size="sm"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {tag}
        </Anchor>
        {notes !== null && (
          <IconNote
            size={14}
            role="img"
            aria-label="Has a note"
            style={{ marginLeft: 6, verticalAlign: -2 }}
          />
        )}
        <Text size="xs" c="dimmed" fw={400}>
          {[strategy, underlying, MODE_NAMES[mode]].join(' · ')}
        </Text>
      </div>
    ),
  },
  {
    key: 'closed',
    title: 'Closed',
    render: ({ close_time }) => <span className="figure">{moment(close_time)}</span>,
  },
  { key: 'exit', title: 'Exit', render: ({ exit_reason }) => <Text size="sm">{inWords(exit_reason)}</Text> },
  {
    key: 'kept',
    title: 'Best point kept',
    align: 'end',
    render: ({ structured_debrief: { figures, reasons } }) =>
      figures.mfe_capture_pct === null ? (
        <Unknown reason={reasons['mfe_capture_pct'] ?? ''} />
      ) : (
        <span className="figure">{keptWords(figures.mfe_capture_pct)}</span>
      ),
  },
  {
    key: 'net',
    title: 'Net',
    align: 'end',
    render: ({ realised_pnl, reasons }) => (
      <Change value={realised_pnl} currency="INR" reason={reasons['realised_pnl'] ?? ''} />
    ),
  },
];
