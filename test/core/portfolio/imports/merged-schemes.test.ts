import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { type MergerRow, pairMergers } from '../../../../core/portfolio/imports/merged-schemes.ts';
import { transactionLine } from '../../../../bot/text/transactions.ts';
import { fundEntryOf } from '../../../../core/portfolio/imports/statements/india/fund-words.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { pdfOf, type PrintedScheme, type PrintedStatement } from '../../../support/cas-pages.ts';
import { sampled } from '../../../support/soak.ts';
import { STATEMENT } from './samples/cas.ts';

const by = { actor: 'test' };
const scheme = (
  name: string,
  isin: string,
  folio: string,
  rows: PrintedScheme['rows'],
  [units, nav]: [string, string],
  opening = '0.000',
): PrintedScheme => ({
  house: 'Meadow Mutual Fund',
  folio: `Folio No: ${folio} / 11`,
  name: [`M${isin.slice(-3)}-${name} - Direct Plan - Growth - ISIN: ${isin}(Advisor: ARN-00000)`],
  registrar: 'CAMS',
  opening,
  rows,
  closing: [
    `Closing Unit Balance: ${units} NAV on 31-May-2023: INR ${nav} Total Cost Value: 1.00 Market Value on 31-May-2023: INR 1.00`,
  ],
});
const bought = (date: string, units: string, amount: string, price: string, balance: string) => ({
  date,
  words: 'Purchase',
  amount,
  units,
  price,
  balance,
});

/** 100 units of 1,000 and 50 of 600 became 300 units at ₹8 on 12 May 2023: 150 × 16 = 300 × 8 = 2,400. */
const OLD = scheme(
  'Meadow Savings Fund',
  'INF900Z01019',
  '7770001',
  [
    bought('05-Jan-2023', '100.000', '1,000.00', '10.0000', '100.000'),
    bought('06-Feb-2023', '50.000', '600.00', '12.0000', '150.000'),
    {
      date: '12-May-2023',
      words: 'Merger Out - To Meadow Income Fund',
      amount: '(2,400.00)',
      units: '(150.000)',
      price: '16.0000',
      balance: '0.000',
    },
  ],
  ['0.000', '16.0000'],
);
const NEW = scheme(
  'Meadow Income Fund',
  'INF900Z01027',
  '7770001',
  [
    {
      date: '12-May-2023',
      words: 'Merger In - From Meadow Savings Fund',
      amount: '2,400.00',
      units: '300.000',
      price: '8.0000',
      balance: '300.000',
    },
    {
      date: '25-May-2023',
      words: 'Redemption',
      amount: '(1,800.00)',
      units: '(200.000)',
      price: '9.0000',
      balance: '100.000',
    },
  ],
  ['100.000', '9.0000'],
);
const statement = (...schemes: PrintedScheme[]): PrintedStatement => ({ ...STATEMENT, front: [], schemes });

