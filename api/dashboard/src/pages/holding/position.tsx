import { day, moment } from '../../../../../charts/index.ts';
import type { HoldingReport } from '../../api/types.ts';
import { Amount, Quantity, Unknown } from '../../components/amount.tsx';
import { Fact } from '../../components/fact.tsx';
import { HoldingLink } from '../../components/holding-link.tsx';
import type { CostMethod } from './figures.tsx';
import { Reconciled } from '../holdings/reconciled.tsx';
import { Nothing, Section } from './section.tsx';

const PAYMENTS = { DIVIDEND: 'Dividend', DISTRIBUTION: 'Distribution', COUPON: 'Coupon' };

/** What is held, where, at which cost and price, and what is expected next. */
export function HoldingPosition({ holding, method }: { holding: HoldingReport; method: CostMethod }) {
  const { invested, cost_per_unit } = holding.cost_methods[method];
  const { currency, reasons, holdings, is_held, priced_at, price_note } = holding;
  if (!is_held)
    return (
      <Section title="Position">
        <Nothing>You no longer hold any. Its transactions and gains are below.</Nothing>
      </Section>
    );
  return (
    <Section title="Position">
      <dl className="facts">
        <Fact name="Invested">
          <Amount value={invested} currency={currency} reason={reasons.invested ?? 'Unknown.'} />
        </Fact>
        <Fact name={method === 'fifo' ? 'Cost per unit' : 'Average cost'}>
          <Amount value={cost_per_unit} currency={currency} reason={reasons.average_cost ?? 'Unknown.'} />
        </Fact>
        <Fact name="Price">
          <Amount value={holding.price} currency={currency} reason={reasons.price ?? 'Unknown.'} />
          {priced_at !== null && (
            <span className="under">{price_note === null ? moment(priced_at) : `of ${price_note}`}</span>
          )}
        </Fact>
        <Fact name="Held since">
          {holding.holding_since === null ? (
            <Unknown reason={reasons.holding_since ?? 'Unknown.'} />
          ) : (
            day(holding.holding_since)
          )}
        </Fact>
        <Fact name="Next payment">
          <NextPayment holding={holding} />
        </Fact>
        {holdings.map((one) => (
          <Fact key={one.id} name={one.portfolio}>
            {holdings.length > 1 ? (
              <HoldingLink symbol={one.symbol} portfolio={one.portfolio}>
                <Quantity value={one.quantity} currency={one.currency} />
              </HoldingLink>
            ) : (
              <Quantity value={one.quantity} currency={one.currency} />
            )}{' '}
            <Reconciled holding={one} />
            <Delivery of={holding.settlements.find(({ portfolio }) => portfolio === one.portfolio)} />
          </Fact>
        ))}
      </dl>
    </Section>
  );
}

/** Units in transit, pledged or blocked; empty if all are delivered and free. */
function Delivery({ of }: { of: HoldingReport['settlements'][number] | undefined }) {
  return of === undefined || of.quantity === of.sellable ? null : <span className="under">{of.summary}</span>;
}

function NextPayment({ holding: { next_payment, reasons } }: { holding: HoldingReport }) {
  if (next_payment === null) return reasons.next_payment ?? 'None is expected.';
  const { date, type, amount, currency } = next_payment;
  return (
    <>
      {PAYMENTS[type]} on {day(date)}:{' '}
      <Amount value={amount} currency={currency} reason="The amount is not announced yet." />
    </>
  );
}
