import { Text } from '@mantine/core';
import { day, nameOrSymbol, percent } from '../../../../../charts/index.ts';
import type { RemainingLot, TaxAlternative, TaxLot, UnmatchedSell } from '../../api/types.ts';
import { Amount, Change, Unknown } from '../../components/amount.tsx';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { holdingAddress } from '../../components/holding-link.tsx';
import { amountColumn, LotChain, TermBadge, unitsColumn } from '../../components/lot-columns.tsx';
import { MayChange } from '../../components/may-change.tsx';

type Security = Pick<TaxLot, 'symbol' | 'name' | 'portfolio' | 'currency'>;

const what: Column<Security> = {
  key: 'symbol',
  title: 'What',
  render: ({ symbol, name, portfolio }) => (
    <NameCell
      name={nameOrSymbol({ name, symbol })}
      to={holdingAddress(symbol)}
      facts={[name === null ? null : symbol, portfolio]}
    />
  ),
};

const why = ({ cost_reason }: Pick<TaxLot, 'cost_reason'>): string | null => cost_reason;

const KINDS = { SALE: null, SALE_CANCELLED: 'sale reversed', PURCHASE_CANCELLED: 'purchase reversed' };

/** Why an amount is not known in the currency of the report; nothing where it is. */
function NotConverted({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <Text size="xs" c="dimmed" maw={220} ml="auto">
      {reason}
    </Text>
  );
}

/** A purchase and the sale that took its units. */
export const soldColumns: Column<TaxLot>[] = [
  {
    ...what,
    render: (lot) => {
      const { symbol, name, kind, portfolio } = lot;
      const own = name === null ? null : symbol;
      return (
        <NameCell
          name={nameOrSymbol({ name, symbol })}
          to={holdingAddress(symbol)}
          facts={[KINDS[kind], own, portfolio]}
          phoneFacts={[`sold ${day(lot.sell_date)}`, KINDS[kind], own]}
        />
      );
    },
  },
  {
    key: 'days',
    title: 'Bought, sold',
    render: ({ buy_date, sell_date, is_bonus, held_days, chain_words }) => (
      <div>
        <span className="figure">
          {day(buy_date)} – {day(sell_date)}
        </span>
        <Text size="xs" c="dimmed">
          {is_bonus ? 'bonus, ' : ''}
          {held_days.toLocaleString('en-IN')} days
        </Text>
        <LotChain words={chain_words} />
      </div>
    ),
  },
  {
    key: 'term',
    title: 'Term',
    phone: 'under figure',
    render: ({ term, term_reason }) =>
      term === null ? <Unknown reason={term_reason ?? 'None.'} /> : <TermBadge term={term} />,
  },
  unitsColumn,
  amountColumn('cost', 'Cost', ({ cost }: TaxLot) => cost, why),
  {
    key: 'proceeds',
    title: 'Proceeds',
    align: 'end',
    render: ({ proceeds, currency }) => <Amount value={proceeds} currency={currency} />,
  },
  {
    key: 'gain',
    title: 'Gain',
    phone: 'figure',
    align: 'end',
    render: ({ gain, currency, base_reason, cost_reason, provisional_reason }) => (
      <div>
        <Change value={gain} currency={currency} reason={cost_reason ?? 'Unknown.'} />
        <NotConverted reason={cost_reason === null ? base_reason : null} />
        <MayChange reason={provisional_reason} />
      </div>
    ),
  },
];

/** What is left of a purchase. */
export const heldColumns: Column<RemainingLot>[] = [
  what as Column<RemainingLot>,
  {
    key: 'bought',
    title: 'Bought',
    phone: 'under figure',
    render: ({ buy_date, is_bonus, chain_words }) => (
      <div>
        <span className="figure">
          {day(buy_date)}
          {is_bonus ? ', bonus' : ''}
        </span>
        <LotChain words={chain_words} />
      </div>
    ),
  },
  {
    key: 'term',
    title: 'Term',
    render: ({ term, long_term_from }) => (
      <div>
        {term === null ? <Unknown reason="The purchase date is unknown." /> : <TermBadge term={term} />}
        <Text size="xs" c="dimmed">
          long-term from {day(long_term_from)}
          {term === null && ' at the latest'}
        </Text>
      </div>
    ),
  },
  unitsColumn,
  amountColumn('unit_cost', 'Cost per unit', ({ unit_cost }: RemainingLot) => unit_cost, why),
  {
    key: 'cost',
    title: 'Cost',
    phone: 'figure',
    align: 'end',
    render: ({ cost, cost_reason, currency, base_reason, provisional_reason }) => (
      <div>
        <Amount value={cost} currency={currency} reason={cost_reason ?? 'Unknown.'} />
        <NotConverted reason={cost_reason === null ? base_reason : null} />
        <MayChange reason={provisional_reason} />
      </div>
    ),
  },
];

/** A sale that the ledger cannot explain. */
export const unmatchedColumns: Column<UnmatchedSell>[] = [
  what as Column<UnmatchedSell>,
  { key: 'sold', title: 'Sold', render: ({ sell_date }) => <span className="figure">{day(sell_date)}</span> },
  unitsColumn,
  {
    key: 'proceeds',
    title: 'Proceeds',
    align: 'end',
    render: ({ proceeds, currency }) => <Amount value={proceeds} currency={currency} />,
  },
  {
    key: 'reason',
    title: 'Why',
    render: ({ reason }) => (
      <Text size="sm" maw={420}>
        {reason}
      </Text>
    ),
  },
];

/** What a dated rule of law makes of the sales of the year. */
export const ruleColumns: Column<TaxAlternative>[] = [
  {
    key: 'rule',
    title: 'Rule',
    render: ({ label, section, source, jurisdiction, effective_from, effective_to }) => (
      <div>
        <Text size="sm" fw={600} maw={360}>
          {label}
        </Text>
        <Text size="xs" c="dimmed" maw={360}>
          {jurisdiction === 'US' ? '' : /^\d/.test(section) ? 'Section ' : ''}
          {section} · {source} · sales from {day(effective_from)}
          {effective_to === null ? '' : ` to ${day(effective_to)}`}
        </Text>
      </div>
    ),
  },
  {
    key: 'rate',
    title: 'Rate',
    align: 'end',
    render: ({ rate_pct, reason }) =>
      rate_pct === null ? (
        <Unknown reason={reason ?? 'Your income tax rate.'} />
      ) : (
        <span className="figure">{percent(rate_pct, { digits: 1 })}</span>
      ),
  },
  {
    key: 'gain',
    title: 'Gain',
    align: 'end',
    render: ({ gain, partial, currency, reason, provisional_reason }) => (
      <div>
        <Change value={gain ?? partial?.figure ?? null} currency={currency} reason={reason ?? 'Unknown.'} />
        <NotConverted
          reason={
            partial === null
              ? null
              : `Partial: ${partial.lots_counted} of ${partial.lots_total} lots. ${reason ?? ''}`
          }
        />
        <MayChange reason={provisional_reason} />
      </div>
    ),
  },
  {
    key: 'free',
    title: 'Exempt',
    align: 'end',
    render: ({ exemption_used, currency }) => (
      <Amount value={exemption_used} currency={currency} reason="This rule has no exemption." />
    ),
  },
  {
    key: 'tax',
    title: 'Tax at that rate',
    align: 'end',
    render: ({ tax, currency, reason }) => (
      <Amount value={tax} currency={currency} reason={reason ?? 'Unknown.'} />
    ),
  },
];
