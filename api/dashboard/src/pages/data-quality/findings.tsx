import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconChartLine } from '../../icons.ts';
import { companyName, day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange, useQualityList } from '../../api/queries.ts';
import type { PriceFinding } from '../../api/types.ts';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { useListParams } from '../../components/search-params.ts';
import { done, failed } from '../../components/toast.tsx';
import { List } from './list.tsx';

const SEVERITIES: Record<PriceFinding['severity'], { label: string; color: string }> = {
  ERROR: { label: 'Error', color: 'orange' },
  WARNING: { label: 'Warning', color: 'yellow' },
  INFO: { label: 'Note', color: 'gray' },
};

const columns: Column<PriceFinding>[] = [
  {
    key: 'symbol',
    title: 'Instrument',
    render: ({ symbol, name, exchange }) => (
      <NameCell name={symbol} facts={[name && companyName(name), exchange]} />
    ),
  },
  {
    key: 'days',
    title: 'Day',
    render: (finding) =>
      finding.day === finding.until ? day(finding.day) : `${day(finding.day)} to ${day(finding.until)}`,
  },
  {
    key: 'message',
    title: 'Finding',
    render: ({ severity, message, source }) => (
      <Stack gap={2} maw={460}>
        <Group gap={6}>
          <Badge size="sm" variant="light" color={SEVERITIES[severity].color}>
            {SEVERITIES[severity].label}
          </Badge>
          <Text size="xs" c="dimmed">
            {source}
          </Text>
        </Group>
        <Text size="sm">{message}</Text>
      </Stack>
    ),
  },
];

/** What price validation noticed about stored closes: of what was ever held first, of all other shares on demand. */
export function Findings({ ofOthers }: { ofOthers: number }) {
  const params = useListParams();
  const { page } = params;
  const of = params.get('of') === 'others' ? 'others' : 'held';
  const query = useQualityList(`findings ${of}`, page, () => api.quality.findings(page, of));
  const dismiss = usePortfolioChange(api.quality.dismissFinding);
  return (
    <>
      {(ofOthers > 0 || of === 'others') && (
        <Group mb="sm">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => params.set({ of: of === 'held' ? 'others' : undefined })}
          >
            {of === 'held'
              ? `Show ${ofOthers.toLocaleString('en-IN')} about shares you never held`
              : 'Show those about your shares'}
          </Button>
        </Group>
      )}
      <List
        caption="Price history findings"
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        noun="findings"
        icon={<IconChartLine />}
        title="No findings"
        empty="This list shows closing prices that are missing, zero or negative, wrong by a factor of 100, dated outside a trading session, or that jumped without a reason."
        actions={({ id }) => (
          <Button
            size="compact-sm"
            variant="default"
            disabled={dismiss.isPending}
            onClick={() =>
              dismiss.mutate(id, {
                onSuccess: () => done('Dismissed.'),
                onError: (error) => failed(error, 'Could not dismiss'),
              })
            }
          >
            Dismiss
          </Button>
        )}
      />
    </>
  );
}
