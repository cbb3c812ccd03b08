/** What can be done with a run: cancel it, ask for a new one, and take its report as a file. */
import { Button, Text } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconRefresh } from '../../icons.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AI_RESEARCH_KEY, isUnderWay, useResearchState } from '../../api/ai-research.ts';
import { api } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import type { ResearchRun } from '../../api/types.ts';
import { Confirm } from '../../components/confirm.tsx';
import { done, failed } from '../../components/toast.tsx';

interface ActionsProps {
  run: ResearchRun;
  hasReport: boolean;
  isPinning: boolean;
}

export function Actions({ run, hasReport, isPinning }: ActionsProps) {
  return (
    <>
      {hasReport && (
        <Button
          component="a"
          href={api.aiResearch.pdf(run.run_id)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download PDF
        </Button>
      )}
      {isUnderWay(run) ? <Cancel run={run} /> : <NewResearch run={run} isPinning={isPinning} />}
    </>
  );
}

/** The same question anew, once its cost and time were told. */
function NewResearch({ run, isPinning }: Omit<ActionsProps, 'hasReport'>) {
  const navigate = useNavigate();
  const state = useResearchState();
  const [isAsking, setAsking] = useState(false);
  const retry = useChange(AI_RESEARCH_KEY, api.aiResearch.retry);
  return (
    <>
      <Button
        variant="default"
        disabled={isPinning}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Run new research
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => {
          setAsking(false);
          retry.reset();
        }}
        title={`Research ${run.symbol} again?`}
        action="Start the research"
        color="ink"
        busy={retry.isPending}
        error={retry.error}
        onConfirm={() =>
          retry.mutate(run.run_id, {
            onSuccess: ({ run_id }) => void navigate(`/research/ai/${run_id}`),
          })
        }
      >
        {state.data !== undefined && <Text size="sm">{state.data.estimate.words}</Text>}
        <Text size="sm" mt="xs">
          This run and its report stay as they are.
        </Text>
      </Confirm>
    </>
  );
}

function Cancel({ run }: { run: ResearchRun }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useChange(AI_RESEARCH_KEY, api.aiResearch.cancel);
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
        What it has found so far is kept. It still counts towards today’s runs, and its cost so far remains.
      </Confirm>
    </>
  );
}
