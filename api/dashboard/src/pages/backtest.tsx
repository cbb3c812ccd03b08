/** One backtest: what it came to, how far that can be trusted, and every order and holding behind it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFlask, IconPlayerStop, IconRefresh, IconTrash } from '../icons.ts';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { day } from '../../../../charts/index.ts';
import { ApiError } from '../api/client.ts';
import { api } from '../api/endpoints.ts';
import { isActive, useRun, useRunProgress, useStrategies } from '../api/research.ts';
import type { Run, RunMetrics } from '../api/types.ts';
import { DownloadMenu } from '../components/downloads.tsx';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Loaded, LoadingRows } from '../components/notices.tsx';
import { PoliciesOfRun } from './policies/of-run.tsx';
import { UseOnPaper } from './policies/promote-wizard.tsx';
import { AllBacktests } from './strategies/all-backtests.tsx';
import { RunProgress, RunState, SurvivorshipBadge, ValidationBadge } from './strategies/badges.tsx';
import { configText } from './strategies/config-words.ts';
import { type Asked, RunDialogs } from './strategies/dialogs.tsx';
import { RunFigures } from './strategies/figures.tsx';
import { RunSections } from './strategies/sections.tsx';
import { Cautions } from './strategies/trust.tsx';
import { resultText } from './strategies/words.ts';

export default function BacktestPage() {
  const { id = '' } = useParams();
  const run = useRun(id);
  useRunProgress();
  const isGone = run.error instanceof ApiError && run.error.status === 404;
  return (
    <>
      <AllBacktests />
      {isGone ? (
        <Empty
          icon={<IconFlask />}
          title="This backtest no longer exists"
          actions={
            <Button component={Link} to="/strategies">
              All backtests
            </Button>
          }
        >
          It may have been deleted.
        </Empty>
      ) : (
        <Loaded query={run} skeleton={<LoadingRows rows={8} />}>
          {(data) => <Backtest key={data.run_id} run={data} />}
        </Loaded>
      )}
    </>
  );
}

function Backtest({ run }: { run: Run }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const strategies = useStrategies();
  const { run_id, name, metrics } = run;
  return (
    <>
      <Heading help="verdict" title={name} actions={<Actions run={run} onAsk={setAsked} />}>
        {configText(run, strategies.data)} · {day(run.from)} to {day(run.to)}
      </Heading>
      <Stack gap="md">
        {run.status === 'COMPLETED' && metrics !== null ? (
          <Result run={run} metrics={metrics} />
        ) : (
          <Unfinished run={run} />
        )}
      </Stack>
      <RunDialogs
        key={run_id}
        asked={asked}
        onClose={() => setAsked(null)}
        onDeleted={() => void navigate('/strategies')}
      />
    </>
  );
}

function Actions({ run, onAsk }: { run: Run; onAsk: (asked: Asked) => void }) {
  const { run_id, status } = run;
  return (
    <>
      {status === 'COMPLETED' && <UseOnPaper run={run} />}
      {status === 'COMPLETED' && (
        <DownloadMenu
          files={[
            { title: 'Value by day (CSV)', href: api.research.runs.file(run_id, 'equity') },
            { title: 'Orders (CSV)', href: api.research.runs.file(run_id, 'orders') },
          ]}
        />
      )}
      <Button
        variant="default"
        component={Link}
        to={`/strategies/new?from=${run_id}`}
        leftSection={<IconRefresh size={16} aria-hidden />}
      >
        Run again with changes
      </Button>
      {isActive(run) ? (
        <Button
          variant="light"
          color="red"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() => onAsk({ what: 'cancel', run })}
        >
          Cancel
        </Button>
      ) : (
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsk({ what: 'delete', run })}
        >
          Delete
        </Button>
      )}
    </>
  );
}

/** While it runs, and after it ended without a result. */
function Unfinished({ run }: { run: Run }) {
  if (isActive(run))
    return (
      <Stack className="panel" p="md" gap="xs">
        <RunProgress run={run} />
        <Text size="sm" c="dimmed">
          {run.status === 'QUEUED'
            ? 'It starts as soon as the backtests before it are done.'
            : 'You can leave this page. The backtest continues, and its result appears here.'}
        </Text>
      </Stack>
    );
  if (run.status === 'FAILED')
    return (
      <Notice tone="failure" title="The backtest failed">
        {run.failure ?? 'The reason is unknown. Run it again.'}
      </Notice>
    );
  return (
    <Group className="panel" p="md" gap="sm">
      <RunState run={run} />
      <Text size="sm">It was cancelled before it was finished, so it has no result.</Text>
    </Group>
  );
}

function Result({ run, metrics }: { run: Run; metrics: RunMetrics }) {
  return (
    <>
      <Stack gap={6}>
        <Text fw={600}>{resultText(run)}</Text>
        <Group gap="xs">
          <SurvivorshipBadge of={run.survivorship} />
          <ValidationBadge of={run.validation} />
        </Group>
      </Stack>
      <RunFigures metrics={metrics} capital={run.initial_capital} />
      <Cautions run={run} />
      <PoliciesOfRun runId={run.run_id} />
      <RunSections run={run} metrics={metrics} />
    </>
  );
}
