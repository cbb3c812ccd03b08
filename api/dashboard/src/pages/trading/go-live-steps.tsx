import { Anchor, Button, List, Radio, Select, Stack, Text } from '@mantine/core';
import { IconPlugConnected } from '../../icons.ts';
import { Link } from 'react-router';
import type { Policy, PolicyConnection, Run } from '../../api/types.ts';
import { DecimalInput } from '../../components/form.tsx';
import { Empty } from '../../components/notices.tsx';
import { configOf } from '../strategies/config-words.ts';
import { Validation } from '../strategies/trust.tsx';
import { connectionText, goLiveLines, ORDER_KINDS } from './go-live-words.ts';

export interface GoLiveDraft {
  connection: string | null;
  capital: number | string;
  order_kind: 'LIMIT' | 'MARKET';
}

/** First step: whether the backtest that the policy came from still vouches for it. */
export function CheckStep({ run }: { run: Run }) {
  const { validation, run_id, name } = run;
  return (
    <Stack gap="sm">
      <Text size="sm">
        This policy came from the backtest{' '}
        <Anchor component={Link} to={`/strategies/${run_id}`} size="sm">
          {name}
        </Anchor>
        . Its validation as it is now:
      </Text>
      <Validation of={validation} />
      {!validation.promotion_allowed && (
        <Text size="sm">
          The policy continues on paper. To trade, run a backtest that passes validation, and create a policy
          from it.
        </Text>
      )}
    </Stack>
  );
}

interface AccountStepProps {
  /** Those that may trade. */
  connections: readonly PolicyConnection[];
  draft: GoLiveDraft;
  set: (change: Partial<GoLiveDraft>) => void;
  /** What is wrong with a field. */
  problem: (field: string) => string | undefined;
}

/** Second step: where it trades, with how much, and how its orders go out. */
export function AccountStep({ connections, draft, set, problem }: AccountStepProps) {
  if (connections.length === 0)
    return (
      <Empty
        icon={<IconPlugConnected />}
        title="No connection may trade yet"
        actions={
          <Button component={Link} to="/data/connections">
            Go to Connections
          </Button>
        }
      >
        Add a Zerodha or Dhan connection with the role “Trading” or “Trading and sync”, or change the role of
        one that you have. Then come back.
      </Empty>
    );
  return (
    <Stack gap="sm">
      <Select
        label="Connection"
        description="The account that it trades in"
        placeholder="Choose one"
        data={connections.map((one) => ({ value: one.id, label: connectionText(one) }))}
        value={draft.connection}
        onChange={(connection) => set({ connection })}
        error={problem('broker_connection_id')}
        allowDeselect={false}
        required
      />
      <DecimalInput
        currency="INR"
        label="Capital"
        description="How much of the account this policy may use, in rupees. Its live books start with that."
        prefix="₹"
        value={draft.capital}
        onChange={(capital) => set({ capital })}
        error={problem('capital')}
        required
      />
      <Radio.Group
        label="Orders"
        value={draft.order_kind}
        onChange={(kind) => set({ order_kind: kind === 'MARKET' ? 'MARKET' : 'LIMIT' })}
      >
        <Stack gap="xs" mt={4}>
          {(['LIMIT', 'MARKET'] as const).map((kind) => (
            <Radio
              key={kind}
              value={kind}
              label={ORDER_KINDS[kind].label}
              description={ORDER_KINDS[kind].meaning}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}

interface SummaryStepProps {
  policy: Policy;
  connection: PolicyConnection;
  draft: GoLiveDraft;
}

/** Last step: what will happen from now on. */
export function SummaryStep({ policy, connection, draft }: SummaryStepProps) {
  const lines = goLiveLines({
    policy,
    connection,
    capital: Number(draft.capital),
    order_kind: draft.order_kind,
    limits: configOf(policy),
  });
  return (
    <Stack gap="xs" component="section" aria-label="What will happen">
      <Text size="sm" fw={600}>
        What will happen
      </Text>
      <List size="sm" spacing={4}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  );
}
