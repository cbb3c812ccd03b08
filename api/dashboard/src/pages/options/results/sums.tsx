import { Badge, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { moment } from '../../../../../../charts/index.ts';
import type { OptionPerformance } from '../../../api/option-results.ts';
import { Amount, Change, Percent, Unknown } from '../../../components/amount.tsx';
import { Fact } from '../../../components/fact.tsx';
import { firstReason, reasonText, STATE_WORDS } from './words.ts';

type State = OptionPerformance['realised']['state'];
type Reasons = OptionPerformance['realised']['reasons'];

export function StateBadge({ of }: { of: State }) {
  const { label, color } = STATE_WORDS[of];
  return (
    <Badge size="sm" variant="light" color={color} miw="max-content">
      {label}
    </Badge>
  );
}

/** A panel of figures with how complete they are, and why where they are not. */
function Sums({
  title,
  state,
  reasons,
  children,
}: {
  title: string;
  state: State;
  reasons: Reasons;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Stack component="section" className="panel" p={{ base: 'sm', sm: 'md' }} gap="xs" aria-labelledby={id}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <StateBadge of={state} />
      </Group>
      <dl className="facts">{children}</dl>
      {reasons.map((reason) => (
        <Text key={reason.code} size="sm" c="dimmed">
          {reasonText(reason)}
        </Text>
      ))}
    </Stack>
  );
}

/** A name with its own state, where that is another one than that of the panel. */
const named = (name: string, own: State, whole: State): string =>
  own === whole || own === 'COMPLETE' ? name : `${name}, ${STATE_WORDS[own].label.toLowerCase()}`;

/** What the trades of a mode came to. */
export function PerformanceSums({ of }: { of: OptionPerformance }) {
  const { realised, unrealised, drawdown, sharpe, trades } = of;
  const whyRealised = firstReason(realised.reasons);
  const whyOpen = firstReason(unrealised.reasons);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <Sums title="Closed trades" state={realised.state} reasons={realised.reasons}>
        <Fact name={named('Gross', realised.states.gross, realised.state)}>
          <Change value={realised.gross} currency="INR" reason={whyRealised} />
        </Fact>
        <Fact name={named('Costs', realised.states.costs, realised.state)}>
          <Amount value={realised.costs} currency="INR" reason={whyRealised} />
        </Fact>
        <Fact name={named('Net', realised.states.net, realised.state)}>
          <Change value={realised.net} currency="INR" reason={whyRealised} />
        </Fact>
        <Fact name="Trades">{tradesText(trades)}</Fact>
      </Sums>
      <Sums title="Open trades" state={unrealised.state} reasons={unrealised.reasons}>
        <Fact name={named('Gross', unrealised.states.gross, unrealised.state)}>
          <Change value={unrealised.gross} currency="INR" reason={whyOpen} />
        </Fact>
        <Fact name={named('Estimated exit costs', unrealised.states.estimated_exit_costs, unrealised.state)}>
          <Amount value={unrealised.estimated_exit_costs} currency="INR" reason={whyOpen} />
        </Fact>
        <Fact name={named('Net', unrealised.states.net, unrealised.state)}>
          <Change value={unrealised.net} currency="INR" reason={whyOpen} />
        </Fact>
        <Fact name="Trades">{trades.open}</Fact>
      </Sums>
      <Sums title="Drawdown" state={drawdown.state} reasons={drawdown.reasons}>
        <Fact name="Deepest fall">
          <Amount value={drawdown.value} currency="INR" reason={firstReason(drawdown.reasons)} />
        </Fact>
        <Fact name="Of the capital at its highest">
          <Percent value={drawdown.pct} reason={firstReason(drawdown.reasons)} />
        </Fact>
        {drawdown.trough_at !== null && (
          <Fact name="From and to">
            {drawdown.peak_at === null ? 'the beginning' : moment(drawdown.peak_at)} to{' '}
            {moment(drawdown.trough_at)}
          </Fact>
        )}
      </Sums>
      <Sums title="Sharpe ratio" state={sharpe.state} reasons={sharpe.reasons}>
        <Fact name="A year">
          {sharpe.value === null ? (
            <Unknown reason={firstReason(sharpe.reasons)} />
          ) : (
            <span className="figure">{sharpe.value.toFixed(2)}</span>
          )}
        </Fact>
        <Fact name="Days with closed trades">{sharpe.observations}</Fact>
        <Fact name="Over a capital of">
          <Amount value={sharpe.capital} currency="INR" digits={0} />
        </Fact>
      </Sums>
    </SimpleGrid>
  );
}

/** `12: 8 won, 3 lost, 1 unknown`. */
export function tradesText({ closed, won, lost, even, unknown }: OptionPerformance['trades']): string {
  if (closed === 0) return '0';
  const parts = [
    `${won} won`,
    `${lost} lost`,
    ...(even === 0 ? [] : [`${even} even`]),
    ...(unknown === 0 ? [] : [`${unknown} unknown`]),
  ];
  return `${closed}: ${parts.join(', ')}`;
}
