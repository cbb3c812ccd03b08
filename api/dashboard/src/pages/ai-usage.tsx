/** What calls of models took: by provider and model, by feature, by day, against the limits of today. */
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconGauge } from '../icons.ts';
import { Link } from 'react-router';
import { day } from '../../../../charts/index.ts';
import { type ModelUsage, useModelUsage } from '../api/ai-models.ts';
import { DateFilter } from '../components/date-filter.tsx';
import { Fact } from '../components/fact.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { useListParams } from '../components/search-params.ts';
import { ByDay, ByFeature, ByModel } from './ai-usage/tables.tsx';
import { tokens, usd } from './ai-usage/words.ts';

export default function AiUsage() {
  const params = useListParams();
  const [from, to] = [params.get('from'), params.get('to')];
  const usage = useModelUsage({ ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) });
  return (
    <>
      <Heading
        help="aiCost"
        title="AI usage"
        actions={
          <Button variant="default" component={Link} to="/settings/models">
            Models
          </Button>
        }
      >
        What your calls of language models used. Costs are at list prices and are not an invoice.
      </Heading>
      <Group gap="xs" mb="md">
        <DateFilter label="From" value={from} onChange={(value) => params.set({ from: value })} />
        <DateFilter label="To" value={to} onChange={(value) => params.set({ to: value })} />
      </Group>
      <Loaded query={usage}>
        {(data) => (
          <Stack gap="md">
            <Today of={data} />
            {data.items.length === 0 ? <NoCalls of={data} /> : <Tables of={data} />}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Today({ of: { today } }: { of: ModelUsage }) {
  const { cost_usd: cost, tokens: count, unsettled_calls: open } = today;
  return (
    <Box className="panel" p="sm">
      <dl className="facts">
        <Fact name="Today at list prices">
          {cost.limit === null ? `${usd(cost.used)}, no limit` : `${usd(cost.used)} of ${usd(cost.limit)}`}
        </Fact>
        <Fact name="Today without a price">
          {count.limit === null
            ? `${tokens(count.used)} tokens, no limit`
            : `${tokens(count.used)} of ${tokens(count.limit)} tokens`}
        </Fact>
        <Fact name="Limits reset">at midnight, Indian time</Fact>
        {open > 0 && <Fact name="Not final yet">{open} calls, counted at an estimate</Fact>}
      </dl>
    </Box>
  );
}

function NoCalls({ of: { from, to } }: { of: ModelUsage }) {
  return (
    <Empty icon={<IconGauge />} title={`No model calls, ${day(from)} to ${day(to)}`}>
      Ask the assistant or start a research run, and its usage shows here.
    </Empty>
  );
}

function Tables({ of }: { of: ModelUsage }) {
  const unknown = of.items.reduce((sum, { usage_unknown_calls: calls }) => sum + calls, 0);
  return (
    <>
      <ByModel of={of} />
      <ByFeature of={of} />
      <ByDay of={of} />
      <Text size="sm" c="dimmed">
        List prices of {day(of.prices_as_of)}
        {of.prices_from === 'file' && ', from the operator’s file'}. Models without a price count as $0 and
        are marked unpriced. Cached tokens are part of the input and cost the same.
        {unknown > 0 && ` The sums exclude ${unknown} calls whose usage is unknown.`}
      </Text>
    </>
  );
}
