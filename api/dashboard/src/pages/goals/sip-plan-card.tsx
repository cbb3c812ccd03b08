import { Anchor, Badge, Button, Modal, Table, Text } from '@mantine/core';
import { IconCalendar, IconPlayerPause, IconPlayerPlay } from '../../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { day, money } from '../../../../../charts/index.ts';
import type { SipPlan } from '../../api/types.ts';
import { Card } from '../../components/card.tsx';
import { CardButtons } from '../../components/card-buttons.tsx';
import { Fact } from '../../components/fact.tsx';
import { noInstalment, noStep, planInWords, points, stepInWords } from './words.ts';

interface SipPlanCardProps {
  plan: SipPlan;
  isPausing: boolean;
  onPause: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** One plan: what it pays, when next, and for what. */
export function SipPlanCard({ plan, isPausing, onPause, onEdit, onDelete }: SipPlanCardProps) {
  const { name, currency, next_instalment: next, next_step_up: step } = plan;
  const [isOpen, setIsOpen] = useState(false);
  const isOver = plan.is_active && next === null;
  return (
    <Card
      name={name}
      figure={
        <Badge color={plan.is_active && !isOver ? 'teal' : 'gray'} variant="light">
          {isOver ? 'Ended' : plan.is_active ? 'Active' : 'Paused'}
        </Badge>
      }
      below={planInWords(plan)}
      actions={
        <>
          {plan.schedule.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<IconCalendar size={14} aria-hidden />}
              onClick={() => setIsOpen(true)}
              aria-label={`12-month schedule of ${name}`}
            >
              12-month schedule
            </Button>
          )}
          {!isOver && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={
                plan.is_active ? (
                  <IconPlayerPause size={14} aria-hidden />
                ) : (
                  <IconPlayerPlay size={14} aria-hidden />
                )
              }
              onClick={isPausing ? undefined : onPause}
              aria-label={plan.is_active ? `Pause ${name}` : `Resume ${name}`}
            >
              {plan.is_active ? 'Pause' : 'Resume'}
            </Button>
          )}
          <CardButtons name={name} onEdit={onEdit} onDelete={onDelete} />
        </>
      }
    >
      <dl className="facts">
        <Fact name="Next instalment">
          {next === null ? noInstalment(plan) : `${money(next.amount, currency)} on ${day(next.date)}`}
        </Fact>
        <Fact name="Next step-up">
          {step === null ? noStep(plan) : `to ${money(step.amount, currency)} on ${day(step.date)}`}
          {step !== null && (
            <Text size="sm" c="dimmed">
              {stepInWords(plan)}
            </Text>
          )}
        </Fact>
        <Fact name="From">
          {day(plan.start_date)}
          {plan.end_date === null ? ', no end date' : ` to ${day(plan.end_date)}`}
        </Fact>
        {plan.portfolio !== null && (
          <Fact name="Buys">
            {plan.symbol ?? 'Not decided'} in {plan.portfolio}
          </Fact>
        )}
        <Fact name="For">
          {plan.goals.length === 0 ? (
            <Text c="dimmed" inherit component="span">
              No goal yet. Open a goal and link this plan there.
            </Text>
          ) : (
            plan.goals.map((goal, index) => (
              <span key={goal.goal_id}>
                {index > 0 && ', '}
                <Anchor component={Link} to={`/goals?goal=${goal.goal_id}`} inherit>
                  {goal.name}
                </Anchor>{' '}
                {points(goal.percentage)}
              </span>
            ))
          )}
        </Fact>
      </dl>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={`Schedule of ${name}`}>
        <Schedule plan={plan} />
      </Modal>
    </Card>
  );
}

function Schedule({ plan: { name, currency, schedule } }: { plan: SipPlan }) {
  return (
    <Table aria-label={`Instalments of ${name}`} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Day</Table.Th>
          <Table.Th scope="col" ta="right">
            Instalment
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {schedule.map(({ date, amount, is_step_up }) => (
          <Table.Tr key={date}>
            <Table.Td>{day(date)}</Table.Td>
            <Table.Td ta="right" className="figure">
              {is_step_up && (
                <Badge size="xs" variant="light" mr={6}>
                  Step-up
                </Badge>
              )}
              {money(amount, currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
