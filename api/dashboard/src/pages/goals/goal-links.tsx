import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconLink, IconPencil, IconTrash } from '../../icons.ts';
import { useRef, useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { Goal, GoalLink } from '../../api/types.ts';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { goOnAt } from '../../components/focused.ts';
import { done, failed, undoable } from '../../components/toast.tsx';
import { LinkForm } from './link-form.tsx';
import { LINK_TYPES, points } from './words.ts';

const columns: readonly Column<GoalLink>[] = [
  {
    key: 'label',
    title: 'What',
    render: ({ label, link_type }) => <NameCell name={label} facts={[LINK_TYPES[link_type]]} />,
  },
  {
    key: 'percentage',
    title: 'Counts',
    align: 'end',
    render: ({ percentage }) => <span className="figure">{points(percentage)}</span>,
  },
];

/** What counts towards a goal, and how much of each. */
export function GoalLinks({ goal, goals }: { goal: Goal; goals: readonly Goal[] }) {
  const [edited, setEdited] = useState<GoalLink | 'new' | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const relink = usePortfolioChange(api.goals.link.bind(null, goal.id));
  // the offer is made within the change itself: for each of several that go quickly, and before everything is read again
  const unlink = usePortfolioChange(async ({ id, label, link_type, link_id, percentage }: GoalLink) => {
    try {
      await api.goals.unlink(goal.id, id);
    } catch (error) {
      failed(error, `Could not remove ${label}`);
      throw error;
    }
    const said = `${label} no longer counts.`;
    // what is not held at present cannot be linked again before it is
    if (link_id === null) done(said);
    else undoable(said, () => relink.mutateAsync({ link_type, link_id, percentage }));
  });
  const remove = (link: GoalLink): void =>
    void unlink.mutateAsync(link).then(
      () => goOnAt(() => addButton.current),
      () => undefined,
    );

  return (
    <Stack className="panel" p="md" gap="sm" component="section" aria-label="What counts towards it">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          What counts towards it
        </Title>
        <Button
          size="compact-sm"
          variant={goal.links.length === 0 ? 'filled' : 'light'}
          leftSection={<IconLink size={14} aria-hidden />}
          ref={addButton}
          onClick={() => setEdited('new')}
        >
          Add a link
        </Button>
      </Group>
      {goal.links.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing counts towards this goal yet. Link a portfolio, a holding or a SIP plan, and set how much of
          it is for this goal.
        </Text>
      ) : (
        <DataTable
          caption="What counts towards it"
          columns={columns}
          rows={goal.links}
          keyOf={({ id }) => id}
          actions={(link) => (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              {link.link_id !== null && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Change how much of ${link.label} counts`}
                  onClick={() => setEdited(link)}
                >
                  <IconPencil size={16} />
                </ActionIcon>
              )}
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Remove the link to ${link.label}`}
                onClick={() => remove(link)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          )}
        />
      )}
      <LinkForm goal={goal} goals={goals} link={edited} onClose={() => setEdited(null)} />
    </Stack>
  );
}
