import { Stack, Text } from '@mantine/core';
import { moment, UNKNOWN } from '../../../../../charts/index.ts';
import { useCapacity } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Capacity } from '../../api/types.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { count, firstLine, growthWords, limitWords, size, unknownLines } from './capacity-words.ts';
import { Section } from './section.tsx';

/** Load, limits and growth of the server, for the owner of the installation only. */
export function Server() {
  const { me } = useSession();
  if (me?.is_owner !== true) return null;
  return (
    <Section
      title="Server"
      help="capacity"
      description="Load, limits and growth of this server. Row counts are estimates by the database."
    >
      <Measured />
    </Section>
  );
}

function Measured() {
  const capacity = useCapacity();
  return (
    <Loaded query={capacity} skeleton={<LoadingRows rows={4} />}>
      {(of) => (
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={600}>
              {firstLine(of)}
            </Text>
            <Text size="sm">
              {count(of.people)} {of.people === 1 ? 'person' : 'people'}.{' '}
              {of.counts.map(({ label, rows }) => `${label}: ${count(rows)}`).join('. ')}.
            </Text>
            <Text size="sm">
              Database: {size(of.database.bytes)}, {growthWords(of.database)}.
            </Text>
            {unknownLines(of).map((line) => (
              <Text size="xs" c="dimmed" key={line}>
                {line}
              </Text>
            ))}
          </div>
          <Limits limits={of.limits.filter(({ used }) => used !== null)} />
          <Tables tables={of.tables} />
        </Stack>
      )}
    </Loaded>
  );
}

function Limits({ limits }: Pick<Capacity, 'limits'>) {
  return (
    <DataTable
      caption="Limits"
      rows={limits}
      keyOf={({ name }) => name}
      columns={[
        {
          key: 'label',
          title: 'Limit',
          render: ({ label, evidence, reason, measured_at }) => (
            <div>
              <Text size="sm">{label}</Text>
              {[evidence, reason, measured_at && `Measured ${moment(measured_at)} IST.`].map(
                (line) =>
                  line && (
                    <Text size="xs" c="dimmed" key={line}>
                      {line}
                    </Text>
                  ),
              )}
            </div>
          ),
        },
        { key: 'used', title: 'Used', align: 'end', render: (limit) => limitWords(limit).used },
        { key: 'fits', title: 'Room for', align: 'end', render: (limit) => limitWords(limit).room },
      ]}
    />
  );
}

function Tables({ tables }: Pick<Capacity, 'tables'>) {
  return (
    <DataTable
      caption="Largest tables"
      rows={tables}
      keyOf={({ name }) => name}
      columns={[
        { key: 'name', title: 'Table', render: ({ name }) => name },
        { key: 'rows', title: 'Rows', align: 'end', render: ({ rows }) => count(rows) },
        { key: 'bytes', title: 'Size', align: 'end', render: ({ bytes }) => size(bytes) },
        {
          key: 'growth',
          title: 'Growth',
          align: 'end',
          render: (table) => (table.days === null ? UNKNOWN : growthWords(table)),
        },
      ]}
    />
  );
}
