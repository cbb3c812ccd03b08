import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type PrintedRow, type PrintedStatement, pdfOf } from '../../../support/cas-pages.ts';
import type { TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };
export const FUND = 'Meadow Flexi Cap Fund - Direct Plan - Growth';
export const PASSWORD = 'ZZZPZ9999Z';

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
export const FIRST = statement('01-Apr-2022 To 31-Mar-2023', 0, ROWS.slice(0, 1));
export const SECOND = statement('01-Apr-2023 To 31-Mar-2024', 100, ROWS.slice(1, 2));
export const THIRD = statement('01-Apr-2024 To 31-Mar-2025', 150, ROWS.slice(2));
export const WHOLE = statement('01-Apr-2022 To 31-Mar-2025', 0, ROWS);

export const BOUGHT = ['2022-05-10 BUY 100', '2023-05-10 BUY 50', '2024-05-10 BUY 25'];

const files = new Map<PrintedStatement, Promise<Buffer>>();
/** The encrypted PDF of a statement, which is drawn once. */
export async function fileOf(printed: PrintedStatement): Promise<Buffer> {
  const known = files.get(printed) ?? pdfOf(printed, {}, { userPassword: PASSWORD, ownerPassword: 'x' });
  files.set(printed, known);
  return await known;
}

/** Imports of those statements, and what they leave. */
export function fundYears(fixture: () => TestCore) {
  const take = async (printed: PrintedStatement) => {
    const file = await fileOf(printed);
    const { imports } = fixture().core.portfolio;
    const staged = await imports.stage(fixture().owner, Readable.from([file]), { password: PASSWORD });
    const result = await imports.commit(fixture().owner, { import_id: staged.import_id }, by);
    return { ...result, id: staged.import_id };
  };
  const rows = async () =>
    (await fixture().core.portfolio.transactions.list(fixture().owner, { order: 'asc' })).items.map(
      ({ date, type, quantity }) => `${date} ${type} ${quantity}`,
    );
  const held = async () =>
    (await fixture().core.portfolio.holdings.all(fixture().owner)).map(({ symbol, quantity, portfolio }) => [
      symbol,
      quantity,
      portfolio,
    ]);

  /** Imports each twice, expects nothing doubled, and undoes them one after the other. */
  async function takeInOrder(order: readonly PrintedStatement[]): Promise<void> {
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
      const undo = fixture().core.portfolio.imports;
      const { digest } = await undo.undoPreview(fixture().owner, id);
      await undo.undo(fixture().owner, id, { digest }, by);
      assert.deepEqual(await rows(), before);
    }
  }

  return { take, rows, held, takeInOrder };
}
