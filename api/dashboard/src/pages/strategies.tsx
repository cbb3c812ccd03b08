/** Backtests: how strategies would have done, each with its key figures, and the way to compare them. */
import { ActionIcon, Anchor, Button, Checkbox, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconFlask, IconGitCompare, IconPlayerStop, IconPlus, IconTrash } from '../icons.ts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { day, percent } from '../../../../charts/index.ts';
import { isActive, useRunProgress, useRuns, useStrategies } from '../api/research.ts';
import type { Run, Strategies } from '../api/types.ts';
import { Percent, Unknown } from '../components/amount.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { Pager } from '../components/pager.tsx';
import { useListParams } from '../components/search-params.ts';
import { RunState, SurvivorshipBadge } from './strategies/badges.tsx';
import { configText } from './strategies/config-words.ts';
import { type Asked, RunDialogs } from './strategies/dialogs.tsx';
import { besideBenchmark, fall } from './strategies/words.ts';

const PAGE_SIZE = 25;
/** As many as the server compares at once. */
const MOST_COMPARED = 6;

export default function StrategiesPage() {
  const params = useListParams();
  const runs = useRuns(params.page, PAGE_SIZE);
  const strategies = useStrategies();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<Asked | null>(null);
  useRunProgress();
  const toggle = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const add = (
    <Button component={Link} to="/strategies/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New backtest
    </Button>
  );
  return (
    <>
      <Heading
        help="backtestData"
        title="Backtests"
        actions={
          <>
            {(runs.data?.total ?? 0) > 1 && <CompareButton chosen={chosen} />}
            {add}
          </>
        }
      >
        How a strategy would have done in the past, after costs and tax.
      </Heading>
      <Loaded query={runs}>
        {({ items, page, page_size, total }) =>
          total === 0 ? (
            <Empty icon={<IconFlask />} title="No backtests yet" actions={add}>
              A backtest follows a strategy through past prices, day by day, and shows what it would have made
              after costs and tax. Choose a strategy and the shares it may buy, then compare the result with
              the index.
            </Empty>
          ) : (
            <div className="panel">
              <DataTable
                caption="Backtests"
                columns={columnsOf({ chosen, toggle, strategies: strategies.data })}
                rows={items}
                keyOf={({ run_id }) => run_id}
                actions={(run) => <Actions run={run} onAsk={setAsked} />}
              />
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                noun="backtests"
                onPage={(next) => params.set({ page: next })}
              />
            </div>
          )
        }
      </Loaded>
      <RunDialogs
        asked={asked}
        onClose={() => setAsked(null)}
        onDeleted={() => setChosen(chosen.filter((id) => id !== asked?.run.run_id))}
      />
    </>
  );
}

/** It stays in reach of the keyboard while too few are chosen, so that it can say what is missing. */
function CompareButton({ chosen }: { chosen: readonly string[] }) {
  const isReady = chosen.length >= 2 && chosen.length <= MOST_COMPARED;
  const icon = <IconGitCompare size={16} aria-hidden />;
  if (isReady)
    return (
      <Button
        component={Link}
        to={`/strategies/compare?ids=${chosen.join(',')}`}
        variant="default"
        leftSection={icon}
      >
        Compare {chosen.length}
      </Button>
    );
  return (
    <Tooltip label={`Select 2 to ${MOST_COMPARED} finished backtests to compare them.`}>
      <Button
        variant="default"
        leftSection={icon}
        data-disabled
        aria-disabled
        onClick={(event) => event.preventDefault()}
      >
        Compare{chosen.length === 0 ? '' : ` ${chosen.length}`}
      </Button>
    </Tooltip>
  );
}

interface ColumnsOf {
  chosen: readonly string[];
  toggle: (id: string) => void;
  strategies: Strategies | undefined;
}

const noFigure = (run: Run): string =>
  isActive(run) ? 'Known once the backtest is finished.' : (run.failure ?? 'The backtest was cancelled.');

const columnsOf = ({ chosen, toggle, strategies }: ColumnsOf): Column<Run>[] => [
  {
    key: 'name',
    title: 'Backtest',
    render: (run) => (
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Checkbox
          size="md"
          aria-label={`Select ${run.name} to compare`}
          checked={chosen.includes(run.run_id)}
          disabled={run.status !== 'COMPLETED'}
          onChange={() => toggle(run.run_id)}
        />
        <Stack gap={2} align="flex-start" miw={0}>
          <Anchor
            component={Link}
            to={`/strategies/${run.run_id}`}
            size="sm"
            fw={600}
            style={{ overflowWrap: 'anywhere' }}
          >
            {run.name}
          </Anchor>
          <Text size="xs" c="dimmed" fw={400}>
            {configText(run, strategies)}
          </Text>
          <Text size="xs" c="dimmed" fw={400} className="figure">
            {day(run.from)} to {day(run.to)}
          </Text>
          <SurvivorshipBadge of={run.survivorship} />
        </Stack>
      </Group>
    ),
  },
  { key: 'status', title: 'Status', render: (run) => <RunState run={run} /> },
  {
    key: 'cagr',
    title: 'Per year, net of tax',
    align: 'end',
    phone: 'figure',
    render: (run) => (
      <Beside under={run.metrics && besideBenchmark(run.metrics.benchmark, 'cagr_pct')}>
        <Percent
          value={run.metrics?.cagr_net_of_tax_pct ?? null}
          plus
          reason={run.metrics?.reasons.cagr_net_of_tax_pct ?? noFigure(run)}
        />
      </Beside>
    ),
  },
  {
    key: 'drawdown',
    title: 'Max drawdown',
    align: 'end',
    render: (run) => (
      <Beside under={run.metrics && besideBenchmark(run.metrics.benchmark, 'max_drawdown_pct')}>
        {run.metrics === null ? (
          <Unknown reason={noFigure(run)} />
        ) : (
          <span className="figure">{fall(run.metrics.max_drawdown_pct)}</span>
        )}
      </Beside>
    ),
  },
  {
    key: 'turnover',
    title: 'Turnover a year',
    align: 'end',
    render: (run) =>
      run.metrics === null ? (
        <Unknown reason={noFigure(run)} />
      ) : (
        <span className="figure">{percent(run.metrics.turnover_pct_per_year, { digits: 0 })}</span>
      ),
  },
];

/** A figure with that of the benchmark under it. */
function Beside({ under, children }: { under: string | null | undefined; children: ReactNode }) {
  return (
    <div>
      {children}
      {under && (
        <Text size="xs" c="dimmed" className="figure">
          {under}
        </Text>
      )}
    </div>
  );
}

function Actions({ run, onAsk }: { run: Run; onAsk: (asked: Asked) => void }) {
  const what = isActive(run) ? 'cancel' : 'delete';
  const label = what === 'cancel' ? 'Cancel' : 'Delete';
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${label} ${run.name}`}
        onClick={() => onAsk({ what, run })}
      >
        {what === 'cancel' ? <IconPlayerStop size={16} /> : <IconTrash size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
