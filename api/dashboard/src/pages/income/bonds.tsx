import { Badge, Text } from '@mantine/core';
import { IconCertificate } from '../../icons.ts';
import { companyName, day } from '../../../../../charts/index.ts';
import { useBonds } from '../../api/queries.ts';
import type { Bond } from '../../api/types.ts';
import { Amount, Quantity, Unknown } from '../../components/amount.tsx';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { BOND_STATES } from './words.ts';

const nextCoupon = ({ schedule }: Bond) => schedule.find(({ type }) => type === 'COUPON');

const columns: Column<Bond>[] = [
  {
    key: 'symbol',
    title: 'Bond',
    render: ({ symbol, name, portfolio, isin }) => (
      <NameCell name={symbol} facts={[name && companyName(name), portfolio, isin]} />
    ),
  },
  {
    key: 'state',
    title: 'Coupons',
    render: ({ state, reason }) => (
      <div>
        <Badge color={BOND_STATES[state].color} variant="light">
          {BOND_STATES[state].label}
        </Badge>
        {reason && (
          <Text size="xs" c="dimmed" maw={240}>
            {reason}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'quantity',
    title: 'Units',
    align: 'end',
    render: ({ quantity, currency }) => <Quantity value={quantity} currency={currency} />,
  },
  {
    key: 'rate',
    title: 'Rate',
    align: 'end',
    render: ({ coupon_rate, coupon_frequency }) =>
      coupon_rate === null ? (
        <Unknown reason="Not set. Edit the holding to add it." />
      ) : (
        <span className="figure">
          {coupon_rate} %{coupon_frequency === null ? '' : `, ${coupon_frequency} × a year`}
        </span>
      ),
  },
  {
    key: 'next',
    title: 'Next coupon',
    align: 'end',
    render: (bond) => {
      const next = nextCoupon(bond);
      if (next === undefined) return <Unknown reason={bond.reason ?? 'None in the next 12 months.'} />;
      return (
        <div>
          <Amount value={next.amount} currency={bond.currency} />
          <Text size="xs" c="dimmed">
            {day(next.date)}
          </Text>
        </div>
      );
    },
  },
  {
    key: 'yearly',
    title: 'Per year',
    align: 'end',
    render: ({ yearly_coupons, currency, reason }) => (
      <Amount value={yearly_coupons} currency={currency} reason={reason ?? 'Unknown.'} />
    ),
  },
  {
    key: 'maturity',
    title: 'Matures',
    align: 'end',
    render: ({ maturity_date, principal, currency }) =>
      maturity_date === null ? (
        <Unknown reason="Not set. Edit the holding to add it." />
      ) : (
        <div>
          <span className="figure">{day(maturity_date)}</span>
          <Text size="xs" c="dimmed">
            <Amount value={principal} currency={currency} reason="The face value is unknown." digits={0} />
          </Text>
        </div>
      ),
  },
];

/** Bonds that are held, with their next coupons; those that somebody has to look at say why. */
export function Bonds() {
  const bonds = useBonds();
  return (
    <Loaded query={bonds}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty icon={<IconCertificate />} title="No bonds">
            To see coupons here, add a holding of asset class Bond with its ISIN, face value, coupon, coupons
            per year and maturity.
          </Empty>
        ) : (
          <>
            <div className="panel">
              <DataTable
                caption="Bonds"
                columns={columns}
                rows={items}
                keyOf={({ portfolio, symbol }) => `${portfolio} ${symbol}`}
              />
            </div>
            <Text size="sm" c="dimmed" mt="xs">
              Coupons are calculated back from maturity in equal periods (30/360), before tax.
            </Text>
          </>
        )
      }
    </Loaded>
  );
}
