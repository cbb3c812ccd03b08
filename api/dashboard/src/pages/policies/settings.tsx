import { Anchor, Box } from '@mantine/core';
import { Link } from 'react-router';
import { day, money, moment } from '../../../../../charts/index.ts';
import { useStrategies } from '../../api/research.ts';
import type { Policy } from '../../api/types.ts';
import { Fact } from '../../components/fact.tsx';
import { useTradingConnections } from '../../api/trading.ts';
import { configLines } from '../strategies/config-words.ts';
import { connectionText, ORDER_KINDS } from '../trading/go-live-words.ts';

/** What the policy follows, and where it came from. */
export function PolicySettings({ policy }: { policy: Policy }) {
  const strategies = useStrategies();
  const isLive = policy.mode === 'LIVE';
  const connections = useTradingConnections(isLive);
  const connection = connections.data?.items.find(({ id }) => id === policy.broker_connection_id);
  const lines = [
    ...configLines(policy, strategies.data),
    { name: 'Capital', value: money(policy.initial_capital, 'INR', { digits: 0 }) },
    { name: 'Tag code', value: policy.tag_code },
    { name: 'First session', value: day(policy.starts_on) },
    { name: 'Made', value: moment(policy.created_at) },
    ...(isLive
      ? [
          { name: 'Live since', value: moment(policy.live_started_at) },
          ...(connection === undefined ? [] : [{ name: 'Trades over', value: connectionText(connection) }]),
          ...(policy.order_kind === null
            ? []
            : [{ name: 'Orders', value: ORDER_KINDS[policy.order_kind].label }]),
        ]
      : []),
  ];
  return (
    <Box className="panel" p="md" component="section" aria-label="Settings">
      <dl className="facts">
        {lines.map(({ name, value }, at) => (
          <Fact key={`${name} ${at}`} name={name}>
            {value}
          </Fact>
        ))}
        {policy.source_run_id !== null && (
          <Fact name="Made from">
            <Anchor component={Link} to={`/strategies/${policy.source_run_id}`} size="sm">
              Its backtest
            </Anchor>
          </Fact>
        )}
      </dl>
    </Box>
  );
}
