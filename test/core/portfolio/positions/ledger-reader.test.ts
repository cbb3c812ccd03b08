import assert from 'node:assert/strict';
import {
  type LedgerRow,
  ledgerBatches,
  readLedgerRows,
  readLedgerTexts,
  readSourcedRows,
  type LedgerRowFilter,
} from '../../../../core/portfolio/positions/ledger-reader.ts';
import { type LedgerTransaction, rowsOfText, TEXT_FIELDS } from '../../../../core/portfolio/ledger/index.ts';
import type { DbTransaction } from '../../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';

/** More than two batches, of two positions of one portfolio and one of another. */
const ROWS = 1203;

describe('the reader of the ledger', () => {
  let world: TestCore;
  let keys: { portfolio_id: string; symbol: string }[] = [];
  const within = <T>(work: (trx: DbTransaction) => Promise<T>): Promise<T> =>
    world.core.database.asUser(world.owner, work);

  before(async () => {
    world = await testCore();
    await world.core.database.asUser(world.owner, async (trx) => {
      const portfolios: string[] = [];
      for (const name of ['One', 'Two']) {
        const { rows } = await trx.raw<{ rows: { id: string }[] }>(
          'insert into portfolio.portfolios (owner_user_id, name) values (?, ?) returning id',
          [world.owner, name],
        );
        portfolios.push(rows[0]?.id ?? '');
      }
      const [one = '', two = ''] = portfolios;
      keys = [
        { portfolio_id: one, symbol: 'INFY' },
        { portfolio_id: one, symbol: 'TCS' },
        { portfolio_id: two, symbol: 'TCS' },
      ];
      // Days fall while ids rise, so that an order by id alone would be another one.
      await trx.raw(
        `insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, fee_tax,
           currency, isin, asset_class, executed_at, execution_id, source)
         select ?::bigint, case when n % 3 = 2 then ?::bigint else ?::bigint end, case when n % 3 = 0 then 'INFY' else 'TCS' end,
           date '2024-12-31' - (n / 4), case when n % 5 = 4 then 'DIVIDEND' else 'BUY' end, n * 0.0000000001, n, 0.5,
           'INR', 'INE002A01018', 'Indian Equity', case when n % 2 = 0 then '09:15:00'::time end,
           case when n % 2 = 0 then 'NSE:' || n end, case when n % 2 = 0 then 'BROKER' else 'MANUAL' end
         from generate_series(1, ${ROWS}) n`,
        [world.owner, two, one],
      );
      const { rows: moved } = await trx.raw<{ rows: { id: string }[] }>(
        `insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price,
           currency, source, acquired_on, carried_cost, carried_average)
         values (?, ?, 'TCS', '2025-01-01', 'TRANSFER_IN', 3, 0, 'INR', 'MANUAL', '2020-02-02', 12.34567890123456789, 11)
         returning id`,
        [world.owner, two],
      );
      await trx.raw(
        `insert into portfolio.skipped_rows (transaction_id, owner_user_id, portfolio_id, symbol, trade_date, code, reason)
         values (?, ?, ?, 'TCS', '2025-01-01', 'ZERO_QUANTITY', 'for the test')`,
        [moved[0]?.id ?? '', world.owner, two],
      );
    });
  });
  after(() => world.close());

  const streamed = async (wanted: LedgerRowFilter): Promise<LedgerRow[]> =>
    await within(async (trx) => {
      const rows: LedgerRow[] = [];
      for await (const batch of ledgerBatches(trx, wanted)) rows.push(...batch);
      return rows;
    });
  const place = ({ portfolio, symbol, date, id }: LedgerRow): string =>
    [portfolio.padStart(9, '0'), symbol, date, id.padStart(9, '0')].join(' ');

  it('gives every row once by portfolio, symbol, day and id, in batches as at once', async () => {
    const rows = await streamed({ keys });
    assert.equal(rows.length, ROWS + 1);
    assert.deepEqual(
      rows.map(place),
      rows.map(place).toSorted((a, b) => (a < b ? -1 : 1)),
    );
    assert.deepEqual(rows, await within((trx) => readLedgerRows(trx, { keys })));
    assert.equal(rows[0]?.price, '1200.0000000000');
  });

  it('gives what is asked for alone: of some positions, up to a day, by type, and what counts', async () => {
    const all = await streamed({ keys });
    const [, own] = keys;
    const { portfolio_id = '', symbol = '' } = own ?? {};
    const ofOne = all.filter((row) => row.portfolio === portfolio_id && row.symbol === symbol);
    assert.ok(ofOne.length > 300);
    assert.deepEqual(await streamed({ keys: [{ portfolio_id, symbol }] }), ofOne);
    const until = '2024-06-30';
    assert.deepEqual(
      await streamed({ keys, until }),
      all.filter(({ date }) => date <= until),
    );
    assert.deepEqual(
      await streamed({ keys, types: ['DIVIDEND'] }),
      all.filter(({ type }) => type === 'DIVIDEND'),
    );
    assert.deepEqual(
      await streamed({ keys, isReplayed: true }),
      all.filter(({ type }) => type !== 'TRANSFER_IN'),
    );
    assert.deepEqual(await streamed({ keys, isRecorded: true }), all);
    assert.deepEqual(await streamed({ keys: [] }), []);
  });

  it('says the same as text for a thread, but for names', async () => {
    const all = await streamed({ keys });
    const texts = await within((trx) => readLedgerTexts(trx, keys));
    const read = keys.flatMap((key) => {
      const found = texts.find(
        ({ portfolio, symbol }) => portfolio === key.portfolio_id && symbol === key.symbol,
      );
      return found === undefined ? [] : rowsOfText(found);
    });
    const shortened = ({ quantity, price, fee_tax, ...rest }: LedgerTransaction) => {
      const short = (number: unknown) => String(number).replace(/\.?0+$/, '');
      return { ...rest, quantity: short(quantity), price: short(price), fee_tax: short(fee_tax) };
    };
    const told = (row: object): object =>
      Object.fromEntries(
        ['portfolio', 'symbol', ...TEXT_FIELDS].map((field) => [
          field,
          (row as Record<string, unknown>)[field],
        ]),
      );
    assert.deepEqual(read.map(told), all.map(shortened).map(told));
    assert.equal(read.at(-1)?.carried_cost, '12.34567890123456789000');
  });

  it('says where a row comes from to whom it matters', async () => {
    const rows = await within((trx) => readSourcedRows(trx, { keys }));
    assert.deepEqual(new Set(rows.map(({ source }) => source)), new Set(['BROKER', 'MANUAL']));
    assert.ok(rows.every(({ execution_id, source }) => (execution_id === null) === (source === 'MANUAL')));
  });
});
