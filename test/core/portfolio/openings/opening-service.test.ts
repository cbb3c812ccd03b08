import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, testCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };

describe('opening positions', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-08-03T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
    await fixture.core.portfolio.portfolios.create(fixture.owner, { name: 'Main' }, by);
  });

  const trade = async (symbol: string, date: string, type: string, quantity: number, price: number | null) =>
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      { portfolio: 'Main', symbol, date, type, quantity, price, currency: 'INR' },
      by,
    );
  const held = async (symbol: string) => {
    const [row] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, symbol);
    return row === undefined ? null : { quantity: row.quantity, avg: row.avg_buy_price, gain: row.gain };
  };
  const proposed = async () =>
    (await fixture.core.portfolio.openings.list(fixture.owner)).items.map((one) => [
      one.symbol,
      one.quantity,
      one.latest_date,
    ]);
  const record = async (openings: object[]) =>
    await fixture.core.portfolio.openings.record(fixture.owner, { openings }, by);
  const stage = async (text: string) =>
    await fixture.core.portfolio.imports.stage(fixture.owner, Readable.from([Buffer.from(text)]));
  const ledger = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { order: 'asc' })).items.map((one) => [
      one.symbol,
      one.date,
      one.type,
      one.quantity,
      one.price,
    ]);

  it('a sale that no file bought is proposed, recorded without a cost, and proposed no more', async () => {
    await trade('TCS', '2024-01-10', 'BUY', 10, 3000);
    await trade('TCS', '2024-03-05', 'SELL', 30, 4000);
    assert.deepEqual(await proposed(), [['TCS', 20, '2024-03-04']]);
    const opening = { portfolio: 'Main', symbol: 'TCS', quantity: 25, date: '2024-03-04' };
    const { recorded, items } = await record([opening]);
    assert.equal(recorded, 1);
    assert.equal(items[0]?.status, 'RECORDED');
    assert.deepEqual(await proposed(), []);
    // 10 + 25 − 30 = 5, of the opening: FIFO takes the purchase of January first. Their cost is not known, and not 0.
    assert.deepEqual(await held('TCS'), { quantity: 5, avg: null, gain: null });
    assert.deepEqual(await ledger(), [
      ['TCS', '2024-01-10', 'BUY', 10, 3000],
      ['TCS', '2024-03-04', 'TRANSFER_IN', 25, null],
      ['TCS', '2024-03-05', 'SELL', 30, 4000],
    ]);
  });

  it('with a known cost it is an ordinary purchase', async () => {
    await trade('TCS', '2024-03-05', 'SELL', 20, 4000);
    await record([{ portfolio: 'Main', symbol: 'TCS', quantity: 25, date: '2020-03-04', price: 1800 }]);
    assert.deepEqual((await held('TCS'))?.avg, 1800);
    assert.deepEqual((await ledger())[0], ['TCS', '2020-03-04', 'BUY', 25, 1800]);
  });

  it('the same rows again change nothing, and each row is answered for itself', async () => {
    await trade('TCS', '2024-03-05', 'SELL', 20, 4000);
    const good = { portfolio: 'Main', symbol: 'TCS', quantity: 20, date: '2024-03-04' };
    const first = await record([good]);
    const again = await record([
      good,
      { ...good, symbol: 'NOSUCH' },
      { ...good, portfolio: 'Elsewhere' },
      { ...good, date: '2030-01-01' },
    ]);
    assert.equal(again.recorded, 0);
    assert.deepEqual(
      again.items.map(({ status, message }) => [status, message]),
      [
        ['ALREADY_RECORDED', null],
        [
          'REFUSED',
          'Main has no holding and no transaction of NOSUCH. Check the symbol, or add it under Transactions.',
        ],
        ['REFUSED', 'There is no portfolio named Elsewhere.'],
        [
          'REFUSED',
          '1 Jan 2030 is in the future. Check the year. Record a transaction once it has happened.',
        ],
      ],
    );
    assert.equal(again.items[0]?.transaction_id, first.items[0]?.transaction_id);
    assert.equal((await ledger()).length, 2);
    await refused(record([{ ...good, price: 0 }]), 422, 'VALIDATION_ERROR');
    await refused(record([{ ...good, quantity: 0 }]), 422, 'VALIDATION_ERROR');
  });

  it('deleting the transaction takes an opening back, and restoring it brings it again', async () => {
    const { transactions } = fixture.core.portfolio;
    await trade('TCS', '2024-03-05', 'SELL', 20, 4000);
    const { items } = await record([{ portfolio: 'Main', symbol: 'TCS', quantity: 20, date: '2024-03-04' }]);
    const id = items[0]?.transaction_id ?? '';
    await transactions.remove(fixture.owner, id, by);
    assert.deepEqual(await proposed(), [['TCS', 20, '2024-03-04']]);
    assert.equal((await transactions.restore(fixture.owner, id, by)).price, null);
    assert.deepEqual(await proposed(), []);
  });

  it('a holding that a person states with more units than its transactions is proposed; one without transactions is not', async () => {
    const { holdings } = fixture.core.portfolio;
    await trade('INFY', '2024-01-10', 'BUY', 10, 1500);
    const [made] = await holdings.ofSymbol(fixture.owner, 'INFY');
    await holdings.update(fixture.owner, made?.id ?? '', { quantity: 50 }, by);
    const alone = { portfolio: 'Main', symbol: 'WIPRO', asset_class: 'Indian Equity', currency: 'INR' };
    await holdings.create(fixture.owner, { ...alone, quantity: 5, avg_buy_price: 400 }, by);
    assert.deepEqual(await proposed(), [['INFY', 40, '2024-01-09']]);
    const { ledger: counts } = await fixture.core.quality.read(fixture.owner);
    assert.equal(counts.openings, 1);
  });

  it('portfolio/Price refresh rules: an opening position has a cost and no price, recorded here or imported; a trade has one', async () => {
    const { holdings, imports } = fixture.core.portfolio;
    for (const symbol of ['TCS', 'INFY']) {
      await trade(symbol, '2025-03-05', 'BUY', 10, 0);
      assert.equal((await holdings.ofSymbol(fixture.owner, symbol))[0]?.current_price, null);
    }
    await record([{ portfolio: 'Main', symbol: 'TCS', quantity: 20, date: '2025-03-04', price: 3000 }]);
    const { import_id } = await stage(
      'Portfolio,Symbol,Opening_Quantity,Held_Since,Cost_Per_Unit\nMain,INFY,20,2025-03-04,3000\n',
    );
    await imports.commit(fixture.owner, { import_id }, by);
    const read = async (symbol: string) => {
      const [one] = await holdings.ofSymbol(fixture.owner, symbol);
      return [one?.quantity, one?.avg_buy_price, one?.current_price, one?.price_source];
    };
    // 20 at 3,000 and 10 for nothing.
    for (const symbol of ['TCS', 'INFY']) assert.deepEqual(await read(symbol), [30, 2000, null, null]);
    await trade('TCS', '2025-03-06', 'BUY', 10, 2000);
    assert.deepEqual(await read('TCS'), [40, 2000, 2000, 'TRADE']);
  });

  it('the file to fill in goes through the usual import: an empty cost is an unknown one', async () => {
    await trade('TCS', '2024-03-05', 'SELL', 20, 4000);
    await trade('INFY', '2024-03-05', 'SELL', 7, 1500);
    await trade('WIPRO', '2024-03-05', 'SELL', 3, 500);
    const csv = await fixture.core.portfolio.openings.csv(fixture.owner);
    assert.equal(
      csv,
      [
        'Portfolio,Symbol,Name,ISIN,Asset_Class,Currency,Opening_Quantity,Held_Since,Cost_Per_Unit,Reason',
        'Main,INFY,,,,INR,7,2024-03-04,,"7 more sold than bought, first on 5 Mar 2024."',
        'Main,TCS,,,,INR,20,2024-03-04,,"20 more sold than bought, first on 5 Mar 2024."',
        'Main,WIPRO,,,,INR,3,2024-03-04,,"3 more sold than bought, first on 5 Mar 2024."',
        '',
      ].join('\r\n'),
    );
    // The cost of INFY is filled in with an older day; WIPRO's quantity is emptied.
    const filled = csv
      .replace('7,2024-03-04,,', '7,2019-05-02,702.5,')
      .replace('INR,3,2024-03-04', 'INR,,2024-03-04');
    const preview = await stage(filled);
    assert.deepEqual(
      [preview.detected_format, preview.type, preview.valid_rows, preview.excluded_rows],
      [
        'munim-openings',
        'transactions',
        2,
        [{ row: 4, reason: 'The quantity is empty, so nothing is recorded.' }],
      ],
    );
    assert.deepEqual(preview.preview.map(({ symbol, type, price }) => [symbol, type, price]).slice(0, 2), [
      ['INFY', 'BUY', 702.5],
      ['TCS', 'TRANSFER_IN', null],
    ]);
    const commit = { import_id: preview.import_id };
    const done = await fixture.core.portfolio.imports.commit(fixture.owner, commit, by);
    assert.deepEqual([done.imported, done.unmatched_symbols], [2, []]);
    assert.deepEqual((await ledger()).slice(0, 2), [
      ['INFY', '2019-05-02', 'BUY', 7, 702.5],
      ['TCS', '2024-03-04', 'TRANSFER_IN', 20, null],
    ]);
    const again = await stage(filled);
    const nothing = await fixture.core.portfolio.imports.commit(
      fixture.owner,
      { import_id: again.import_id },
      by,
    );
    assert.deepEqual([nothing.imported, nothing.skipped_reasons.already_recorded], [0, 2]);
  });

  it('an import tells what was sold without a purchase', async () => {
    const preview = await stage(
      'Symbol,Date,Type,Quantity,Price\nTCS,2024-03-05,SELL,20,4000\nINFY,2024-03-05,BUY,2,1500\n',
    );
    const commit = { import_id: preview.import_id };
    const { unmatched_symbols } = await fixture.core.portfolio.imports.commit(fixture.owner, commit, by);
    assert.deepEqual(unmatched_symbols, ['TCS']);
  });

  it('units of unknown cost are exported without a price and read back without loss', async () => {
    await trade('TCS', '2024-03-04', 'TRANSFER_IN', 20, null);
    const pieces: string[] = [];
    for await (const piece of await fixture.core.portfolio.exports.csv(fixture.owner, {
      type: 'transactions',
    }))
      pieces.push(piece);
    const file = pieces.join('');
    assert.match(file, /Main,TCS,2024-03-04,TRANSFER_IN,20,,0,INR/);
    const other = await testCore({ at: '2026-08-03T06:00:00.000Z' });
    try {
      const { imports, transactions } = other.core.portfolio;
      const { import_id } = await imports.stage(other.owner, Readable.from([Buffer.from(file)]));
      await imports.commit(other.owner, { import_id }, by);
      const { items } = await transactions.list(other.owner, {});
      assert.deepEqual(
        items.map((one) => [one.symbol, one.date, one.type, one.quantity, one.price]),
        [['TCS', '2024-03-04', 'TRANSFER_IN', 20, null]],
      );
      const wrong = file.replace('TRANSFER_IN,20,,', 'TRANSFER_IN,20,99,');
      const preview = await imports.stage(other.owner, Readable.from([Buffer.from(wrong)]));
      assert.deepEqual(preview.issue_rows, [
        {
          row: 2,
          field: 'price',
          message: 'is 99, but a TRANSFER_IN has no price. Use BUY if you know the cost.',
        },
      ]);
    } finally {
      await other.close();
    }
  });

  it('a TRANSFER_IN has no price, other types need one, and what follows from actions is nobody’s to record', async () => {
    await refused(trade('TCS', '2024-03-04', 'TRANSFER_IN', 20, 100), 422, 'VALIDATION_ERROR');
    await refused(trade('TCS', '2024-03-04', 'TRANSFER_IN', -20, null), 422, 'VALIDATION_ERROR');
    await refused(trade('TCS', '2024-03-04', 'BUY', 20, null), 422, 'VALIDATION_ERROR');
    const problem = await refused(trade('TCS', '2024-03-04', 'FRACTION', 20, 100), 422, 'VALIDATION_ERROR');
    assert.match(String(problem), /Other types come from corporate actions/);
    // A purchase whose price turns out to be made up becomes units of unknown cost, and back.
    const { transactions } = fixture.core.portfolio;
    const { id } = await trade('TCS', '2024-03-04', 'BUY', 20, 100);
    const changed = await transactions.update(fixture.owner, id, { type: 'TRANSFER_IN', price: null }, by);
    assert.deepEqual([changed.price, changed.amount], [null, null]);
    await refused(transactions.update(fixture.owner, id, { type: 'BUY' }, by), 422, 'VALIDATION_ERROR');
    assert.equal((await transactions.update(fixture.owner, id, { type: 'BUY', price: 90 }, by)).price, 90);
  });

  it('an opening before a split that was applied is split with the rest', async () => {
    await trade('IRCTC', '2021-03-10', 'BUY', 2, 1900);
    await trade('IRCTC', '2021-12-01', 'SELL', 110, 800);
    const portfolios = await fixture.core.portfolio.portfolios.list(fixture.owner);
    const portfolio = portfolios.find(({ name }) => name === 'Main');
    const terms = {
      portfolio_id: portfolio?.id ?? '',
      symbol: 'IRCTC',
      kind: 'SPLIT' as const,
      ex_date: '2021-10-28',
      new_shares: '5',
      old_shares: '1',
      into_symbol: null,
      into_isin: null,
      cost_pct: null,
      fraction_price: null,
      source: 'NSE',
    };
    await fixture.core.portfolio.actions.apply(fixture.owner, [terms], by);
    // 2 × 5 = 10 of the 110 that were sold; the other 100 were 20 before the split.
    assert.deepEqual(await proposed(), [['IRCTC', 20, '2021-10-27']]);
    await record([{ portfolio: 'Main', symbol: 'IRCTC', quantity: 20, date: '2021-10-27' }]);
    assert.deepEqual(await proposed(), []);
    assert.equal(await held('IRCTC'), null);
  });
});
