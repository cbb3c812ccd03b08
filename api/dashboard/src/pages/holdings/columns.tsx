import { day, moment, nameOrSymbol, quantity } from '../../../../../charts/index.ts';
import type { Holding, HoldingSort } from '../../api/types.ts';
import { Amount, Change, Quantity } from '../../components/amount.tsx';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { holdingAddress } from '../../components/holding-link.tsx';
import { DayChange } from '../../components/day-change.tsx';
import { MayChange } from '../../components/may-change.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import type { useRecentCloses } from './recent-closes.ts';
import { Reconciled } from './reconciled.tsx';

const noPrice = (holding: Holding): string =>
  holding.asset_class === 'Unlisted'
    ? 'Unlisted holdings are priced manually. Choose Update price in the row’s menu.'
    : 'No price yet.';
/** What is missing where a ledger says nothing of the cost. */
const noCost = (holding: Holding): string =>
  holding.cost_reason === null || holding.cost_reason.startsWith('No purchase price')
    ? 'The cost is unknown. Add the purchases or the average cost.'
    : holding.cost_reason;

const noGain = (holding: Holding): string =>
  holding.current_price === null ? noPrice(holding) : noCost(holding);
const noDay = (holding: Holding): string =>
  holding.current_price === null
    ? noPrice(holding)
    : holding.asset_class === 'Unlisted'
      ? 'An unlisted share has no daily change.'
      : 'The previous close is unknown.';

const pricedAt = (holding: Holding): string | undefined =>
  holding.priced_at === null
    ? undefined
    : [
        moment(holding.priced_at),
        holding.price_source,
        `price of ${holding.price_note ?? day(holding.day_change_date)}`,
      ]
        .filter((part) => part !== null)
        .join(', ');

/**
 * @param portfolio the one that the list is narrowed to, '' for none: the pages of the rows are of it too.
 * @param closesOf finds the prices of the last 90 days of a holding
 */
export const holdingColumns = (
  portfolio: string,
  closesOf: ReturnType<typeof useRecentCloses> = () => undefined,
): Column<Holding, HoldingSort>[] => [
  {
    key: 'symbol',
    title: 'Holding',
    sort: 'symbol',
    render: (holding) => {
      const { symbol, name, quantity: units, currency } = holding;
      const own = name === null ? null : symbol;
      return (
        <NameCell
          name={nameOrSymbol(holding)}
          to={holdingAddress(symbol, portfolio)}
          isOneLine
          facts={[own, holding.portfolio]}
          phoneFacts={[
            own,
            `${quantity(units, currency)} ${units === 1 ? 'unit' : 'units'}`,
            holding.portfolio,
          ]}
        />
      );
    },
  },
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'end',
    sort: 'quantity',
    render: (holding) => <Quantity value={holding.quantity} currency={holding.currency} />,
  },
  {
    key: 'trend',
    title: 'Last 90 days',
    render: (holding) => <Sparkline closes={closesOf(holding)} span="Last 90 days" />,
  },
  {
    key: 'current_price',
    title: 'Price',
    align: 'end',
    render: (holding) => (
      <span title={pricedAt(holding)}>
        <Amount value={holding.current_price} currency={holding.currency} reason={noPrice(holding)} />
        {(holding.price_state === 'STALE' || holding.day_change_label !== 'Today') &&
          holding.priced_at !== null && (
            <span className="under of-day">of {holding.price_note ?? day(holding.day_change_date)}</span>
          )}
      </span>
    ),
  },
  {
    key: 'market_value',
    title: 'Value',
    align: 'end',
    sort: 'market_value',
    phone: 'figure',
    render: (holding) => (
      <>
        <Amount value={holding.market_value} currency={holding.currency} reason={noPrice(holding)} />
        <MayChange reason={holding.provisional_reason} />
      </>
    ),
  },
  {
    key: 'day_change',
    title: 'Day’s change',
    align: 'end',
    sort: 'day_change',
    render: (holding) => <DayChange of={holding} reason={noDay(holding)} digits={0} isStacked />,
  },
  {
    key: 'gain',
    title: 'Gain',
    align: 'end',
    sort: 'gain',
    phone: 'under figure',
    render: (holding) => (
      <Change
        value={holding.gain}
        pct={holding.gain_pct}
        currency={holding.currency}
        reason={noGain(holding)}
        digits={0}
        isStacked
      />
    ),
  },
  { key: 'reconciliation', title: 'Ledger', render: (holding) => <Reconciled holding={holding} /> },
];