describe('merged schemes of mutual funds', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2024-01-15T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
  });
  const staged = async (file: Buffer) => {
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage(world.owner, Readable.from([file]));
    const result = await imports.commit(world.owner, { import_id }, by);
    return { import_id, ...result };
  };
  const tax = async () => {
    const view = await world.core.reports.tax.read(world.owner, { fy: '2023-24' });
    return {
      sold: view.lots.map((lot) => [
        lot.symbol.slice(0, 14),
        lot.quantity,
        lot.buy_date,
        lot.sell_date,
        lot.cost,
        lot.gain,
      ]),
      left: view.remaining_lots.map((lot) => [lot.symbol.slice(0, 14), lot.quantity, lot.buy_date, lot.cost]),
      chain: view.remaining_lots[0]?.chain_words ?? null,
      unmatched: view.unmatched_sells.length,
    };
  };

  // 200 of the 300 are sold at 9: the 200 of January cost 1,000, of which 1,800 - 1,000 = 800. The 100 of February: 600.
  const MERGED = {
    sold: [['Meadow Income ', 200, '2023-01-05', '2023-05-25', 1000, 800]],
    left: [['Meadow Income ', 100, '2023-02-06', 600]],
    unmatched: 0,
  };
  const TABLE = {
    ...MERGED,
    sold: [['Meadow Income', ...(MERGED.sold[0]?.slice(1) ?? [])]],
    left: [['Meadow Income', ...(MERGED.left[0]?.slice(1) ?? [])]],
  };

  it('section 47(xviii): the units keep their dates and cost, nothing is sold, and no money flows', async () => {
    await staged(await pdfOf(statement(OLD, NEW)));
    const { chain, ...figures } = await tax();
    assert.deepEqual(figures, MERGED);
    assert.match(
      chain ?? '',
      /^Bought as Meadow Savings.* on 6 Feb 2023; 150 became 300 Meadow Income.* by merger on 12 May 2023$/,
    );
    const { earnings } = await world.core.portfolio.dashboard.read(world.owner);
    assert.equal(earnings.realised_gain, 800);
    const { positions } = await world.core.reports.values.read(world.owner);
    // Paid in 1,600, taken out 1,800: the merger is no payment.
    assert.equal(
      positions.reduce((sum, { own }) => sum + (own.realised ?? 0), 0),
      800,
    );
    const { decided } = await world.core.corporateActions.list(world.owner);
    assert.deepEqual(
      decided.map(({ kind, ex_date, source, status }) => [kind, ex_date, source, status]),
      [['MERGER', '2023-05-12', 'STATEMENT', 'APPLIED']],
    );
    const { items } = await world.core.reports.activity.read(world.owner, { page_size: 100 });
    const told = items.map(({ title }) => title);
    assert.ok(
      told.some((title) => title.startsWith('Corporate action applied: Meadow Savings')),
      told.join('\n'),
    );
    const { items: rows } = await world.core.portfolio.transactions.list(world.owner, { is_derived: false });
    assert.deepEqual(
      rows
        .filter(({ merger_action_id }) => merger_action_id !== null)
        .map(({ type }) => type)
        .sort(),
      ['BUY', 'SELL'],
    );
    const line = rows.filter(({ date }) => date === '2023-05-12').map(transactionLine);
    assert.ok(
      line.every((text) => text.endsWith(', merger of schemes: nothing sold')),
      line.join('\n'),
    );
    // Three purchases and sales: neither side of the merger is one.
    assert.equal(items.filter(({ type }) => type === 'trade').length, 3);
  });

  /** The same as a table, which costs less to read. */
  const SAVINGS = (folio: string) => [
    `Meadow Savings,2023-01-05,BUY,100,10,Purchase folio ${folio}`,
    `Meadow Savings,2023-02-06,BUY,50,12,Purchase folio ${folio}`,
    `Meadow Savings,2023-05-12,SELL,150,16,Switch Out - Merger folio ${folio}`,
  ];
  const INCOME = (folio: string) => [
    `Meadow Income ,2023-05-12,BUY,300,8,Switch In - Merger folio ${folio}`,
    `Meadow Income ,2023-05-25,SELL,200,9,Redemption folio ${folio}`,
  ];
  const table = async (...lines: string[]) => {
    const head = 'Portfolio,Symbol,Date,Type,Quantity,Price,Note,Currency,Asset Class';
    const file = [head, ...lines.map((line) => `Funds,${line},INR,Mutual Fund`), ''].join('\n');
    return await staged(Buffer.from(file));
  };

  it('a second import of the same table changes nothing, and undoing the import takes the merger back', async () => {
    const first = await table(...SAVINGS('1'), ...INCOME('1'));
    assert.equal((await table(...SAVINGS('1'), ...INCOME('1'))).imported, 0);
    const { chain: _chain, ...figures } = await tax();
    assert.deepEqual(figures, TABLE);
    const { imports } = world.core.portfolio;
    const { digest } = await imports.undoPreview(world.owner, first.import_id);
    await imports.undo(world.owner, first.import_id, { digest }, by);
    assert.deepEqual(await tax(), { sold: [], left: [], chain: null, unmatched: 0 });
    assert.deepEqual((await world.core.corporateActions.list(world.owner)).decided, []);
  });

  it('one side, or missing purchases, wait as a sale and a purchase; the other file completes the merger', async () => {
    await table(...INCOME('1'));
    assert.deepEqual((await tax()).sold, [['Meadow Income', 200, '2023-05-12', '2023-05-25', 1600, 200]]);
    await table(...SAVINGS('1'));
    const { chain: _chain, ...figures } = await tax();
    assert.deepEqual(figures, TABLE);
  });

  it('the merger is undone and applied again like every corporate action', async () => {
    await table(...SAVINGS('1'), ...INCOME('1'));
    const { corporateActions } = world.core;
    const [merger] = (await corporateActions.list(world.owner)).decided;
    await corporateActions.undo(world.owner, merger?.id ?? '', by);
    // 150 sold at 16 for 1,600 paid; 200 of the 300 bought at 8.
    assert.deepEqual((await tax()).sold, [
      ['Meadow Savings', 100, '2023-01-05', '2023-05-12', 1000, 600],
      ['Meadow Savings', 50, '2023-02-06', '2023-05-12', 600, 200],
      ['Meadow Income', 200, '2023-05-12', '2023-05-25', 1600, 200],
    ]);
    await corporateActions.change(world.owner, merger?.id ?? '', {}, by);
    const { chain: _chain, ...figures } = await tax();
    assert.deepEqual(figures, TABLE);
  });

  it('two folios of one scheme are one merger', async () => {
    await table(...SAVINGS('1'), ...INCOME('1'));
    // The same trades of another folio, at another price, so that none is taken for a repeat.
    await table(
      'Meadow Savings,2023-01-06,BUY,30,10,Purchase folio 2',
      'Meadow Savings,2023-05-12,SELL,30,16,Switch Out - Merger folio 2',
      'Meadow Income ,2023-05-12,BUY,60,8,Switch In - Merger folio 2',
    );
    const { left, unmatched } = await tax();
    assert.equal(unmatched, 0);
    // 360 came for 180: the 200 of 5 January are sold; 60 of 6 January for 300 and 100 of February for 600 are left.
    assert.deepEqual(
      left.map(([, units, day, cost]) => [units, day, cost]),
      [
        [60, '2023-01-06', 300],
        [100, '2023-02-06', 600],
      ],
    );
    const { decided } = await world.core.corporateActions.list(world.owner);
    assert.deepEqual(
      decided.map(({ new_shares, old_shares }) => [Number(new_shares), Number(old_shares)]),
      [[360, 180]],
    );
  });

  it('the words of registrars for a merger are a purchase and a redemption', () => {
    assert.deepEqual(
      ['Merger - In', 'Merger Out', 'Switch-In - Merger'].map((words) => fundEntryOf(words)),
      ['purchase', 'redemption', 'purchase'],
    );
  });

  it('pairs conserve units and rows: each row is in one merger at most, whose sides come to the same money', () => {
    const row = fc.record({
      symbol: fc.constantFrom('A', 'B', 'C'),
      day: fc.integer({ min: 1, max: 3 }),
      amount: fc.integer({ min: 1, max: 6 }),
      units: fc.integer({ min: 1, max: 50 }),
      type: fc.constantFrom('BUY' as const, 'SELL' as const),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 25 }), (list) => {
        const rows = list.map(({ symbol, day, amount, units, type }, at): MergerRow => ({
          id: String(at),
          portfolio_id: '1',
          symbol,
          isin: null,
          date: `2023-05-0${day}`,
          type,
          units: new Decimal(units),
          amount: new Decimal(amount * 1000),
        }));
        const mergers = pairMergers(rows);
        const used = mergers.flatMap((one) => one.rows);
        assert.equal(new Set(used).size, used.length);
        for (const merger of mergers) {
          const own = rows.filter(({ id }) => merger.rows.includes(id));
          const sumOf = (type: MergerRow['type'], figure: 'units' | 'amount') =>
            own.filter((one) => one.type === type).reduce((sum, one) => sum + one[figure].toNumber(), 0);
          assert.ok(own.every(({ date }) => date === merger.date));
          assert.ok(
            own.every((one) => one.symbol === (one.type === 'SELL' ? merger.symbol : merger.into_symbol)),
          );
          assert.equal(sumOf('SELL', 'units'), merger.old_units.toNumber());
          assert.equal(sumOf('BUY', 'units'), merger.new_units.toNumber());
          assert.equal(sumOf('SELL', 'amount'), sumOf('BUY', 'amount'));
        }
        // The rows that are left have no other side.
        const free = rows.filter(({ id }) => !used.includes(id));
        for (const out of free.filter(({ type }) => type === 'SELL'))
          assert.ok(
            !free.some(
              (one) =>
                one.type === 'BUY' &&
                one.date === out.date &&
                one.symbol !== out.symbol &&
                one.amount.eq(out.amount),
            ),
          );
      }),
      { numRuns: sampled(200, 20_000) },
    );
  });
});
