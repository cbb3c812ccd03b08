import { Button, Stack, Text } from '@mantine/core';
import { moment } from '../../../../../charts/index.ts';
import { useCheckUp } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { CheckUp as Found } from '../../api/types.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Section } from './section.tsx';

/** The check of the server, for the owner of the installation only. */
export function CheckUp() {
  const { me } = useSession();
  const found = useCheckUp();
  if (me?.is_owner !== true) return null;
  const isAsked = found.isFetching || found.isFetched;
  return (
    <Section
      title="Check of the server"
      help="doctor"
      description="Database, separation of people, disk, clock, address, backups, Telegram and each outside source, with what to do. npm run doctor does the same."
    >
      <div>
        <Button variant="default" loading={found.isFetching} onClick={() => void found.refetch()}>
          {found.isFetched ? 'Check again' : 'Check now'}
        </Button>
      </div>
      {isAsked && (
        <Loaded query={found} skeleton={<LoadingRows rows={6} />}>
          {(of) => <Findings of={of} />}
        </Loaded>
      )}
    </Section>
  );
}

const LOOK = {
  OK: { label: 'OK', color: undefined },
  OFF: { label: 'Off', color: 'dimmed' },
  UNKNOWN: { label: 'Unknown', color: 'dimmed' },
  WARNING: { label: 'Warning', color: 'orange' },
  FAILED: { label: 'Failed', color: 'red' },
} as const;

function Findings({ of: { checked_at, problems, findings } }: { of: Found }) {
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {problems === 0 ? 'Nothing needs you.' : `${problems} of ${findings.length} need you.`} Checked on{' '}
        {moment(checked_at)} IST.
      </Text>
      <DataTable
        caption="What was checked"
        rows={findings}
        keyOf={({ name }) => name}
        columns={[
          { key: 'name', title: 'Check', render: ({ name }) => name },
          {
            key: 'state',
            title: 'State',
            render: ({ state }) => (
              <Text size="sm" c={LOOK[state].color}>
                {LOOK[state].label}
              </Text>
            ),
          },
          {
            key: 'line',
            title: 'What was found',
            render: ({ line, advice }) => (
              <div>
                <Text size="sm">{line}</Text>
                {advice !== null && (
                  <Text size="xs" c="dimmed">
                    {advice}
                  </Text>
                )}
              </div>
            ),
          },
        ]}
      />
    </Stack>
  );
}
