import { Text } from '@mantine/core';
import { companyName, day, money, percent } from '../../../../../charts/index.ts';
import type { Rebalance } from '../../api/types.ts';
import { Amount, Percent, Quantity } from '../../components/amount.tsx';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { DriftBar } from './drift-bar.tsx';

type Bucket = Rebalance['buckets'][number];
type Trade = Rebalance['suggested_trades'][number];
type LeftOut = Rebalance['left_out'][number];

const UNKNOWN = 'No value.';
const BY: Readonly<Record<string, string>> = {
  SYMBOL: 'By symbol',
  SECTOR: 'Sector',
  ASSET_CLASS: 'Asset class',
  GROUP: 'Several classes',
};

export const bucketColumns = ({
  currency,
  max_drift_pct,
  suggested_trades,
}: Rebalance): readonly Column<Bucket>[] => [
  {
    key: 'bucket',
    title: 'Bucket',
    render: ({ bucket, matched_by, holdings_count }) => (
      <NameCell
        name={bucket}
        facts={
          matched_by === null
            ? ['No holding matches this name']
            : [BY[matched_by] ?? null, `${holdings_count} ${holdings_count === 1 ? 'holding' : 'holdings'}`]
        }
      />
    ),
  },
  {
    key: 'target',
    title: 'Target',
    align: 'end',
    render: ({ target_pct }) => <Percent value={target_pct} />,
  },
  {
    key: 'current',
    title: 'Now',
    align: 'end',
    render: ({ current_pct, current_value }) => (
      <div>
        <Percent value={current_pct} reason={UNKNOWN} />
        {current_value !== null && (
          <span className="under">{money(current_value, currency, { digits: 0 })}</span>
        )}
      </div>
    ),
  },
  {
    key: 'drift',
    title: 'Drift',
    align: 'end',
    render: ({ drift_pct }) =>
      drift_pct === null ? (
        <Percent value={null} reason={UNKNOWN} />
      ) : (
        <div>
          <span className="figure">{percent(drift_pct, { plus: true })}</span>
          <DriftBar drift={drift_pct} largest={max_drift_pct ?? 0} />
        </div>
      ),
  },
  ...(suggested_trades.length === 0
    ? []
    : [
        {
          key: 'after',
          title: 'After the trades',
          align: 'end' as const,
          render: ({ after_pct, after_drift_pct }: Bucket) => (
            <div>
              <Percent value={after_pct} reason={UNKNOWN} />
              <span className="under">{percent(after_drift_pct, { plus: true })}</span>
            </div>
          ),
        },
      ]),
];

export const tradeColumns = (currency: string): readonly Column<Trade>[] => [
  {
    key: 'trade',
    title: 'Trade',
    render: ({ side, symbol, name, bucket }) => (
      <NameCell
        name={`${side === 'BUY' ? 'Buy' : 'Sell'} ${symbol}`}
        facts={[name && companyName(name), bucket]}
      />
    ),
  },
  {
    key: 'quantity',
    title: 'Units',
    align: 'end',
    render: ({ quantity, held_quantity, currency: of }) => (
      <div>
        <Quantity value={quantity} currency={of} />
        <span className="under">{held_quantity.toLocaleString('en-IN')} held</span>
      </div>
    ),
  },
  {
    key: 'price',
    title: 'At',
    align: 'end',
    render: ({ price, priced_at, currency: of }) => (
      <div>
        <Amount value={price} currency={of} />
        {priced_at !== null && <span className="under">of {day(priced_at)}</span>}
      </div>
    ),
  },
  {
    key: 'value',
    title: 'About',
    align: 'end',
    render: ({ value, base_value, currency: of }) => (
      <div>
        <Amount value={value} currency={of} />
        {of !== currency && <span className="under">{money(base_value, currency, { digits: 0 })}</span>}
      </div>
    ),
  },
];

export const leftOutColumns = (currency: string): readonly Column<LeftOut>[] => [
  {
    key: 'holding',
    title: 'Holding',
    render: ({ symbol, name, bucket }) => (
      <NameCell name={symbol} facts={[name && companyName(name), bucket]} />
    ),
  },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    render: ({ value, reason }) => <Amount value={value} currency={currency} reason={reason} />,
  },
  { key: 'reason', title: 'Why', render: ({ reason }) => <Text size="sm">{reason}</Text> },
];
