/** One run of AI research: how it goes, what it found, and whether that is enough. */
import { Alert, Anchor, Box, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconArrowLeft, IconPlayerStop, IconRefresh, IconReportSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { moment, percent } from '../../../../charts/index.ts';
import {
  AI_RESEARCH_KEY,
  isUnderWay,
  useDossier,
  useResearchProgress,
  useResearchState,
} from '../api/ai-research.ts';
import { ApiError } from '../api/client.ts';
import { api } from '../api/endpoints.ts';
import { useChange } from '../api/queries.ts';
import type { Dossier } from '../api/types.ts';
import { Confirm } from '../components/confirm.tsx';
import { Fact } from '../components/fact.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded, LoadingRows } from '../components/notices.tsx';
import { useListParams } from '../components/search-params.ts';
import { done, failed } from '../components/toast.tsx';
import { Coverage } from './ai-research/coverage.tsx';
import { Conflicts } from './ai-research/conflicts.tsx';
import { Evidence, Unavailable } from './ai-research/evidence.tsx';
import { Facts } from './ai-research/facts.tsx';
import { Stages } from './ai-research/stages.tsx';
import { asked, STATUSES } from './ai-research/words.ts';
import { BadgeWithMeaning } from './strategies/badges.tsx';

export default function AiDossierPage() {
  const { id = '' } = useParams();
  const dossier = useDossier(id);
  useResearchProgress();
  const isAway = dossier.error instanceof ApiError && [404, 409].includes(dossier.error.status);
  return (
    <>
      <Box mb="xs">
        <Anchor component={Link} to="/research/ai" size="sm">
          <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> All research
        </Anchor>
      </Box>
      {isAway ? (
        <Empty icon={<IconReportSearch />} title="This research cannot be shown">
          {dossier.error?.message}
        </Empty>
      ) : (
        <Loaded query={dossier} skeleton={<LoadingRows rows={8} />}>
          {(data) => <Whole key={data.run.run_id} dossier={data} />}
        </Loaded>
      )}
    </>
  );
}

const TABS = ['coverage', 'facts', 'conflicts', 'evidence'] as const;
/** What one tab narrows its list by means nothing to another. */
const NO_FILTERS = { q: undefined, family: undefined, authority: undefined, periods: undefined };

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function Whole({ dossier }: { dossier: Dossier }) {
  const { run, subject, stages, totals, coverage, cost } = dossier;
  const params = useListParams();
  const state = useResearchState();
  const gaps = coverage.filter(({ is_covered }) => !is_covered).length;
  return (
    <>
      <Heading title={subject.name ?? run.symbol} actions={<Actions dossier={dossier} />}>
        {[run.symbol, subject.exchange, subject.isin, subject.sector]
          .filter((one) => one !== null)
          .join(' · ')}
      </Heading>
      <Stack gap="md">
        <Group gap="xs">
          <BadgeWithMeaning {...STATUSES[run.status]} />
          {run.cancel_requested && isUnderWay(run) && (
            <Text size="sm">It stops when the current stage ends.</Text>
          )}
          <Text size="sm" c="dimmed">
            {asked(run)}
          </Text>
        </Group>
        {isUnderWay(run) && state.data !== undefined && state.data.message !== null && (
          <Alert color="orange" role="status">
            {state.data.message}
          </Alert>
        )}
        {run.error !== null && (
          <Alert color={run.status === 'FAILED' ? 'red' : 'orange'} role="status">
            {run.error}
          </Alert>
        )}
        <dl className="facts panel" style={{ padding: 'var(--mantine-spacing-md)' }}>
          <Fact name="Evidence">
            {run.verdict === null ? 'not judged yet' : run.verdict === 'SUFFICIENT' ? 'enough' : 'not enough'}
          </Fact>
          <Fact name="Required coverage">
            {run.required_pct === null ? 'not known yet' : percent(run.required_pct, { digits: 0 })}
          </Fact>
          <Fact name="As of">{run.as_of === null ? 'it has not begun' : moment(run.as_of)}</Fact>
          <Fact name="Cost">{`$${cost.spent_usd} of at most $${cost.limit_usd}. ${cost.words}`}</Fact>
          {run.retry_of !== null && (
            <Fact name="Asked again after">
              <Anchor component={Link} to={`/research/ai/${run.retry_of}`} size="sm">
                {run.retry_of}
              </Anchor>
            </Fact>
          )}
        </dl>
        {isUnderWay(run) && <Stages stages={stages} />}
        <Tabs
          value={params.oneOf('show', TABS) ?? 'coverage'}
          onChange={(show) =>
            params.set({ ...NO_FILTERS, show: show === 'coverage' ? undefined : (show ?? undefined) })
          }
          keepMounted={false}
        >
          <Tabs.List>
            <Tabs.Tab value="coverage">Coverage ({counted(gaps, 'gap')})</Tabs.Tab>
            <Tabs.Tab value="facts">Facts ({totals.facts.toLocaleString('en-IN')})</Tabs.Tab>
            <Tabs.Tab value="conflicts">Conflicts ({totals.conflicts.toLocaleString('en-IN')})</Tabs.Tab>
            <Tabs.Tab value="evidence">Evidence ({totals.packets.toLocaleString('en-IN')})</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="coverage" className="panel" p="md" mt="sm">
            <Coverage rows={coverage} />
          </Tabs.Panel>
          <Tabs.Panel value="facts" className="panel" p="md" mt="sm">
            <Stack gap="md">
              <Facts dossier={dossier} />
              <Unavailable dossier={dossier} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="conflicts" className="panel" p="md" mt="sm">
            <Conflicts dossier={dossier} />
          </Tabs.Panel>
          <Tabs.Panel value="evidence" className="panel" p="md" mt="sm">
            <Evidence dossier={dossier} />
          </Tabs.Panel>
        </Tabs>
        {!isUnderWay(run) && <Stages stages={stages} />}
      </Stack>
    </>
  );
}

function Actions({ dossier: { run } }: { dossier: Dossier }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const cancel = useChange(AI_RESEARCH_KEY, api.aiResearch.cancel);
  const retry = useChange(AI_RESEARCH_KEY, api.aiResearch.retry);
  if (!isUnderWay(run))
    return (
      <Button
        variant="default"
        loading={retry.isPending}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() =>
          retry.mutate(run.run_id, {
            onSuccess: ({ run_id }) => void navigate(`/research/ai/${run_id}`),
            onError: (error) => failed(error, 'Could not ask again'),
          })
        }
      >
        Ask again
      </Button>
    );
  return (
    <>
      <Button
        variant="light"
        color="red"
        disabled={run.cancel_requested}
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Cancel
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Cancel the research of ${run.symbol}?`}
        action="Cancel the research"
        busy={cancel.isPending}
        onConfirm={() =>
          cancel.mutate(run.run_id, {
            onSuccess: () => {
              setAsking(false);
              done('The research will stop.');
            },
            onError: (error) => failed(error, 'Could not cancel'),
          })
        }
      >
        What it has found so far stays. It counts among the runs of today.
      </Confirm>
    </>
  );
}
