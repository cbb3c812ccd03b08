/** Which providers of models are asked, in which order and with whose keys, and what that comes to for each feature. */
import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { type ProviderSettings, useProviderReset, useProviderSettings } from '../api/ai-models.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Loaded } from '../components/notices.tsx';
import { done, failed } from '../components/toast.tsx';
import { orderOf } from './ai-models/order.ts';
import { ProviderCard } from './ai-models/provider-card.tsx';
import { Sent } from './ai-models/sent.tsx';

export default function AiModels() {
  const settings = useProviderSettings();
  return (
    <>
      <Heading
        help="sentToModels"
        title="Models"
        actions={
          <Button variant="default" component={Link} to="/settings/ai-usage">
            AI usage
          </Button>
        }
      >
        The language models that answer your questions. Each provider is tried if the ones before it fail.
        Keys are encrypted and never shown again.
      </Heading>
      <Loaded query={settings}>{(data) => <Providers of={data} />}</Loaded>
    </>
  );
}

function Providers({ of }: { of: ProviderSettings }) {
  const order = orderOf(of);
  const placeOf = (id: (typeof order)[number]): number =>
    order.includes(id) ? order.indexOf(id) : order.length;
  const providers = of.providers.toSorted((one, other) => placeOf(one.id) - placeOf(other.id));
  return (
    <Stack maw={820}>
      {of.is_default && (
        <Text size="sm">
          You have not chosen any providers yet, so Munim uses the ones the operator set up.
        </Text>
      )}
      {providers.map((provider) => (
        <ProviderCard key={provider.id} provider={provider} settings={of} />
      ))}
      <Sent of={of} />
      <Title order={2} size="h4">
        Which provider answers what
      </Title>
      <div className="panel">
        <DataTable
          caption="Providers by feature"
          columns={columns}
          rows={of.routes}
          keyOf={({ feature }) => feature}
        />
      </div>
      {!of.is_default && <Reset />}
    </Stack>
  );
}

const columns: Column<ProviderSettings['routes'][number]>[] = [
  {
    key: 'feature',
    title: 'Feature and what is sent',
    render: ({ label, sends }) => (
      <>
        {label}
        <Text size="xs" c="dimmed">
          {sends}
        </Text>
      </>
    ),
  },
  {
    key: 'providers',
    title: 'Providers, in order',
    render: ({ providers }) =>
      providers.length === 0
        ? 'None'
        : providers
            .map(({ label, model }) => (model === null ? label : `${label} (${model})`))
            .join(', then '),
  },
  {
    key: 'why',
    title: 'Why',
    render: ({ why }) => (
      <Text size="xs" c="dimmed">
        {why}
      </Text>
    ),
  },
];

function Reset() {
  const reset = useProviderReset();
  return (
    <Button
      variant="default"
      w="fit-content"
      loading={reset.isPending}
      onClick={() =>
        reset.mutate(undefined, {
          onSuccess: () =>
            done(
              'Your choice and keys are deleted. The operator’s providers are used now, and you are asked before your next question.',
            ),
          onError: (error) => failed(error, 'Could not delete your choice and keys'),
        })
      }
    >
      Delete my choice and all keys
    </Button>
  );
}
