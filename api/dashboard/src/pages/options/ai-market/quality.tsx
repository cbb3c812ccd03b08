/** How complete analyses and their outcomes are. */
import { Stack, Text, Title } from '@mantine/core';
import { day } from '../../../../../../charts/index.ts';
import type { MarketDataQuality } from '../../../api/types.ts';
import { Fact } from '../../../components/fact.tsx';

const whole = (value: number): string => value.toLocaleString('en-IN');

export function Quality({ of }: { of: MarketDataQuality }) {
  const { outcomes_ignored: ignored, missing_inputs, gaps } = of;
  const left = ignored.repeated + ignored.early + ignored.unmatched;
  return (
    <section className="panel" aria-label="Data quality">
      <Stack gap="sm" p={{ base: 'sm', sm: 'md' }}>
        <Title order={2} size="h4">
          Data quality
        </Title>
        <dl className="facts">
          <Fact name="Analyses">{whole(of.analyses)}</Fact>
          <Fact name="With an outcome">{whole(of.resolved)}</Fact>
          <Fact name="Horizon ahead">{whole(of.pending)}</Fact>
          <Fact name="Outcome overdue">{whole(of.overdue)}</Fact>
          <Fact name="Reported late">{whole(of.reported_late)}</Fact>
          <Fact name="Outcomes ignored">
            {left === 0
              ? '0'
              : `${whole(left)} (${whole(ignored.repeated)} repeated, ${whole(ignored.early)} before the horizon, ${whole(ignored.unmatched)} of unknown analyses)`}
          </Fact>
          <Fact name="Missing inputs">
            {missing_inputs.length === 0
              ? 'None'
              : missing_inputs.map(({ name, analyses }) => `${name} (${whole(analyses)})`).join(', ')}
          </Fact>
          <Fact name="Models">
            {of.models
              .map(({ model, analyses }) => `${model ?? 'not named'} (${whole(analyses)})`)
              .join(', ')}
          </Fact>
          <Fact name="Sessions without one">
            {gaps.from === null ? '0' : `${whole(gaps.without)} of ${whole(gaps.sessions)}`}
          </Fact>
        </dl>
        {gaps.days.length > 0 && (
          <details>
            <summary>Show these sessions</summary>
            <Text size="sm">{gaps.days.map((date) => day(date)).join(', ')}</Text>
          </details>
        )}
      </Stack>
    </section>
  );
}
