import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { money, quantity } from '../../../../../charts/index.ts';
import type { Plan, PlanOrder } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { CHARGES, SIDES } from '../strategies/words.ts';
import { OrderOutlook } from './plan-outlook.tsx';
import {
  brokerChargesText,
  CHARGE_ITEMS,
  filledText,
  HELD,
  limitText,
  ORDER_STATES,
  orderText,
  settledText,
  slippageText,
} from './words.ts';

interface PlanOrdersProps {
  plan: Plan;
  /** Ids of orders that a person leaves out. */
  leftOut: ReadonlySet<string>;
  /** Given while the plan waits: puts an order in or out. */
  onToggle?: (orderId: string) => void;
  /** What a person can do with an order that was sent. */
  actions?: (order: PlanOrder) => ReactNode;
}

/** The orders of a plan, with a tick for each while it waits, and afterwards with what the broker said. */
export function PlanOrders({ plan, leftOut, onToggle, actions }: PlanOrdersProps) {
  return (
    <DataTable
      staysOpen
      caption="Orders of the plan"
      columns={[
        orderColumn(leftOut, onToggle),
        ...figures,
        ...(onToggle === undefined ? [fateColumn(actions)] : []),
      ]}
      rows={plan.orders}
      keyOf={({ order_id }) => order_id}
    />
  );
}

const orderColumn = (
  leftOut: ReadonlySet<string>,
  onToggle: PlanOrdersProps['onToggle'],
): Column<PlanOrder> => ({
  key: 'order',
  title: 'Order',
  render(order) {
    const { order_id, side, symbol, name, reason } = order;
    const isOut = leftOut.has(order_id);
    return (
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {onToggle !== undefined && (
          <Checkbox
            size="md"
            checked={!isOut}
            onChange={() => onToggle(order_id)}
            aria-label={`Send: ${orderText(order)}`}
          />
        )}
        <Stack gap={0} miw={0}>
          <Group gap={6}>
            <Badge color={SIDES[side].color} variant="light">
              {SIDES[side].label}
            </Badge>
            <Text size="sm" fw={600} {...(isOut ? { td: 'line-through', c: 'dimmed' } : {})}>
              {symbol}
            </Text>
            {isOut && (
              <Badge color="gray" variant="light">
                Excluded
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed" fw={400}>
            {name !== null && `${name} · `}
            {reason}
          </Text>
          <OrderOutlook order={order} isAsked={onToggle !== undefined} />
        </Stack>
      </Group>
    );
  },
});

const figures: readonly Column<PlanOrder>[] = [
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'end',
    render: (order) => <span className="figure">{quantity(order.quantity)}</span>,
  },
  {
    key: 'reference',
    title: 'Reference price',
    align: 'end',
    render: ({ reference_price }) => (
      <Amount value={reference_price} currency="INR" reason="There was no price to plan with." />
    ),
  },
  {
    key: 'limit',
    title: 'Limit',
    align: 'end',
    render: (order) => <span className="figure">{limitText(order)}</span>,
  },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    render: ({ value }) => <Amount value={value} currency="INR" digits={0} />,
  },
  { key: 'costs', title: 'Costs', align: 'end', render: (order) => <Costs of={order} /> },
];

/** The estimated costs of an order, or those of its fills; opened, each item of them, and what the broker says. */
function Costs({ of: { costs, charges, charges_check: check } }: { of: PlanOrder }) {
  if (charges === null) return <Amount value={costs} currency="INR" />;
  return (
    <details>
      <summary className="figure">
        <Amount value={costs} currency="INR" />
      </summary>
      {CHARGE_ITEMS.filter((item) => charges[item] > 0).map((item) => (
        <Text key={item} size="xs" c="dimmed" className="figure">
          {CHARGES[item]} {money(charges[item], 'INR')}
        </Text>
      ))}
      {check !== null && (
        <Text size="xs" c="dimmed" className="figure">
          {brokerChargesText(check)}
        </Text>
      )}
    </details>
  );
}

/** What became of an order, in words, and in those of the broker. */
const fateColumn = (actions: PlanOrdersProps['actions']): Column<PlanOrder> => ({
  key: 'fate',
  title: 'At the broker',
  render(order) {
    const { label, color, meaning } = order.held === null ? ORDER_STATES[order.state] : HELD;
    const { broker_message, broker_order_ids: ids, placement_note } = order;
    const lines = [
      filledText(order),
      slippageText(order),
      settledText(order) ?? meaning,
      placement_note,
      order.explanation,
      broker_message,
      ids.length === 0 ? null : `Order ${ids.join(', ')}`,
    ];
    return (
      <Stack gap={2} align="flex-start">
        <Badge color={color} variant="light" miw="max-content">
          {label}
        </Badge>
        {lines.map(
          (line) =>
            line !== null && (
              <Text key={line} size="xs" c="dimmed" ta="start" style={{ overflowWrap: 'anywhere' }}>
                {line}
              </Text>
            ),
        )}
        {actions?.(order)}
      </Stack>
    );
  },
});
