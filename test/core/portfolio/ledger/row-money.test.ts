import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ACTIVITY_EFFECTS,
  createLedger,
  type LedgerPosition,
  type LedgerTransaction,
  ROW_AMOUNT,
  ROW_MONEY,
  rowAmount,
  TRANSACTION_TYPES,
} from '../../../../core/portfolio/ledger/index.ts';
import { Decimal, decimal } from '../../../../core/platform/index.ts';
import { query } from '../../../support/plain-database.ts';
import { type TestDatabase, testDatabase } from '../../../support/postgres.ts';

type Row = Pick<LedgerTransaction, 'type'> & Record<'quantity' | 'price' | 'fee_tax', string>;

const figure = (max: number, places: number) =>
  fc
    .integer({ min: 0, max: max * 10 ** places })
    .map((whole) => new Decimal(whole).div(10 ** places).toFixed());
const positive = fc.record({
  type: fc.constantFrom(...TRANSACTION_TYPES),
  quantity: fc.oneof({ weight: 1, arbitrary: fc.constant('0') }, { weight: 6, arbitrary: figure(500, 10) }),
  price: fc.oneof({ weight: 1, arbitrary: fc.constant('0') }, { weight: 6, arbitrary: figure(5000, 10) }),
  fee_tax: fc.oneof(fc.constant('0'), figure(50, 10)),
});
/** Rows of every kind, and such as take a trade or a dividend back. */
const anyRow: fc.Arbitrary<Row> = fc.oneof(
  { weight: 3, arbitrary: positive },
  {
    weight: 1,
    arbitrary: fc
      .tuple(positive, fc.constantFrom('BUY', 'SELL', 'DIVIDEND'))
      .filter(([{ quantity }]) => quantity !== '0')
      .map(([row, type]) => ({ ...row, type, quantity: `-${row.quantity}` })),
  },
);

const ZERO = new Decimal(0);
const FIELDS = { id: null, portfolio: 'Main', symbol: 'TCS', currency: 'INR' };
/** What is there before: units enough for any sale, and what the row takes back. */
function earlierOf({ type, quantity, price }: Row): LedgerTransaction[] {
  const rows: LedgerTransaction[] = [
    { ...FIELDS, date: '2024-01-01', type: 'BUY', quantity: '100000', price: '1', fee_tax: '0' },
  ];
  if (quantity.startsWith('-'))
    rows.push({ ...FIELDS, date: '2024-01-02', type, quantity: quantity.slice(1), price, fee_tax: '0' });
  return rows;
}

/** What the replay makes of the row: its amount and the money that moved; null where it leaves the row out. */
function replayed(row: Row): { amount: Decimal | null; money: Decimal } | null {
  const of = (rows: LedgerTransaction[]): { position: LedgerPosition | undefined; skipped: number } => {
    const ledger = createLedger();
    for (const one of rows) ledger.apply(one);
    const { positions, skipped } = ledger.result();
    return { position: positions[0], skipped: skipped.length };
  };
  const earlier = earlierOf(row);
  const [was, is] = [of(earlier), of([...earlier, { ...FIELDS, ...row, date: '2024-02-01' }])];
  if (is.skipped > was.skipped) return null;
  const moved = (position: LedgerPosition | undefined): Decimal =>
    (position?.cash_flows() ?? []).reduce((sum, { amount }) => sum.plus(amount), ZERO);
  const { total, cash } = ACTIVITY_EFFECTS[row.type];
  const totalOf = (position: LedgerPosition | undefined): Decimal => {
    if (position === undefined || total === null) return ZERO;
    return total === 'dividends' ? position.dividends.plus(position.tax_withheld) : position[total];
  };
  const grown = totalOf(is.position).minus(totalOf(was.position));
  // What cash costs is in its total: it left, or did not come.
  const charged = total === 'cash_in' || total === 'cash_out' ? decimal(row.fee_tax).times(cash) : ZERO;
  return {
    amount: total === null ? null : grown.plus(charged),
    money: moved(is.position).minus(moved(was.position)),
  };
}

/** What SQL makes of the rows, as exact text. */
async function inSql(url: string, rows: readonly Row[]) {
  const values = rows.map(
    ({ type, quantity, price, fee_tax }, at) =>
      `(${at}, '${type}', ${quantity}::numeric(30, 10), ${price}::numeric(30, 10), ${fee_tax}::numeric(30, 10))`,
  );
  return (await query(
    url,
    `select (${ROW_AMOUNT})::text as amount, (${ROW_MONEY})::text as money
     from (values ${values.join(', ')}) t (at, type, quantity, price, fee_tax) order by at`,
  )) as { amount: string | null; money: string | null }[];
}

describe('the money of a row', () => {
  let database: TestDatabase;
  before(async () => {
    database = await testDatabase();
  });
  after(() => database.drop());

  it('is the same in SQL, by rowAmount and in the replay, for every type', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 60, maxLength: 90 }), async (rows) => {
        const told = await inSql(database.url, rows);
        for (const [at, row] of rows.entries()) {
          const { amount, money } = told[at] ?? assert.fail();
          const label = JSON.stringify(row);
          const plain = rowAmount({
            ...row,
            quantity: decimal(row.quantity),
            price: decimal(row.price),
          });
          assert.equal(
            amount === null ? null : new Decimal(amount).toFixed(),
            plain?.toFixed() ?? null,
            label,
          );
          const known = replayed(row);
          if (known === null) continue;
          seen.add(`${row.type}${row.quantity.startsWith('-') ? ' taken back' : ''}`);
          assert.equal(plain?.toFixed() ?? null, known.amount?.toFixed() ?? null, label);
          assert.equal(money === null, known.amount === null, label);
          assert.equal(new Decimal(money ?? 0).toFixed(), known.money.toFixed(), label);
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
    assert.deepEqual(
      [...seen].sort(),
      [...TRANSACTION_TYPES, 'BUY taken back', 'SELL taken back', 'DIVIDEND taken back'].sort(),
    );
  });
});
