import { Badge, Group, Text } from '@mantine/core';
import { day } from '../../../../../charts/index.ts';
import type { ModelUsage } from '../../api/ai-models.ts';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { featureName, providerName, tokens, usd } from './words.ts';

type Sums = Omit<ModelUsage['items'][number], 'provider' | 'model'>;

const sums = <Row extends Sums>(): Column<Row>[] => [
  { key: 'calls', title: 'Calls', align: 'end', render: ({ calls }) => calls },
  { key: 'input', title: 'Input tokens', align: 'end', render: (row) => tokens(row.input_tokens) },
  { key: 'cached', title: 'of these cached', align: 'end', render: (row) => tokens(row.cached_tokens) },
  { key: 'output', title: 'Output tokens', align: 'end', render: (row) => tokens(row.output_tokens) },
  { key: 'cost', title: 'Cost', align: 'end', render: (row) => <Cost of={row} /> },
];

function Cost({ of: { cost_usd: cost, unpriced, usage_unknown_calls: unknown } }: { of: Sums }) {
  return (
    <Group gap={4} justify="flex-end">
      {unpriced && (
        <Badge size="xs" color="gray" variant="light">
          unpriced
        </Badge>
      )}
      {unknown > 0 && (
        <Badge size="xs" color="orange" variant="light">
          {unknown} unknown
        </Badge>
      )}
      <Text size="sm" span>
        {usd(cost)}
      </Text>
    </Group>
  );
}

export function ByModel({ of: { items } }: { of: ModelUsage }) {
  return (
    <div className="panel">
      <DataTable
        caption="Usage by provider and model"
        columns={[
          {
            key: 'model',
            title: 'Model',
            render: ({ model, provider }) => <NameCell name={model} facts={[providerName(provider)]} />,
          },
          ...sums<ModelUsage['items'][number]>(),
        ]}
        rows={items}
        keyOf={({ provider, model }) => `${provider} ${model}`}
      />
    </div>
  );
}

export function ByFeature({ of: { by_feature: rows } }: { of: ModelUsage }) {
  return (
    <div className="panel">
      <DataTable
        caption="Usage by feature"
        columns={[
          { key: 'feature', title: 'Feature', render: ({ feature }) => featureName(feature) },
          ...sums<ModelUsage['by_feature'][number]>(),
        ]}
        rows={rows}
        keyOf={({ feature }) => feature}
      />
    </div>
  );
}

export function ByDay({ of: { by_day: rows } }: { of: ModelUsage }) {
  return (
    <div className="panel">
      <DataTable
        caption="Usage by day"
        columns={[
          { key: 'day', title: 'Day', render: (row) => day(row.day) },
          ...sums<ModelUsage['by_day'][number]>(),
        ]}
        rows={rows.toReversed()}
        keyOf={(row) => row.day}
      />
    </div>
  );
}
