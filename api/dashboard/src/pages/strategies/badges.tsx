/** What a run is, in a word with a colour; hovering or focusing it tells what the word means. */
import { Badge, Progress, Text, Tooltip } from '@mantine/core';
import { isActive } from '../../api/research.ts';
import type { Run } from '../../api/types.ts';
import { progressText, STATUSES, SURVIVORSHIP, VALIDATIONS } from './words.ts';

interface MeaningProps {
  label: string;
  color: string;
  meaning: string;
  /** Filled, where nobody may overlook it. */
  isLoud?: boolean;
}

export function BadgeWithMeaning({ label, color, meaning, isLoud = false }: MeaningProps) {
  return (
    <Tooltip label={meaning}>
      <Badge
        color={color}
        variant={isLoud ? 'filled' : 'light'}
        tabIndex={0}
        aria-label={`${label}. ${meaning}`}
        role="note"
        h="auto"
        mih={20}
        styles={{ label: { whiteSpace: 'normal' } }}
      >
        {label}
      </Badge>
    </Tooltip>
  );
}

/** Stands wherever figures of a run stand. */
export const SurvivorshipBadge = ({ of }: { of: Run['survivorship'] }) =>
  of === null ? null : <BadgeWithMeaning {...SURVIVORSHIP[of]} />;

export const ValidationBadge = ({ of }: { of: Run['validation'] }) => (
  <BadgeWithMeaning {...VALIDATIONS[of.status]} />
);

/** How far a run is, or how it ended. */
export function RunState({ run }: { run: Run }) {
  const { label, color } = STATUSES[run.status];
  if (!isActive(run))
    return (
      <Badge color={color} variant="light">
        {label}
      </Badge>
    );
  return <RunProgress run={run} />;
}

export function RunProgress({ run }: { run: Pick<Run, 'name' | 'status' | 'progress'> }) {
  return (
    <div style={{ minWidth: 120, flex: 1 }}>
      <Text size="xs" c="dimmed" className="figure">
        {progressText(run)}
      </Text>
      <Progress
        value={run.progress}
        aria-label={`Progress of ${run.name}`}
        striped={run.status === 'RUNNING'}
      />
    </div>
  );
}
