/** A run under way: its stages, what the model is saying, what it has cost and how long it has taken. */
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Dossier } from '../../../api/types.ts';
import { spentText } from '../cost-words.ts';
import { Stages } from '../stages.tsx';
import { plain } from '../words.ts';
import { elapsedText } from './elapsed.ts';
import { useStageText } from './use-stage-text.ts';

const SECOND = 1000;

export function RunProgress({ dossier }: { dossier: Dossier }) {
  const { run, stages, cost } = dossier;
  const texts = useStageText(run.run_id);
  return (
    <Stack gap="md">
      <section className="panel" aria-label="Progress">
        <Stack gap="xs" p="md">
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              {run.stages_done} of {run.stages} stages
            </Text>
            <Group gap="lg">
              <Text size="sm" className="figure">
                {spentText(cost)}
              </Text>
              {run.started_at !== null && <Elapsed since={run.started_at} />}
            </Group>
          </Group>
          <Progress
            value={run.stages === 0 ? 0 : (100 * run.stages_done) / run.stages}
            aria-label={`Progress of ${run.symbol}`}
          />
          <Announced stages={stages} />
        </Stack>
      </section>
      <Stages stages={stages} texts={texts} />
    </Stack>
  );
}

/** Tells a screen reader which stages have changed, and nothing of what models say. */
function Announced({ stages }: { stages: Dossier['stages'] }) {
  const [words, setWords] = useState('');
  const before = useRef(new Map<string, string>());
  useEffect(() => {
    const changed = stages.filter(({ stage, status }) => {
      const known = before.current.get(stage);
      return known !== undefined && known !== status;
    });
    before.current = new Map(stages.map(({ stage, status }) => [stage, status]));
    if (changed.length > 0)
      setWords(changed.map(({ title, status }) => `${title}: ${plain(status).toLowerCase()}.`).join(' '));
  }, [stages]);
  return (
    <div aria-live="polite" className="sr-only">
      {words}
    </div>
  );
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), SECOND);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <Text size="sm" role="timer" className="figure">
      Running for {elapsedText(now - Date.parse(since))}
    </Text>
  );
}
