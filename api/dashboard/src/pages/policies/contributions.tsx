/** Money that comes into a policy by schedules: what is to come, what came, and what became of it. */
import { Badge, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCoinRupee, IconPlus } from '../../icons.ts';
import { useState } from 'react';
import { day, money, quantity } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY, useContributions } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import type { Contribution, Contributions, ContributionSchedule, Policy } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { done } from '../../components/toast.tsx';
import { ContributionDialog } from './contribution-dialog.tsx';
import {
  ALLOCATION_MODES,
  BATCH_STATUSES,
  CONTRIBUTION_ACTIONS,
  CONTRIBUTION_STATES,
  type ContributionAction,
  fundingText,
  scheduleText,
} from './contribution-words.ts';
import { ScheduleForm } from './schedule-form.tsx';

type Batch = Contributions['batches'][number];

export function PolicyContributions({ policy }: { policy: Policy }) {
  const contributions = useContributions(policy.id);
  const [adding, setAdding] = useState(false);
  const [doomed, setDoomed] = useState<ContributionSchedule | null>(null);
  const [asked, setAsked] = useState<{ of: Contribution; action: ContributionAction } | null>(null);
  const end = useChange(POLICIES_KEY, async ({ schedule_id }: ContributionSchedule) => {
    await api.policies.endSchedule(schedule_id);
    done('Schedule ended.');
    setDoomed(null);
  });
  const add =
    policy.status === 'RETIRED' ? null : (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
        Add money by schedule
      </Button>
    );
  return (
    <>
      <Loaded query={contributions}>
        {({ schedules, items, batches }) =>
          schedules.length === 0 ? (
            <Empty icon={<IconCoinRupee />} title="No contributions yet" actions={add}>
              Add money once, every month or every quarter. It does not count as a return, because units are
              issued for it at that day’s NAV.
            </Empty>
          ) : (
            <Stack gap="md">
              <Schedules schedules={schedules} add={add} onEnd={setDoomed} />
              <div className="panel">
                <DataTable
                  caption="Instalments"
                  columns={INSTALMENTS}
                  rows={items}
                  keyOf={({ contribution_id }) => contribution_id}
                  actions={(of) => <Deeds of={of} onAsk={(action) => setAsked({ of, action })} />}
                />
              </div>
              {batches.length > 0 && (
                <div className="panel">
                  <DataTable
                    caption="What became of the money"
                    columns={BATCHES}
                    rows={batches}
                    keyOf={({ batch_id }) => batch_id}
                  />
                </div>
              )}
            </Stack>
          )
        }
      </Loaded>
      <ScheduleForm policy={policy} opened={adding} onClose={() => setAdding(false)} />
      <ContributionDialog asked={asked} onClose={() => setAsked(null)} />
      <Confirm
        opened={doomed !== null}
        title="End a schedule"
        action="End the schedule"
        busy={end.isPending}
        error={end.error}
        onClose={() => setDoomed(null)}
        onConfirm={() => doomed !== null && end.mutate(doomed)}
      >
        {doomed !== null && scheduleText(doomed)} ends. Instalments that are not confirmed are cancelled.
        Money already credited stays.
      </Confirm>
    </>
  );
}

function Schedules({
  schedules,
  add,
  onEnd,
}: {
  schedules: readonly ContributionSchedule[];
  add: React.ReactNode;
  onEnd: (schedule: ContributionSchedule) => void;
}) {
  return (
    <Box className="panel" p="md" component="section" aria-label="Schedules">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Schedules
        </Title>
        {add}
      </Group>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {schedules.map((schedule) => (
          <Group key={schedule.schedule_id} component="li" justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" fw={600}>
                {scheduleText(schedule)}
                {schedule.status === 'CANCELLED' && ' (ended)'}
              </Text>
              <Text size="xs" c="dimmed">
                {schedule.passed_over ??
                  `Put to work: ${ALLOCATION_MODES[schedule.allocation_mode].toLowerCase()}.${nextOf(schedule)}`}
              </Text>
            </div>
            {schedule.status === 'ACTIVE' && (
              <Button size="xs" variant="light" color="red" onClick={() => onEnd(schedule)}>
                End
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Box>
  );
}

const nextOf = ({ upcoming: [next] }: ContributionSchedule): string =>
  next === undefined ? '' : ` Next on ${day(next.due_date)}.`;

function Deeds({ of, onAsk }: { of: Contribution; onAsk: (action: ContributionAction) => void }) {
  return (
    <Group gap={6}>
      {of.actions.map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'confirm' ? 'filled' : 'light'}
          {...(CONTRIBUTION_ACTIONS[action].isLoss ? { color: 'red' } : {})}
          onClick={() => onAsk(action)}
        >
          {CONTRIBUTION_ACTIONS[action].label}
        </Button>
      ))}
    </Group>
  );
}

const INSTALMENTS: Column<Contribution>[] = [
  {
    key: 'due',
    title: 'Instalment',
    render: (row) => (
      <Stack gap={2}>
        <Group gap={6}>
          <Text size="sm" fw={600} className="figure">
            {day(row.due_date)}
          </Text>
          <Badge color={CONTRIBUTION_STATES[row.state].color} variant="light">
            {CONTRIBUTION_STATES[row.state].label}
          </Badge>
        </Group>
        {[row.reason, fundingText(row)].map((text) =>
          text === null ? null : (
            <Text key={text} size="xs" c="dimmed">
              {text}
            </Text>
          ),
        )}
      </Stack>
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    align: 'end',
    render: ({ amount }) => <Amount value={amount} currency="INR" />,
  },
  {
    key: 'units',
    title: 'Units',
    align: 'end',
    render: ({ units_issued, nav, applied_on }) =>
      units_issued === null || nav === null || applied_on === null ? (
        <Text size="sm" c="dimmed">
          Not yet
        </Text>
      ) : (
        <div>
          <span className="figure">{quantity(units_issued)}</span>
          <Text size="xs" c="dimmed" className="figure">
            at {money(nav, 'INR')} on {day(applied_on)}
          </Text>
        </div>
      ),
  },
];

const BATCHES: Column<Batch>[] = [
  {
    key: 'date',
    title: 'Credited',
    render: (row) => (
      <Stack gap={2}>
        <Group gap={6}>
          <Text size="sm" fw={600} className="figure">
            {day(row.effective_date)}
          </Text>
          <Badge color={BATCH_STATUSES[row.status].color} variant="light">
            {BATCH_STATUSES[row.status].label}
          </Badge>
        </Group>
        {row.fallback_reason !== null && (
          <Text size="xs" c="dimmed">
            {row.fallback_reason}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    align: 'end',
    render: ({ amount }) => <Amount value={amount} currency="INR" />,
  },
  {
    key: 'nav',
    title: 'NAV before it',
    align: 'end',
    render: ({ valuation }) => <Amount value={valuation.nav_net_of_tax} currency="INR" />,
  },
];
