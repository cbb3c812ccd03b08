/** One run of AI research: how it goes, what it concluded, and everything that rests on. */
import { Anchor, Box, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconArrowLeft, IconReportSearch } from '../icons.ts';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
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
import { Fact } from '../components/fact.tsx';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Loaded, LoadingRows } from '../components/notices.tsx';
import { useListParams } from '../components/search-params.ts';
import { Actions } from './ai-research/actions.tsx';
import { costText } from './ai-research/cost-words.ts';
import { Coverage } from './ai-research/coverage.tsx';
import { Conflicts } from './ai-research/conflicts.tsx';
import { Evidence, Unavailable } from './ai-research/evidence.tsx';
import { Facts } from './ai-research/facts.tsx';
import { RunProgress } from './ai-research/live/progress.tsx';
import { ReportProblem } from './ai-research/report/notices.tsx';
import { Outcomes } from './ai-research/report/outcomes.tsx';
import { ShapeMismatch } from './ai-research/report/parse.ts';
import { parseReportPart, type ReportPart } from './ai-research/report/parse-report.ts';
import { ReportView } from './ai-research/report/report-view.tsx';
import { shownReport } from './ai-research/report/shown-report.ts';
import { ThesisHistory } from './ai-research/report/thesis.tsx';
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

/** The report of a dossier, or why it cannot be read: then none of it is shown. */
function readPart(dossier: Dossier): { part: ReportPart | null; problem: string | null } {
  try {
    const part = parseReportPart(dossier);
    return { part, problem: part.report_problem };
  } catch (error) {
    if (!(error instanceof ShapeMismatch)) throw error;
    return {
      part: null,
      problem: `Munim cannot read this report: ${error.message}. You can still see its evidence below.`,
    };
  }
}

function Whole({ dossier }: { dossier: Dossier }) {
  const { run, subject, stages } = dossier;
  const state = useResearchState();
  const { part, problem } = useMemo(() => readPart(dossier), [dossier]);
  const report = part === null ? null : shownReport(part);
  const pin = useChange(AI_RESEARCH_KEY, api.aiResearch.setBaseline);
  const unpin = useChange(AI_RESEARCH_KEY, api.aiResearch.clearBaseline);
  return (
    <>
      <Heading
        help="researchStates"
        title={subject.name ?? run.symbol}
        actions={
          <Actions run={run} hasReport={report !== null} isPinning={pin.isPending || unpin.isPending} />
        }
      >
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
          <Notice tone="caution">{state.data.message}</Notice>
        )}
        {run.error !== null && (
          <Notice tone={run.status === 'FAILED' ? 'failure' : 'caution'} role="status">
            {run.error}
          </Notice>
        )}
        {problem !== null && <ReportProblem>{problem}</ReportProblem>}
        {isUnderWay(run) && <RunProgress dossier={dossier} />}
        {report !== null && part !== null && (
          <ReportView
            run={run}
            report={report}
            part={part}
            pinning={{ isPending: pin.isPending, pin: () => pin.mutateAsync(run.run_id) }}
            unpinning={{
              isPending: unpin.isPending,
              error: unpin.error,
              reset: unpin.reset,
              unpin: (runId, onSuccess) => unpin.mutate(runId, { onSuccess }),
            }}
          />
        )}
        {!isUnderWay(run) && <Stages stages={stages} />}
        {part !== null && !isUnderWay(run) && (
          <>
            <ThesisHistory
              runId={run.run_id}
              baselines={part.thesis_baselines}
              comparisons={part.comparisons}
            />
            {report !== null && <Outcomes outcomes={part.outcomes} />}
          </>
        )}
        <About dossier={dossier} />
        <EvidenceTabs dossier={dossier} />
      </Stack>
    </>
  );
}

function About({ dossier: { run, cost } }: { dossier: Dossier }) {
  return (
    <dl className="facts panel" style={{ padding: 'var(--mantine-spacing-md)' }}>
      <Fact name="Evidence">
        {run.verdict === null ? 'not assessed yet' : run.verdict === 'SUFFICIENT' ? 'enough' : 'not enough'}
      </Fact>
      <Fact name="Required coverage">
        {run.required_pct === null ? 'unknown so far' : percent(run.required_pct, { digits: 0 })}
      </Fact>
      <Fact name="As of">{run.as_of === null ? 'not started yet' : moment(run.as_of)}</Fact>
      <Fact name="Cost">{costText(cost)}</Fact>
      {run.retry_of !== null && (
        <Fact name="Repeats">
          <Anchor component={Link} to={`/research/ai/${run.retry_of}`} size="sm">
            {run.retry_of}
          </Anchor>
        </Fact>
      )}
    </dl>
  );
}

const TABS = ['coverage', 'facts', 'conflicts', 'evidence'] as const;
/** What one tab narrows its list by means nothing to another. */
const NO_FILTERS = { q: undefined, family: undefined, authority: undefined, periods: undefined };

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function EvidenceTabs({ dossier }: { dossier: Dossier }) {
  const { totals, coverage } = dossier;
  const params = useListParams();
  const gaps = coverage.filter(({ is_covered }) => !is_covered).length;
  return (
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
  );
}
