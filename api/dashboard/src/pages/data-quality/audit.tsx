import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { moment } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useBooksAudit, usePortfolioChange } from '../../api/queries.ts';
import type { BooksAudit } from '../../api/types.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { Loaded } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';

type AuditIdentity = BooksAudit['identities'][number];

const STATES: Record<NonNullable<AuditIdentity['state']> | 'NEVER', { label: string; color: string }> = {
  AGREES: { label: 'Agrees', color: 'green' },
  DIFFERS: { label: 'Differs', color: 'orange' },
  NOT_COMPARED: { label: 'Not compared', color: 'gray' },
  NEVER: { label: 'Not audited yet', color: 'gray' },
};

const columns: Column<AuditIdentity>[] = [
  {
    key: 'title',
    title: 'Check',
    render: ({ title, left_path, right_path }) => (
      <Stack gap={2}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {left_path} against {right_path}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'state',
    title: 'Result',
    phone: 'figure',
    render: ({ state, agreed, differing, not_compared, reason }) => {
      const all = agreed + differing + not_compared;
      return (
        <Stack gap={2} maw={420}>
          <Group gap={6}>
            <Badge size="sm" variant="light" color={STATES[state ?? 'NEVER'].color}>
              {STATES[state ?? 'NEVER'].label}
            </Badge>
            {all > 1 && (
              <Text size="xs" c="dimmed">
                {agreed.toLocaleString('en-IN')} of {all.toLocaleString('en-IN')} agree
              </Text>
            )}
          </Group>
          {reason !== null && (
            <Text size="xs" c="dimmed">
              {reason}
            </Text>
          )}
        </Stack>
      );
    },
  },
  {
    key: 'tolerance',
    title: 'Allowed difference',
    align: 'end',
    render: ({ tolerance }) => (
      <Text size="xs" c="dimmed">
        ±{tolerance.absolute.toLocaleString('en-IN', { maximumFractionDigits: 6 })}
      </Text>
    ),
  },
];

/** Figures that must agree, each with its two ways, and what differs between them. */
export function Audit() {
  const query = useBooksAudit();
  const check = usePortfolioChange(api.quality.auditNow);
  return (
    <Loaded query={query}>
      {({ audited_at, identities, findings }) => (
        <Stack gap="sm">
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {audited_at === null
                ? 'Your books have not been audited yet. Munim does it every evening.'
                : `Last audit ${moment(audited_at)}.`}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              loading={check.isPending}
              onClick={() =>
                check.mutate(undefined, {
                  onSuccess: (view) =>
                    done(view.findings.length === 0 ? 'No differences found.' : 'Differences found.'),
                  onError: (error) => failed(error, 'Could not audit'),
                })
              }
            >
              Check now
            </Button>
          </Group>
          {findings.map(({ id, title, message, found_at }) => (
            <Notice key={id} tone="caution" title={title}>
              {message} Found {moment(found_at)}.
            </Notice>
          ))}
          <div className="panel">
            <DataTable
              caption="Audit of the books"
              rows={identities}
              columns={columns}
              keyOf={({ code }) => code}
            />
          </div>
        </Stack>
      )}
    </Loaded>
  );
}
