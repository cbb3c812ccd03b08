/** Changes by brokers that wait for a decision, the oldest first. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { day, moment, money, quantity } from '../../../../../charts/index.ts';
import type { BrokerChange } from '../../api/types.ts';
import { InboxItem, InboxList } from '../../components/decision-inbox.tsx';
import { Empty } from '../../components/notices.tsx';
import { IconCircleCheck } from '../../icons.ts';
import { type Decision, type Decisions, LIST_ID } from './use-decisions.ts';
import { KINDS } from './words.ts';

export function WaitingChanges({ open, decisions }: { open: readonly BrokerChange[]; decisions: Decisions }) {
  if (open.length === 0)
    return (
      <Empty icon={<IconCircleCheck />} title="Nothing is waiting">
        A trade that your broker changes or no longer lists after it was recorded shows here until you decide.
      </Empty>
    );
  return (
    <div className="panel">
      <InboxList id={LIST_ID}>
        {open.map((one) => (
          <Item key={one.id} one={one} decisions={decisions} />
        ))}
      </InboxList>
    </div>
  );
}

const BUTTONS: readonly [decision: Decision, label: string, variant: string][] = [
  ['ACCEPT', 'Accept', 'filled'],
  ['KEEP', 'Keep mine', 'default'],
  ['LATER', 'Later', 'subtle'],
];

function Item({ one, decisions }: { one: BrokerChange; decisions: Decisions }) {
  const { symbol, portfolio, kind, title, sentence, seen_at, until, effects } = one;
  const { underWay } = decisions;
  return (
    <InboxItem
      name={`${symbol}, ${title}`}
      symbol={symbol}
      facts={[
        portfolio,
        `seen ${moment(seen_at)}`,
        ...(until === null ? [] : [`asked again on ${day(until.slice(0, 10))}`]),
      ]}
      kind={KINDS[kind]}
      isBusy={underWay === one.id}
    >
      <Text size="sm">{title.charAt(0).toUpperCase() + title.slice(1)}</Text>
      <Text size="sm" c="dimmed">
        {sentence}
      </Text>
      {effects.map((effect) => (
        <Effects key={effect.symbol} of={effect} />
      ))}
      <Group gap="xs">
        {BUTTONS.map(([decision, label, variant]) => (
          <Button
            key={decision}
            size="compact-sm"
            variant={variant}
            disabled={underWay !== null}
            onClick={() => decisions.decide(decision, one)}
            aria-label={`${label}: ${symbol}, ${title}`}
          >
            {label}
          </Button>
        ))}
      </Group>
    </InboxItem>
  );
}

type Effect = BrokerChange['effects'][number];

/** Before and after of each figure that would differ. */
function Effects({ of: { symbol, currency, gains, tax_change, unknown_reason, ...effect } }: { of: Effect }) {
  const amount = (value: number): string => money(value, currency);
  const none = unknown_reason === null ? 'none' : 'unknown';
  const figures: [name: string, figure: Effect['cost'], text: (value: number) => string][] = [
    ['Quantity', effect.quantity, (value) => quantity(value)],
    ['Cost', effect.cost, amount],
    ['Average cost', effect.average_cost, amount],
    ['Realised gain', effect.realised_gain, amount],
  ];
  return (
    <Stack component="ul" gap={2} m={0} pl="md" aria-label={`Effect on ${symbol}`}>
      {figures
        .filter(([, { before, after }]) => before !== after)
        .map(([name, { before, after }, text]) => (
          <Text component="li" size="sm" key={name}>
            {name}: {before === null ? none : text(before)} → {after === null ? none : text(after)}
          </Text>
        ))}
      {gains.map(({ fy, term, before, after }) => (
        <Text component="li" size="sm" key={`${fy} ${term ?? ''}`}>
          {TERMS[term ?? 'NONE']} gain of {fy}: {amount(before)} → {amount(after)}
        </Text>
      ))}
      {tax_change !== null && tax_change !== 0 && (
        <Text component="li" size="sm">
          Tax: {tax_change > 0 ? '+' : '−'}
          {amount(Math.abs(tax_change))}, before exemptions and losses
        </Text>
      )}
      {unknown_reason !== null && (
        <Text component="li" size="sm">
          {unknown_reason}
        </Text>
      )}
    </Stack>
  );
}

const TERMS = {
  SHORT: 'Short-term',
  LONG: 'Long-term',
  INTRADAY: 'Intraday',
  NONE: 'Taxable',
} as const;
