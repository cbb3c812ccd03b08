import type { JournalStory } from '../../../api/types.ts';
import { Amount, Change } from '../../../components/amount.tsx';
import { type Column, DataTable, NameCell } from '../../../components/data-table.tsx';
import { day } from '../../../../../../charts/index.ts';
import { inWords } from './words.ts';

type Leg = JournalStory['legs'][number];

/** The legs of a trade, each with its own gross result. */
export function Legs({ legs }: { legs: readonly Leg[] }) {
  const rows = legs.map((leg, nr) => ({ ...leg, nr }));
  return (
    <div className="panel">
      <DataTable caption="Legs" columns={columns} rows={rows} keyOf={({ nr }) => String(nr)} />
    </div>
  );
}

const columns: readonly Column<Leg & { nr: number }>[] = [
  {
    key: 'leg',
    title: 'Leg',
    render: ({ symbol, side, quantity, expiry }) => (
      <NameCell
        name={symbol}
        facts={[`${inWords(side)} ${quantity.toLocaleString('en-IN')}`, `expires ${day(expiry)}`]}
      />
    ),
  },
  {
    key: 'entry',
    title: 'Entry',
    align: 'end',
    render: ({ entry_price }) => (
      <Amount value={entry_price} currency="INR" reason="The entry price was not reported." />
    ),
  },
  {
    key: 'exit',
    title: 'Exit',
    align: 'end',
    render: ({ exit_price }) => (
      <Amount value={exit_price} currency="INR" reason="The exit price was not reported." />
    ),
  },
  {
    key: 'result',
    title: 'Gross',
    align: 'end',
    render: ({ result }) => <Change value={result} currency="INR" reason="A price of this leg is missing." />,
  },
];
