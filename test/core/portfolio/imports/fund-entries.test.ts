import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type PrintedRow, type PrintedStatement, pdfOf } from '../../../support/cas-pages.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };
const FUND = 'Meadow Flexi Cap Fund - Direct Plan - Growth';
const ISIN = 'INF900Z01019';
const FOLIO = '5550001';

interface Bought {
  /** 10-May-2022 */
  date: string;
  units: number;
}
const ALL: readonly Bought[] = [
  { date: '10-May-2022', units: 100 },
  { date: '10-May-2023', units: 50 },
  { date: '10-May-2024', units: 25 },
];

/** A consolidated statement of some of the purchases, which begins with the units of those before. */
function statement(period: string, bought: readonly Bought[], opening = 0): PrintedStatement {
  let balance = opening;
  const rows = bought.map(({ date, units }): PrintedRow => {
    balance += units;
    return {
      date,
      words: 'Purchase',
      amount: `${units * 10}.00`,
      units: `${units}.000`,
      price: '10.0000',
      balance: `${balance}.000`,
    };
  });
  return {
    issuer: 'CAMSCASWS-7',
    period,
    schemes: [
      {
        house: 'Meadow Mutual Fund',
        folio: `Folio No: ${FOLIO} / 41`,
        name: [`MDFG-${FUND} - ISIN: ${ISIN}(Advisor: DIRECT)`],
        opening: `${opening}.000`,
        rows,
        closing: [`Closing Unit Balance: ${balance}.000`],
      },
    ],
  };
}
const WHOLE = statement('01-Apr-2022 To 31-Mar-2025', ALL);
const LAST_YEAR = statement('01-Apr-2024 To 31-Mar-2025', ALL.slice(2), 150);

/** The same as CAMS lists it: names cut at 32 letters, no ISIN, the folio with its check digit. */
const camsTable = (bought: readonly Bought[], folio = FOLIO, scheme = FUND.slice(0, 32)) =>
  [
    'MF_NAME,INVESTOR_NAME,PAN,FOLIO_NUMBER,PRODUCT_CODE,SCHEME_NAME,Type,TRADE_DATE,TRANSACTION_TYPE,DIVIDEND_RATE,AMOUNT,UNITS,PRICE,BROKER',
    ...bought.map(
      ({ date, units }) =>
        `Meadow Mutual Fund,RAVI SAMPLE,ZZZPZ9999Z,${folio}/41,MDFG,${scheme},Equity,${date.toUpperCase()},Purchase,,${units * 10},${units},10,DIRECT`,
    ),
    '',
  ].join('\n');
/** And KFintech: with the ISIN. */
const kfintechTable = (bought: readonly Bought[]) =>
  [
    'FundName,Investor Name,Account Number,Product Code,Scheme Description,Transaction Date,Transaction Description,Amount,Units,NAV,Broker Code,Broker Name,SchemeISIN',
    ...bought.map(
      ({ date, units }) =>
        `Meadow Mutual Fund,RAVI SAMPLE,${FOLIO},MDFG,Meadow Flexi Cap Direct Growth,${date},Purchase,${units * 10},${units},10,DIRECT,DIRECT,${ISIN}`,
    ),
    '',
  ].join('\n');

