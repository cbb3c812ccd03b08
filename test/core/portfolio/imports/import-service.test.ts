import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { StageOptions } from '../../../../core/portfolio/index.ts';
import { aggregate } from '../../../support/aggregation-oracle.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';
import { sampled } from '../../../support/soak.ts';
import { TRADEBOOK_HEADER } from '../../../support/tradebook-rows.ts';

const by = { actor: 'test' };
const TRADEBOOK = [
  TRADEBOOK_HEADER,
  'TCS,INE467B01029,2024-01-05,NSE,EQ,EQ,buy,false,5.000000,3200.500000,1001,77,2024-01-05T09:20:11',
  'TCS,INE467B01029,2024-01-05,NSE,EQ,EQ,buy,false,5.000000,3200.500000,1002,77,2024-01-05T09:20:11',
  'INFY,INE009A01021,2024-01-08,BSE,EQ,,buy,false,20.000000,1500.000000,1001,78,2024-01-08T10:00:00',
  'INFY,INE009A01021,2024-02-08,NSE,EQ,EQ,sell,false,20.000000,1600.000000,2001,79,2024-02-08T10:00:00',
].join('\n');

describe('imports', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const imports = () => fixture.core.portfolio.imports;
  const stage = async (text: string, options: StageOptions = {}) =>
    await imports().stage(fixture.owner, Readable.from([Buffer.from(text)]), options);
  const commit = async (importId: string, request: Record<string, unknown> = {}) =>
    await imports().commit(fixture.owner, { import_id: importId, ...request }, by);
  const transactions = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { order: 'asc', page_size: 200 })).items;
  const holdings = async () => await fixture.core.portfolio.holdings.all(fixture.owner);

  it('reads a tradebook, shows it, writes it, and the same file again changes nothing', async () => {
    const preview = await stage(TRADEBOOK, { file_name: 'tradebook.csv' });
    assert.equal(preview.type, 'transactions');
    assert.equal(preview.detected_format, 'zerodha-tradebook');
    assert.equal(preview.total_rows, 4);
    assert.equal(preview.valid_rows, 4);
    assert.equal(preview.preview.length, 4);
    assert.equal((await transactions()).length, 0);

    const first = await commit(preview.import_id);
    assert.deepEqual([first.imported, first.skipped, first.replaced], [4, 0, 0]);
    // Fills of one order with the same price stay two executions: 2 × 5 shares.
    assert.deepEqual(
      (await transactions()).map((row) => row.execution_id),
      ['NSE:2024-01-05:1001', 'NSE:2024-01-05:1002', 'BSE:2024-01-08:1001', 'NSE:2024-02-08:2001'],
    );
    assert.deepEqual(
      (await holdings()).map(({ symbol, quantity, portfolio }) => [symbol, quantity, portfolio]),
      [['TCS', 10, 'Zerodha']],
    );

    const again = await commit((await stage(TRADEBOOK)).import_id);
    assert.deepEqual([again.imported, again.skipped, again.skipped_reasons.already_recorded], [0, 4, 4]);
    assert.equal((await transactions()).length, 4);
  });

  it('tells of a finished import once, in words; an import made in the chat is answered there', async () => {
    const { notifications } = fixture.core;
    const staged = await stage(TRADEBOOK, { file_name: 'tradebook.csv' });
    await commit(staged.import_id);
    await commit(staged.import_id);
    const again = await stage(`${TRADEBOOK}\n${TRADEBOOK.split('\n')[1]}`, { file_name: 'tradebook.csv' });
    await commit(again.import_id);
    const inChat = await stage(TRADEBOOK);
    await imports().commit(fixture.owner, { import_id: inChat.import_id }, { actor: 'chat:local:1' });
    const { items } = await notifications.list(fixture.owner, {});
    assert.deepEqual(
      items.map(({ kind, title, body }) => [kind, title, body]),
      [
        [
          'import_finished',
          'Imported tradebook.csv',
          'Nothing new, 5 rows skipped (4 already recorded, 1 duplicate).',
        ],
        ['import_finished', 'Imported tradebook.csv', '4 rows recorded.'],
      ],
    );
  });

  it('committing the same import twice, also at once, answers the first result', async () => {
    const { import_id } = await stage(TRADEBOOK);
    const [one, two] = await Promise.all([commit(import_id), commit(import_id)]);
    assert.deepEqual(one, two);
    assert.deepEqual(await commit(import_id), one);
    assert.equal((await transactions()).length, 4);
    const { corporate_actions, ...written } = one;
    assert.deepEqual(corporate_actions, { applied: 0, open: 0 });
    assert.deepEqual((await imports().get(fixture.owner, import_id)).committed, written);
  });

  it('portfolio/Import and ledger rules 3: identical rows without an execution id are added up, none is lost', async () => {
    const file = [
      'Symbol,Date,Type,Quantity,Price,Fee_Tax',
      'TCS,2024-01-05,BUY,5,3200,1',
      'TCS,2024-01-05,BUY,5,3200,1',
      'TCS,2024-01-05,BUY,10,3200,2',
      'TCS,2024-01-05,BUY,7,3201,0',
    ].join('\n');
    const result = await commit((await stage(file)).import_id);
    assert.equal(result.imported, 4);
    // 5 + 5 + 10 at 3200 are one row, so that the sum of two fives is not taken for the ten.
    assert.deepEqual(
      (await transactions()).map(({ quantity, price, fee_tax }) => [quantity, price, fee_tax]),
      [
        [20, 3200, 4],
        [7, 3201, 0],
      ],
    );
    const again = await commit((await stage(file)).import_id);
    assert.deepEqual([again.imported, again.skipped], [0, 4]);
  });

  it('portfolio/Import and ledger rules 3: rows alike in all but their currency are two trades', async () => {
    const file = [
      'Symbol,Date,Type,Quantity,Price,Currency',
      'ACME,2024-01-05,BUY,5,100,USD',
      'ACME,2024-01-05,BUY,5,100,EUR',
      'ACME,2024-01-05,BUY,5,100,EUR',
    ].join('\n');
    const result = await commit((await stage(file)).import_id);
    assert.deepEqual([result.imported, result.skipped], [3, 0]);
    assert.deepEqual(
      (await transactions()).map(({ quantity, currency }) => `${quantity} ${currency}`).toSorted(),
      ['10 EUR', '5 USD'],
    );
    const again = await commit((await stage(file)).import_id);
    assert.deepEqual([again.imported, again.skipped], [0, 3]);
  });

  it('an execution named twice in one file is one trade', async () => {
    const result = await commit((await stage(`${TRADEBOOK}\n${TRADEBOOK.split('\n')[1]}`)).import_id);
    assert.deepEqual([result.imported, result.skipped, result.skipped_reasons.repeated_in_file], [4, 1, 1]);
  });

  it('splits are never added up', async () => {
    const file = [
      'Symbol,Date,Type,Quantity,Price',
      'TCS,2024-01-05,BUY,10,3200',
      'TCS,2024-02-05,SPLIT,2,0',
      'TCS,2024-02-05,SPLIT,2,0',
    ].join('\n');
    await commit((await stage(file)).import_id);
    assert.equal((await holdings())[0]?.quantity, 20);
  });

  it('portfolio/Import and ledger rules 2: a target portfolio takes every row, else each row keeps its own', async () => {
    const file = [
      'Symbol,Date,Type,Quantity,Price,Portfolio',
      'TCS,2024-01-05,BUY,1,3200,Growth',
      'INFY,2024-01-05,BUY,1,1500,',
      'WIPRO,2024-01-05,BUY,1,400,growth',
    ].join('\n');
    await commit((await stage(file)).import_id);
    assert.deepEqual(
      (await holdings()).map(({ symbol, portfolio }) => `${symbol} ${portfolio}`),
      ['TCS Growth', 'WIPRO Growth', 'INFY Main'],
    );
    await commit((await stage(file)).import_id, { portfolio: 'Everything' });
    assert.equal((await holdings()).filter(({ portfolio }) => portfolio === 'Everything').length, 3);
  });

  it("portfolio/Import and ledger rules 1: replace deletes only that portfolio's rows of that kind, and needs a portfolio", async () => {
    await commit((await stage(TRADEBOOK)).import_id, { portfolio: 'A' });
    await commit((await stage(TRADEBOOK)).import_id, { portfolio: 'B' });
    const small = await stage(TRADEBOOK.split('\n').slice(0, 2).join('\n'));
    await refused(
      commit(small.import_id, { mode: 'replace' }),
      422,
      'VALIDATION_ERROR',
      /Choose the portfolio/,
    );
    const result = await commit(small.import_id, { mode: 'replace', portfolio: 'A' });
    assert.deepEqual([result.imported, result.replaced], [1, 4]);
    const rows = await transactions();
    assert.deepEqual(
      [
        rows.filter((row) => row.portfolio === 'A').length,
        rows.filter((row) => row.portfolio === 'B').length,
      ],
      [1, 4],
    );
    assert.deepEqual(
      (await holdings()).map(({ portfolio, quantity }) => [portfolio, quantity]),
      [
        ['A', 5],
        ['B', 10],
      ],
    );
  });

  it('shows what is wrong with a row, takes a correction for it, and writes only what was chosen', async () => {
    const file = [
      'Symbol,Date,Type,Quantity,Price',
      'TCS,2024-01-05,BUY,ten,3200',
      'INFY,2024-01-05,BUY,2,1500',
      'WIPRO,2024-13-45,BUY,2,-1',
    ].join('\n');
    const preview = await stage(file);
    assert.equal(preview.valid_rows, 1);
    assert.deepEqual(
      preview.issue_rows.map(({ row, field }) => `${row} ${field}`),
      ['2 quantity', '4 date', '4 price'],
    );
    const result = await commit(preview.import_id, {
      rows: [2, 4],
      row_overrides: { 2: { quantity: 10 }, 4: { date: '2024-02-01' } },
    });
    assert.deepEqual([result.imported, result.skipped], [1, 1]);
    assert.deepEqual(
      result.issues.map(({ row, field }) => `${row} ${field}`),
      ['4 price'],
    );
    assert.deepEqual(
      (await transactions()).map(({ symbol, quantity }) => [symbol, quantity]),
      [['TCS', 10]],
    );
  });

  it('corrects a valid row too, and refuses a row the file does not have', async () => {
    const preview = await stage(TRADEBOOK);
    await refused(
      commit(preview.import_id, { row_overrides: { 99: { price: 1 } } }),
      422,
      'VALIDATION_ERROR',
      /Row 99 is not/,
    );
    await commit(preview.import_id, { row_overrides: { 2: { price: 3000 } } });
    assert.equal((await transactions())[0]?.price, 3000);
  });

  it('holdings are written by symbol and portfolio; a second import changes nothing', async () => {
    const file = [
      'Symbol,Asset_Class,Currency,Quantity,Avg_Buy_Price,Current_Price,ISIN',
      'TCS,Indian Equity,INR,10,3200,3500,INE467B01029',
      'AAPL,US Equity,USD,2,150,,',
    ].join('\n');
    const preview = await stage(file);
    assert.equal(preview.type, 'holdings');
    assert.deepEqual([(await commit(preview.import_id)).imported, (await holdings()).length], [2, 2]);
    const tcs = (await holdings()).find((row) => row.symbol === 'TCS');
    assert.equal(tcs?.market_value, 35_000);
    assert.equal(tcs?.price_source, 'CSV');
    const again = await commit((await stage(file)).import_id);
    assert.deepEqual([again.imported, again.skipped], [0, 2]);
    const changed = await commit(
      (await stage(file.replace('TCS,Indian Equity,INR,10', 'TCS,Indian Equity,INR,12'))).import_id,
    );
    assert.deepEqual([changed.imported, changed.skipped], [1, 1]);
    assert.equal((await holdings()).find((row) => row.symbol === 'TCS')?.quantity, 12);
  });

  it('portfolio/Import and ledger rules 5: a default asset class fills rows that name none', async () => {
    const file = ['Symbol,Date,Type,Quantity,Price', 'GOLD,2024-01-05,BUY,1,6000'].join('\n');
    await commit((await stage(file, { default_asset_class: 'Commodity' })).import_id);
    assert.equal((await holdings())[0]?.asset_class, 'Commodity');
  });

  it('a refused file leaves nothing behind', async () => {
    await refused(stage('<!doctype html><html><body>Please sign in</body></html>'), 422, 'CSV_IS_HTML');
    await refused(stage('PK\u0003\u0004workbook'), 422, 'CSV_IS_ARCHIVE');
    await refused(stage(`${TRADEBOOK}\n"TCS,never closed${'x'.repeat(100_000)}`), 422, 'CSV_FIELD_TOO_LONG');
    await refused(stage(TRADEBOOK, { portfolio: 'Networth' }), 422, 'VALIDATION_ERROR');
    const left = await fixture.core.database.systemPool.query(
      'select count(*)::int as n from portfolio.imports',
    );
    assert.equal(left.rows[0].n, 0);
  });

  it('a staged import lives 24 hours and belongs to its owner', async () => {
    const { import_id } = await stage(TRADEBOOK);
    await refused(imports().commit(fixture.stranger, { import_id }, by), 404, 'IMPORT_NOT_FOUND');
    await refused(imports().get(fixture.stranger, import_id), 404, 'IMPORT_NOT_FOUND');
    fixture.clock.pass(24 * 60);
    await refused(commit(import_id), 409, 'IMPORT_EXPIRED', /Upload the file again/);
    for (const id of ['999999', 'x', '', '1; drop table portfolio.imports'])
      await refused(commit(id), 404, 'IMPORT_NOT_FOUND');
  });

  it('portfolio/Import and ledger rules 3: what is written agrees with a plain reading of the rule, on any file', async () => {
    const row = fc.record({
      symbol: fc.constantFrom('TCS', 'INFY'),
      date: fc.constantFrom('2024-01-05', '2024-01-06'),
      type: fc.constantFrom('BUY' as const, 'SELL' as const, 'DIVIDEND' as const, 'SPLIT' as const),
      quantity: fc.constantFrom('1', '2', '3', '4'),
      price: fc.constantFrom('10', '20.5'),
      fee_tax: fc.constantFrom('0', '1.25'),
      currency: fc.constantFrom('INR', 'INR', 'USD'),
      execution_id: fc.constantFrom('', '', 'NSE:1', 'NSE:2'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 14 }), async (rows) => {
        const { core } = fixture;
        await core.database.asSystem('start over', async (trx) => await trx('portfolio.portfolios').delete());
        const header = 'Symbol,Date,Type,Quantity,Price,Fee_Tax,Currency,Execution_ID';
        const text = [header, ...rows.map((one) => Object.values(one).join(','))].join('\n');
        await commit((await stage(text, { portfolio: 'P' })).import_id);
        const expected = aggregate(
          rows.map((one, index) => ({
            ...one,
            execution_id: one.execution_id || null,
            row: index + 2,
            portfolio: 'P',
            isin: null,
            security_id: null,
            asset_class: null,
            note: null,
            executed_at: null,
          })),
        ).rows;
        const shape = (one: {
          symbol: string;
          date: string;
          type: string;
          quantity: unknown;
          price: unknown;
          fee_tax: unknown;
          currency: string;
          execution_id: string | null;
        }) =>
          [
            one.symbol,
            one.date,
            one.type,
            Number(one.quantity),
            // A split has no price, whatever the file says.
            one.type === 'SPLIT' ? null : Number(one.price),
            Number(one.fee_tax),
            one.currency,
            one.execution_id,
          ].join('|');
        assert.deepEqual((await transactions()).map(shape).toSorted(), expected.map(shape).toSorted());
      }),
      { numRuns: sampled(5, 400) },
    );
  }).timeout(600_000);

  it('an export of holdings has the interval of a price by hand, and reads it back', async () => {
    const { holdings, exports } = fixture.core.portfolio;
    const unlisted = {
      portfolio: 'P',
      symbol: 'OYO',
      asset_class: 'Unlisted',
      currency: 'INR',
      quantity: 5,
      avg_buy_price: 50,
      current_price: 60,
      price_interval_days: 365,
    };
    const { id } = await holdings.create(fixture.owner, unlisted, by);
    const exported = async (owner: string) => await collect(await exports.csv(owner, { type: 'holdings' }));
    const readBack = async () => {
      const text = await exported(fixture.owner);
      const staged = await imports().stage(fixture.stranger, Readable.from([Buffer.from(text)]));
      await imports().commit(fixture.stranger, { import_id: staged.import_id }, by);
      assert.equal(await exported(fixture.stranger), text);
      return text;
    };
    assert.match(await readBack(), /,Price_Interval_Days\r\nP,OYO,.*,365\r\n$/);
    await holdings.update(fixture.owner, id, { price_interval_days: 180 }, by);
    assert.match(await readBack(), /,180\r\n$/);
  });

  it('an export with cash movements is read back whole; elsewhere cash rows are left out', async () => {
    const { transactions: ledger, exports } = fixture.core.portfolio;
    const cash = {
      portfolio: 'P',
      symbol: 'CASH',
      date: '2024-01-05',
      quantity: 0,
      price: 5000,
      currency: 'INR',
    };
    await ledger.create(fixture.owner, { ...cash, type: 'CASH_IN' }, by);
    await ledger.create(fixture.owner, { ...cash, type: 'CASH_OUT', price: 100.25 }, by);
    const text = await collect(await exports.csv(fixture.owner, { type: 'transactions' }));
    const staged = await imports().stage(fixture.stranger, Readable.from([Buffer.from(text)]));
    await imports().commit(fixture.stranger, { import_id: staged.import_id }, by);
    assert.equal(await collect(await exports.csv(fixture.stranger, { type: 'transactions' })), text);
    const foreign = await stage(
      'Symbol,Date,Type,Quantity,Price\nCASH,2024-01-05,CASH_IN,0,5000\nTCS,2024-01-05,BUY,1,1',
    );
    assert.deepEqual([foreign.valid_rows, foreign.excluded_rows.length], [1, 1]);
  });

  it('an export is read back without loss, whatever the notes hold', async () => {
    const awkward = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .filter((text) => !text.includes('\0') && Buffer.from(text).toString() === text);
    const row = fc.record({
      symbol: fc.constantFrom('TCS', 'INFY', 'M&M'),
      date: fc.constantFrom('2024-01-05', '2024-02-29'),
      quantity: fc.integer({ min: 1, max: 1_000_000 }).map((units) => units / 1000),
      price: fc.integer({ min: 1, max: 10_000_000 }).map((units) => units / 10_000),
      note: awkward,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, {
          minLength: 1,
          maxLength: 6,
          selector: (one) => `${one.symbol}${one.date}${one.quantity}${one.price}`,
        }),
        async (rows) => {
          const { core, owner, stranger } = fixture;
          await core.database.asSystem(
            'start over',
            async (trx) => await trx('portfolio.portfolios').delete(),
          );
          for (const one of rows) {
            await core.portfolio.transactions.create(
              owner,
              { ...one, portfolio: 'P', type: 'BUY', currency: 'INR', fee_tax: 0.1 },
              by,
            );
          }
          const text = await collect(await core.portfolio.exports.csv(owner, { type: 'transactions' }));
          const staged = await core.portfolio.imports.stage(stranger, Readable.from([Buffer.from(text)]));
          assert.deepEqual(staged.issue_rows, []);
          await core.portfolio.imports.commit(stranger, { import_id: staged.import_id }, by);
          assert.equal(
            await collect(await core.portfolio.exports.csv(stranger, { type: 'transactions' })),
            text,
          );
        },
      ),
      { numRuns: sampled(4, 100) },
    );
  });
});

async function collect(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
