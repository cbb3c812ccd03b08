import { Alert, Anchor, Box, Button, Collapse, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'react-router';
import { clockTime } from '../../../../../charts/index.ts';
import type { PriceOutcome, PriceProgress, PriceRefresh } from '../../api/types.ts';
import { sourceName } from '../../components/price-source.ts';

const number = (count: number): string => count.toLocaleString('en-IN');
const prices = (count: number): string => `${number(count)} price${count === 1 ? '' : 's'}`;

/** How many are named before the list ends in a link. */
const NAMED = 12;

/** A refresh while it runs: how far it is, in words and as a bar. */
export function RunningRefresh({ progress }: { progress: PriceProgress }) {
  const { done, total, updated, failed } = progress;
  const words = `${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`;
  return (
    <Box className="panel" p="sm">
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={600}>
          Refreshing prices
        </Text>
        <Text size="sm" c="dimmed">
          {words}
          {failed > 0 && `, ${failed.toLocaleString('en-IN')} without a price`}
        </Text>
      </Group>
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        size="sm"
        aria-label={`Refreshing prices: ${words}, ${updated} updated`}
      />
    </Box>
  );
}

/** What a refresh came to, with each holding it could not price and why. */
export function RefreshResult({ view }: { view: PriceRefresh }) {
  const [isOpen, details] = useDisclosure(false);
  const lost = view.outcomes.filter(({ status }) => status === 'FAILED');
  if (lost.length === 0) return null;
  const priced = view.updated + view.unchanged;
  const at = clockTime(Date.parse(view.refreshed_at));
  return (
    <Alert color="orange" variant="light" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {priced > 0
            ? `${prices(priced)} updated at ${at}. ${number(lost.length)} failed, so ${lost.length === 1 ? 'its last price is' : 'their last prices are'} shown.`
            : `${prices(lost.length)} could not be updated at ${at}. The last known ${lost.length === 1 ? 'price is' : 'prices are'} shown.`}
        </Text>
        <Button size="compact-sm" variant="default" onClick={details.toggle} aria-expanded={isOpen}>
          {isOpen ? 'Hide' : 'Why'}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <Stack gap={4} mt="xs" component="ul" pl="md" mb={0}>
          {lost.slice(0, NAMED).map((outcome) => (
            <Text key={`${outcome.portfolio} ${outcome.symbol}`} component="li" size="sm">
              <b>{outcome.symbol}</b>: {inWords(outcome)}
            </Text>
          ))}
        </Stack>
        <Text size="sm" mt="xs">
          <Anchor component={Link} to="/data-quality?show=prices&filter=failing" inherit>
            {lost.length > NAMED
              ? `See all ${lost.length} and since when`
              : 'See since when, and other problems'}
          </Anchor>
        </Text>
      </Collapse>
    </Alert>
  );
}

/** The reason, and who else was asked in vain. */
function inWords({ message, tried }: PriceOutcome): string {
  const [only] = tried;
  if (tried.length < 2) return [only && sourceName(only.source), message].filter(Boolean).join(': ');
  return tried.map((one) => `${sourceName(one.source)}: ${one.message}`).join(' ');
}
