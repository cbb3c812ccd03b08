import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { Decimal } from '../../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { sampled } from '../../../support/soak.ts';

interface Fill {
  share: number;
  day: number;
  side: 'BUY' | 'SELL';
  quantity: number;
  price: number;
}

const SHARES = [
  ['INFY', 'INE009A01021'],
  ['SBIN', 'INE062A01020'],
] as const;
const two = (value: number) => String(value).padStart(2, '0');
const code = ({ share }: Fill) => (SHARES[share] ?? SHARES[0])[0];
const isin = ({ share }: Fill) => (SHARES[share] ?? SHARES[0])[1];

/** Each broker's header and its way of writing one fill. */
const BROKERS: Record<string, { header: string; row: (fill: Fill) => string }> = {
  Groww: {
    header:
      'Stock name,Symbol,ISIN,Type,Quantity,Value,Exchange,Exchange Order Id,Execution date and time,Order status',
    row: (one) =>
      `A,${code(one)},${isin(one)},${one.side},${one.quantity},${one.quantity * one.price},NSE,1.1E+15,${two(one.day)}-03-2024 09:38 AM,Executed`,
  },
  'ICICI Direct': {
    header:
      'Stock Symbol,Company Name,ISIN Code,Action,Quantity,Transaction Price,Brokerage,Transaction Charges,StampDuty,Segment,STT Paid/Not Paid,Remarks,Transaction Date,Exchange,',
    row: (one) =>
      `X${code(one)},A,${isin(one)},${one.side},${one.quantity},${one.price},1,0.5,0.1,Rolling,STT Paid,icicidirect,${two(one.day)}-Mar-2024,NSE,`,
  },
  FYERS: {
    header:
      'Symbol name,Symbol code,Date & time,Side,Product type,Qty,Traded price,Total value,Segment,Exchange order ID,OMS order ID',
    row: (one) =>
      `A,${code(one)}-EQ,"${two(one.day)} Mar 2024, 10:00:00 AM",${one.side},CNC,${one.quantity},${one.price},${one.quantity * one.price},Capital Market,2.2E+15,2.6E+12`,
  },
  Upstox: {
    header:
      'Date,Company,Amount,Exchange,Segment,Scrip Code,Instrument Type,Strike Price,Expiry,Trade Num,Trade Time,Side,Quantity,Price',
    // 45352 is 2024-03-01
    row: (one) =>
      `${45351 + one.day},${code(one)},${one.quantity * one.price},NSE,EQ,1594,,,,2.40116E+13,10:00:00,${one.side},${one.quantity},${one.price}`,
  },
};

const fills = fc.array(
  fc.record({
    share: fc.integer({ min: 0, max: 1 }),
    day: fc.integer({ min: 1, max: 3 }),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    quantity: fc.integer({ min: 1, max: 3 }),
    price: fc.constantFrom(100, 101),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('fills without an id of their own', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore();
  });
  after(async () => await fixture.close());

  for (const [broker, { header, row }] of Object.entries(BROKERS)) {
    it(`portfolio/Import and ledger rules 3: ${broker}: whatever repeats, all that was traded is recorded, and once`, async () => {
      const { core, owner } = fixture;
      const importFile = async (text: string) => {
        const { import_id } = await core.portfolio.imports.stage(owner, Readable.from([Buffer.from(text)]));
        return await core.portfolio.imports.commit(owner, { import_id }, { actor: 'test' });
      };
      /** What was bought and sold of each share on each day, as recorded. */
      const recorded = async () => {
        const { items } = await core.portfolio.transactions.list(owner, { page_size: 200 });
        return sums(
          items.map((one) => [
            `${one.symbol.replace(/^X/, '')} ${one.date} ${one.type}`,
            one.quantity,
            one.price ?? 0,
          ]),
        );
      };
      await fc.assert(
        fc.asyncProperty(fills, async (traded) => {
          await core.database.asSystem(
            'start over',
            async (trx) => await trx('portfolio.portfolios').delete(),
          );
          const text = `${header}\n${traded.map(row).join('\n')}\n`;
          const first = await importFile(text);
          assert.equal(first.imported, traded.length);
          const expected = sums(
            traded.map((one) => [
              `${code(one)} 2024-03-${two(one.day)} ${one.side}`,
              one.quantity,
              one.price,
            ]),
          );
          assert.deepEqual(await recorded(), expected);
          const again = await importFile(text);
          assert.deepEqual([again.imported, again.skipped], [0, traded.length]);
          assert.deepEqual(await recorded(), expected);
        }),
        { numRuns: sampled(3, 100) },
      );
    }).timeout(600_000);
  }
});

/** Quantity and money by name. */
function sums(rows: [string, number, number][]): [string, string, string][] {
  const totals = new Map<string, { quantity: Decimal; money: Decimal }>();
  for (const [name, quantity, price] of rows) {
    const before = totals.get(name) ?? { quantity: new Decimal(0), money: new Decimal(0) };
    totals.set(name, {
      quantity: before.quantity.plus(quantity),
      money: before.money.plus(new Decimal(quantity).times(price)),
    });
  }
  return [...totals]
    .map(([name, { quantity, money }]): [string, string, string] => [
      name,
      quantity.toFixed(),
      money.toFixed(),
    ])
    .toSorted(([one], [other]) => one.localeCompare(other));
}