describe('portfolio/import funds: one folio in files of several kinds', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const drawn = new Map<PrintedStatement, Buffer>();
  const bytesOf = async (file: PrintedStatement): Promise<Buffer> => {
    const bytes = drawn.get(file) ?? (await pdfOf(file));
    drawn.set(file, bytes);
    return bytes;
  };
  const take = async (file: PrintedStatement | string) => {
    const bytes = typeof file === 'string' ? Buffer.from(file) : await bytesOf(file);
    const { imports } = fixture.core.portfolio;
    const { import_id } = await imports.stage(fixture.owner, Readable.from([bytes]));
    return { ...(await imports.commit(fixture.owner, { import_id }, by)), id: import_id };
  };
  const undo = async (id: string) => {
    const { imports } = fixture.core.portfolio;
    const { digest } = await imports.undoPreview(fixture.owner, id);
    await imports.undo(fixture.owner, id, { digest }, by);
  };
  const rows = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { order: 'asc' })).items.map(
      ({ date, type, quantity }) => `${date} ${type} ${quantity}`,
    );
  const held = async () =>
    (await fixture.core.portfolio.holdings.all(fixture.owner)).map(({ quantity, portfolio }) => [
      quantity,
      portfolio,
    ]);
  const BOUGHT = ['2022-05-10 BUY 100', '2023-05-10 BUY 50', '2024-05-10 BUY 25'];

  const TABLES = [
    ['CAMS', camsTable],
    ['KFintech', kfintechTable],
  ] as const;
  for (const [name, table] of TABLES) {
    it(`portfolio/Import and ledger rules 3: the statement and the table of ${name} say the same: neither doubles the other`, async () => {
      for (const files of [
        [WHOLE, table(ALL)],
        [table(ALL), WHOLE],
      ]) {
        fixture = await coreAnew();
        const [first, second] = [await take(files[0] ?? ''), await take(files[1] ?? '')];
        assert.deepEqual([first.imported, second.imported], [3, 0], String(files.length));
        assert.equal(second.skipped_reasons.already_recorded, 3);
        assert.equal((await take(files[0] ?? '')).imported, 0);
        assert.deepEqual(await rows(), BOUGHT);
        assert.deepEqual(await held(), [[175, 'Mutual Funds']]);
      }
    });

    it(`portfolio/Import and ledger rules 3: what the table of ${name} has beyond the statement is added, and its opening balance shrinks`, async () => {
      await take(LAST_YEAR);
      assert.deepEqual(await rows(), ['2024-03-31 TRANSFER_IN 150', '2024-05-10 BUY 25']);
      const before = await rows();
      const { imported, id } = await take(table(ALL.slice(1)));
      assert.equal(imported, 1);
      assert.deepEqual(await rows(), [
        '2023-05-10 BUY 50',
        '2024-03-31 TRANSFER_IN 100',
        '2024-05-10 BUY 25',
      ]);
      assert.deepEqual(await held(), [[175, 'Mutual Funds']]);
      await undo(id);
      assert.deepEqual(await rows(), before);
      await take(table(ALL));
      assert.deepEqual(await rows(), BOUGHT);
      assert.deepEqual(await held(), [[175, 'Mutual Funds']]);
    });

    it(`portfolio/Import and ledger rules 3: a later statement opens with the units of the table of ${name}, once`, async () => {
      await take(table(ALL.slice(0, 2)));
      await take(LAST_YEAR);
      await take(LAST_YEAR);
      assert.deepEqual(await rows(), BOUGHT);
      assert.deepEqual(await held(), [[175, 'Mutual Funds']]);
    });
  }

  it('another folio of the same fund, another day, and another number of units are entries of their own', async () => {
    await take(WHOLE);
    assert.equal((await take(camsTable(ALL.slice(0, 1), '5550002', FUND))).imported, 1);
    assert.equal((await take(camsTable([{ date: '11-May-2022', units: 100 }], FOLIO, FUND))).imported, 1);
    assert.equal((await take(camsTable([{ date: '10-May-2022', units: 99 }], FOLIO, FUND))).imported, 1);
    const units = (await held()).map(([quantity]) => Number(quantity));
    assert.equal(
      units.reduce((sum, one) => sum + one, 0),
      175 + 100 + 100 + 99,
    );
  });

  it('a folio with two plans that begin alike: the name that was cut is taken for neither', async () => {
    const two = statement('01-Apr-2022 To 31-Mar-2025', ALL.slice(0, 1));
    const [scheme] = two.schemes;
    assert.ok(scheme);
    const payout = {
      ...scheme,
      name: ['MDFD-Meadow Flexi Cap Fund - Direct Plan - IDCW - ISIN: INF900Z01027(Advisor: DIRECT)'],
    };
    await take({ ...two, schemes: [scheme, payout] });
    const { imported } = await take(camsTable(ALL.slice(0, 1)));
    assert.equal(imported, 1);
  });
});
