/** What another payment a month would make of a goal. It is worked out and shown; nothing of it is kept. */
import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCalculator } from '../../icons.ts';
import { useState } from 'react';
import { day, goalFan } from '../../../../../charts/index.ts';
import { useGoalScenario } from '../../api/queries.ts';
import type { Goal, GoalScenario, GoalScenarioInput } from '../../api/types.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { Fact } from '../../components/fact.tsx';
import { DecimalInput } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Failure } from '../../components/notices.tsx';
import { NotKnown, Under } from './figures.tsx';
import { againstPlan, gapInWords, probabilityInWords, rough, triedInWords } from './words.ts';

const LABELS = {
  monthly_sip: 'Amount per month',
  step_up_pct: 'Step-up per year',
  years: 'Years from today',
} as const;

type Fields = keyof typeof LABELS;

/** What the server said about fields, by the names that they have on the page. */
const named = (problems: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [
      field,
      field in LABELS ? message.replace(field, LABELS[field as Fields]) : message,
    ]),
  );

interface Draft extends Record<Fields, number | string> {
  currency: string;
}

/** What is empty is left out; what is half typed is no number, and the server says what it should be. */
function inputOf(goal: Goal, draft: Draft): GoalScenarioInput {
  const given = (['monthly_sip', 'step_up_pct', 'years'] as const)
    .filter((field) => draft[field] !== '')
    .map((field) => [field, Number(draft[field])] as const);
  return { goal_id: goal.id, ...Object.fromEntries(given) };
}

/** Another payment a month, beside the plan of today. */
export function WhatIf({ goal }: { goal: Goal }) {
  const { currency, target_date, progress } = goal;
  const { draft, bound } = useDraft<Draft>(() => ({ currency, monthly_sip: '', step_up_pct: '', years: '' }));
  const [asked, setAsked] = useState<GoalScenarioInput | null>(null);
  const scenario = useGoalScenario(asked);
  const problems = named(problemsOf(scenario.error));
  const isOfFields = Object.keys(problems).length > 0;
  const { number } = bound(problems);
  const planned = progress.planned_monthly ?? 0;
  const submit = (): void => {
    const next = inputOf(goal, draft);
    if (JSON.stringify(next) === JSON.stringify(asked)) void scenario.refetch();
    else setAsked(next);
  };

  return (
    <>
      <Stack className="panel" p="md" gap="sm" component="section" aria-label="What if">
        <div>
          <Title order={2} size="h4">
            Try another amount
          </Title>
          <Text size="sm" c="dimmed">
            See where a monthly payment would take you. Nothing is saved: the goal and its SIP plans do not
            change.
          </Text>
        </div>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" style={{ alignItems: 'start' }}>
            <DecimalInput
              label={LABELS.monthly_sip}
              description={
                planned > 0
                  ? `Instead of the ${rough(planned, currency)} planned today`
                  : 'No SIP plan pays into this goal today'
              }
              {...number('monthly_sip')}
              withAsterisk
            />
            <DecimalInput
              label={LABELS.step_up_pct}
              description="Leave empty for none"
              suffix="%"
              {...number('step_up_pct')}
            />
            <DecimalInput
              label={LABELS.years}
              description={
                progress.years_left === 0
                  ? `${day(target_date)} has passed: enter how many more`
                  : `Leave empty for ${day(target_date)}`
              }
              {...number('years')}
            />
          </SimpleGrid>
          <Group mt="sm">
            <Button
              type="submit"
              variant="light"
              loading={scenario.isFetching}
              leftSection={<IconCalculator size={16} aria-hidden />}
            >
              Calculate
            </Button>
          </Group>
        </form>
        {scenario.error !== null &&
          (isOfFields ? (
            <Notice tone="failure">Could not calculate: {Object.values(problems).join(' ')}</Notice>
          ) : (
            <Failure error={scenario.error} />
          ))}
        <div aria-live="polite">
          {scenario.data && <Outcome scenario={scenario.data} plannedFor={target_date} />}
        </div>
      </Stack>
      {scenario.data && <Fan scenario={scenario.data} />}
    </>
  );
}

function Outcome({ scenario, plannedFor }: { scenario: GoalScenario; plannedFor: string | null }) {
  const { progress, baseline, difference, inputs, paid_in, payments } = scenario;
  const { currency } = scenario.goal;
  const { projected, inflated_target } = progress;
  return (
    <Stack gap="sm">
      <Text>{triedInWords(scenario)}</Text>
      {projected !== null && (
        <dl className="facts">
          <Fact name="Expected">
            {rough(projected, currency)}
            <Under>
              {againstPlan(
                baseline.projected,
                inputs.target_date === plannedFor ? difference.projected : { by: plannedFor },
                currency,
              )}
            </Under>
          </Fact>
          <Fact name="Target">
            {rough(inflated_target, currency)}
            <Under>{`on ${day(inputs.target_date)}`}</Under>
          </Fact>
          <Fact name={progress.surplus !== null && progress.surplus < 0 ? 'Shortfall' : 'Surplus'}>
            {progress.surplus === null ? (
              <NotKnown reason={null} />
            ) : (
              rough(Math.abs(progress.surplus), currency)
            )}
            <Under>{`Today’s plan: ${gapInWords(baseline.surplus, currency)}`}</Under>
          </Fact>
          <Fact name="Paid in">
            {rough(paid_in, currency)}
            <Under>
              {payments === 0
                ? 'No payment is due before that date'
                : `${payments} ${payments === 1 ? 'payment' : 'payments'}, the first on ${day(inputs.first_date)}`}
            </Under>
          </Fact>
          <Fact name="Probability">
            {progress.probability_pct === null ? (
              <NotKnown reason={progress.probability_reason} />
            ) : (
              <>
                <span className="figure">{probabilityInWords(progress.probability_pct)}</span>
                {baseline.probability_pct !== null && (
                  <Under>{`Today’s plan: ${probabilityInWords(baseline.probability_pct)}`}</Under>
                )}
              </>
            )}
          </Fact>
        </dl>
      )}
    </Stack>
  );
}

function Fan({ scenario: { goal, progress, baseline } }: { scenario: GoalScenario }) {
  if (progress.inflated_target === null || progress.fan.length < 2) return null;
  return (
    <ChartCard
      chart={goalFan}
      data={{ points: progress.fan, target: progress.inflated_target, plan: baseline.fan }}
      title="Goal projection with this amount"
      currency={goal.currency}
      note={
        progress.probability_pct === null
          ? `The likely range is unavailable. ${progress.probability_reason ?? ''}`
          : 'The band is the 80% range, assuming volatility stays as it has been.'
      }
    />
  );
}
