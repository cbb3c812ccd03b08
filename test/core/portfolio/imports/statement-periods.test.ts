import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type PrintedRow, type PrintedStatement, pdfOf } from '../../../support/cas-pages.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };
const FUND = 'Meadow Flexi Cap Fund - Direct Plan - Growth';
const PASSWORD = 'ZZZPZ9999Z';

const bought = (date: string, units: number, balance: number): PrintedRow => ({
  date,
  words: 'Purchase',
  amount: `${units * 10}.00`,
  units: `${units}.000`,
  price: '10.0000',
  balance: `${balance}.000`,
});
const ROWS = [
  bought('10-May-2022', 100, 100),
  bought('10-May-2023', 50, 150),
  bought('10-May-2024', 25, 175),
];
/** The statement of some of the rows, which begins with the units of all before. */
const statement = (period: string, opening: number, rows: readonly PrintedRow[]): PrintedStatement => ({
  issuer: 'CAMSCASWS-7',
  period,
  schemes: [
    {
      house: 'Meadow Mutual Fund',
      folio: 'Folio No: 5550001 / 41',
      name: [`MDFG-${FUND} - ISIN: INF900Z01019(Advisor: DIRECT)`],
      opening: `${opening}.000`,
      rows,
      closing: [`Closing Unit Balance: ${rows.at(-1)?.balance ?? `${opening}.000`}`],
    },
  ],
});
const FIRST = statement('01-Apr-2022 To 31-Mar-2023', 0, ROWS.slice(0, 1));
const SECOND = statement('01-Apr-2023 To 31-Mar-2024', 100, ROWS.slice(1, 2));
const THIRD = statement('01-Apr-2024 To 31-Mar-2025', 150, ROWS.slice(2));
const WHOLE = statement('01-Apr-2022 To 31-Mar-2025', 0, ROWS);

describe('portfolio/import CAS: statements of one period after the other', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const take = async (printed: PrintedStatement) => {
    const file = await pdfOf(printed, {}, { userPassword: PASSWORD, ownerPassword: 'x' });
    const { imports } = fixture.core.portfolio;
    const staged = await imports.stage(fixture.owner, Readable.from([file]), { password: PASSWORD });
    const result = await imports.commit(fixture.owner, { import_id: staged.import_id }, by);
    return { ...result, id: staged.import_id };
  };
  const rows = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { order: 'asc' })).items.map(
      ({ date, type, quantity }) => `${date} ${type} ${quantity}`,
    );
  const held = async () =>
    (await fixture.core.portfolio.holdings.all(fixture.owner)).map(({ symbol, quantity, portfolio }) => [
      symbol,
      quantity,
      portfolio,
    ]);

  const BOUGHT = ['2022-05-10 BUY 100', '2023-05-10 BUY 50', '2024-05-10 BUY 25'];

  it('portfolio/Import and ledger rules 3: years in their order double nothing', async () => {
    for (const one of [FIRST, SECOND, THIRD]) await take(one);
    assert.deepEqual(await rows(), BOUGHT);
    assert.deepEqual(await held(), [[FUND, 175, 'Mutual Funds']]);
  });

  it('portfolio/Import and ledger rules 3: the same statement again, and one that overlaps, write nothing', async () => {
    await take(WHOLE);
    for (const one of [WHOLE, SECOND, THIRD]) {
      const { imported, skipped } = await take(one);
      assert.equal(imported, 0);
      assert.ok(skipped > 0);
    }
    assert.deepEqual(await rows(), BOUGHT);
  });

  it('portfolio/Import and ledger rules 3: years in any order double nothing, and undoing one brings back what it lowered', async () => {
    const orders = [
      [THIRD, SECOND, FIRST],
      [SECOND, FIRST, THIRD],
      [FIRST, THIRD, SECOND],
      [SECOND, THIRD, FIRST],
      [THIRD, FIRST, SECOND],
      [THIRD, WHOLE],
    ];
    for (const order of orders) {
      fixture = await coreAnew();
      const imports: { id: string; before: string[] }[] = [];
      for (const one of order) {
        const before = await rows();
        const { id } = await take(one);
        imports.push({ id, before });
        await take(one);
      }
      assert.deepEqual(await rows(), BOUGHT);
      assert.deepEqual(await held(), [[FUND, 175, 'Mutual Funds']]);
      for (const { id, before } of imports.toReversed()) {
        const undo = fixture.core.portfolio.imports;
        const { digest } = await undo.undoPreview(fixture.owner, id);
        await undo.undo(fixture.owner, id, { digest }, by);
        assert.deepEqual(await rows(), before);
      }
    }
  });

  it('portfolio/Import and ledger rules 3: years that are committed at the same moment double nothing', async () => {
    const { imports } = fixture.core.portfolio;
    const staged: string[] = [];
    for (const one of [THIRD, FIRST, SECOND, WHOLE]) {
      const file = await pdfOf(one, {}, { userPassword: PASSWORD, ownerPassword: 'x' });
      const { import_id } = await imports.stage(fixture.owner, Readable.from([file]), { password: PASSWORD });
      staged.push(import_id);
    }
    await Promise.all(
      [...staged, ...staged].map(async (import_id) => await imports.commit(fixture.owner, { import_id }, by)),
    );
    assert.deepEqual(await rows(), BOUGHT);
    assert.deepEqual(await held(), [[FUND, 175, 'Mutual Funds']]);
  });

  it('the units of a missing year remain, of unknown cost', async () => {
    await take(FIRST);
    await take(THIRD);
    await take(THIRD);
    assert.deepEqual(await rows(), ['2022-05-10 BUY 100', '2024-03-31 TRANSFER_IN 50', '2024-05-10 BUY 25']);
    assert.deepEqual(await held(), [[FUND, 175, 'Mutual Funds']]);
  });

  it('without its password a statement is refused, with the wrong one too, and the right one is kept nowhere', async () => {
    const file = await pdfOf(WHOLE, {}, { userPassword: PASSWORD, ownerPassword: 'x' });
    const { imports } = fixture.core.portfolio;
    const stage = async (password?: string) =>
      await imports.stage(fixture.owner, Readable.from([file]), password === undefined ? {} : { password });
    await refused(stage(), 422, 'PDF_PASSWORD_NEEDED', /your PAN in capitals/);
    await refused(stage('Wrong'), 422, 'PDF_WRONG_PASSWORD', /does not open/);
    const staged = await stage('zzzpz9999z');
    assert.equal(staged.total_rows, 3);
    const { rows: kept } = await fixture.core.database.asSystem(
      'look for a password',
      async (trx) =>
        await trx.raw<{ rows: unknown[] }>(
          `select i::text from portfolio.imports i where i::text ilike ? union all
           select r::text from portfolio.import_rows r where r::text ilike ?`,
          [`%${PASSWORD}%`, `%${PASSWORD}%`],
        ),
    );
    assert.deepEqual(kept, []);
  });
});
