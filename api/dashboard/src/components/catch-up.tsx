/** Prices and history on their way: what is fetched after something new was recorded, step by step. */
import { Box, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconMinus } from '../icons.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from '../api/live.tsx';
import { useCatchUp } from '../api/queries.ts';
import type { CatchUp, CatchUpStep, CatchUpStepView } from '../api/types.ts';

const TITLES: Record<CatchUpStep, string> = {
  LISTS: 'Lists of shares',
  QUOTES: 'Prices',
  CLOSES: 'Past closes',
  INDEXES: 'Indexes',
  RATES: 'Exchange rates',
  ACTIONS: 'Splits, bonuses and dividends',
  SNAPSHOT: 'First value',
};

const STATES: Record<CatchUpStepView['state'], string> = {
  WAITING: 'waiting',
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
  OFF: 'switched off',
};

/** The latest state, from the server and from the frames since. */
function useCatchingUp(): CatchUp | undefined {
  const client = useQueryClient();
  const { subscribe } = useLive();
  useEffect(
    () =>
      subscribe((frame) => {
        if (frame.type !== 'market_catch_up') return;
        const { type: _, ts: __, ...view } = frame;
        client.setQueryData(['portfolio', 'catch-up'], view);
        // the figures rest on what came in
        if (view['state'] !== 'RUNNING') void client.invalidateQueries({ queryKey: ['portfolio'] });
      }),
    [client, subscribe],
  );
  return useCatchUp().data;
}

/** Shown while it runs; with `keepsResult` also what it came to. */
export function CatchingUp({ keepsResult = false }: { keepsResult?: boolean }) {
  const view = useCatchingUp();
  if (view === undefined || view.state === 'NONE') return null;
  const isRunning = view.state === 'RUNNING';
  const hasFailed = view.state === 'FAILED' && view.next_try_at !== null;
  if (!isRunning && !keepsResult) return null;
  const settled = view.steps.filter(({ state }) => state !== 'WAITING' && state !== 'RUNNING').length;
  return (
    <Box className="panel" p="md" w="100%">
      <Group justify="space-between" mb={6} gap="xs">
        <Text fw={600} role="status">
          {isRunning
            ? 'Fetching prices and history'
            : hasFailed
              ? 'Some prices or history are still missing. Munim will try again automatically'
              : 'Prices and history are up to date'}
        </Text>
        {isRunning && (
          <Text size="sm" c="dimmed">
            {settled} of {view.steps.length} steps
          </Text>
        )}
      </Group>
      {isRunning && (
        <Progress
          value={share(view.steps) * 100}
          size="sm"
          mb="sm"
          aria-label={`Fetching prices and history: ${settled} of ${view.steps.length} steps`}
        />
      )}
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {view.steps.map((step) => (
          <Step key={step.step} step={step} />
        ))}
      </Stack>
    </Box>
  );
}

function Step({ step: { step, state, done, total, result } }: { step: CatchUpStepView }) {
  const isCounted = state === 'RUNNING' && done !== null && total !== null && total > 0;
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Mark state={state} />
      <Text size="sm" c={state === 'WAITING' ? 'dimmed' : undefined}>
        {TITLES[step]}
        <Text span size="sm" c="dimmed">
          {isCounted && ` · ${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`}
          {result !== null && ` · ${result}`}
        </Text>
      </Text>
    </Group>
  );
}

function Mark({ state }: { state: CatchUpStepView['state'] }) {
  const size = 16;
  const label = { 'aria-label': STATES[state], role: 'img' as const };
  if (state === 'RUNNING') return <Loader size={size} mt={2} {...label} />;
  if (state === 'DONE') return <IconCheck size={size} color="var(--mantine-color-teal-text)" {...label} />;
  if (state === 'FAILED')
    return <IconAlertTriangle size={size} color="var(--mantine-color-orange-text)" {...label} />;
  if (state === 'OFF') return <IconMinus size={size} {...label} />;
  return <IconClock size={size} color="var(--mantine-color-dimmed)" {...label} />;
}

/** How much of all steps is done, from 0 to 1; one that counts counts in parts. */
function share(steps: readonly CatchUpStepView[]): number {
  const parts = steps.map(({ state, done, total }) =>
    state === 'RUNNING'
      ? done !== null && total !== null && total > 0
        ? done / total
        : 0
      : state === 'WAITING'
        ? 0
        : 1,
  );
  return parts.length === 0 ? 0 : parts.reduce((sum, part) => sum + part, 0) / parts.length;
}
