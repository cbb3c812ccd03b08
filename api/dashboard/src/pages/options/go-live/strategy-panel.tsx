/** One strategy: where it stands, the steps that it has, and each criterion of the next one. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { day, money } from '../../../../../../charts/index.ts';
import { useConfidence } from '../../../api/options-go-live.ts';
import type { Confidence, GoLiveStatus } from '../../../api/types.ts';
import { Loaded, LoadingRows } from '../../../components/notices.tsx';
import { BadgeWithMeaning } from '../../strategies/badges.tsx';
import { Criteria } from './criteria.tsx';
import { StepDialog } from './step-dialog.tsx';
import { inWords, labelOf, MODES, type Step, stepsOf } from './words.ts';

type Strategy = GoLiveStatus['strategies'][number];

/** Of the next step; of the whole gate where the strategy is live. */
const ahead = ({ mode, shadow, live }: Confidence) => (mode === 'DRY_RUN' ? shadow : live).criteria;

export function StrategyPanel({ of }: { of: Strategy }) {
  const { strategy, mode, since, may_promote, gate } = of;
  const confidence = useConfidence(strategy);
  const [step, setStep] = useState<Step | null>(null);
  return (
    <section className="panel" aria-label={strategy}>
      <Stack gap="sm" p={{ base: 'sm', sm: 'md' }}>
        <Group justify="space-between" gap="sm">
          <Stack gap={4} miw={0}>
            <Group gap="xs">
              <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
                {strategy}
              </Title>
              <BadgeWithMeaning {...MODES[mode]} isLoud={mode === 'LIVE'} />
            </Group>
            <Text size="sm" c="dimmed">
              {since === null ? 'Never changed.' : `Since ${day(since)}.`} {standingOf(of)}
            </Text>
          </Stack>
          <Group gap="xs">
            {stepsOf(mode).map((one) => (
              <Button
                key={one.action}
                size="xs"
                variant={one.action === 'promote' ? 'filled' : 'default'}
                disabled={one.action === 'promote' && !may_promote}
                onClick={() => setStep(one)}
              >
                {labelOf(one)}
              </Button>
            ))}
          </Group>
        </Group>
        <Loaded query={confidence} skeleton={<LoadingRows rows={gate.of} />}>
          {(view) => (
            <>
              <Criteria caption={`Criteria of ${strategy}`} of={ahead(view)} />
              <Expectancy of={view} />
              {view.mode === 'DRY_RUN' && (
                <details>
                  <summary>What live needs</summary>
                  <Criteria caption={`Criteria of ${strategy} for live`} of={view.live.criteria} />
                </details>
              )}
              <StepDialog of={view} step={step} onClose={() => setStep(null)} />
            </>
          )}
        </Loaded>
      </Stack>
    </section>
  );
}

function standingOf({ next_mode, may_promote, gate }: Strategy): string {
  const of = `${gate.passed} of ${gate.of} criteria`;
  if (next_mode === null) return `${of} of the gate are met.`;
  return may_promote ? `Ready for ${inWords(next_mode)}.` : `${of} for ${inWords(next_mode)} are met.`;
}

function Expectancy({ of: { expectancy } }: { of: Confidence }) {
  const { trades, mean, low, high, level_pct, resamples, seed } = expectancy;
  if (mean === null || low === null || high === null) return null;
  return (
    <Text size="xs" c="dimmed">
      Average net result of {trades} trades in dry run and shadow: {money(mean, 'INR')}, {level_pct}% interval{' '}
      {money(low, 'INR')} to {money(high, 'INR')} (percentile bootstrap, {resamples.toLocaleString('en-IN')}{' '}
      resamples, seed {seed}).
    </Text>
  );
}
