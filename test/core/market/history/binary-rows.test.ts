import assert from 'node:assert/strict';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BinaryRows } from '../../../../core/market/history/binary-rows.ts';
import { testDatabase, type TestDatabase } from '../../../support/postgres.ts';

type Row = [id: number, day: number, figure: number];

/** What is read of a COPY that comes in pieces of so many bytes. */
function read(copied: Buffer, pieces: number): Row[] {
  const rows: Row[] = [];
  const reader = new BinaryRows((...row) => rows.push(row));
  for (let at = 0; at < copied.length; at += pieces) reader.push(copied.subarray(at, at + pieces));
  reader.end();
  return rows;
}

describe('rows of a binary COPY', () => {
  let database: TestDatabase;
  let client: pg.Client;
  before(async () => {
    database = await testDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  const copied = async (query: string): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of client.query(copyTo(`copy (${query}) to stdout (format binary)`)))
      chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };

  it('are read alike however the bytes are cut, to the same doubles as Postgres makes', async () => {
    const query = `select n::bigint * 4300000001 as id, date '1999-12-30' + n as day, figure from (
      select row_number() over () ::int as n, figure from (values (0::numeric), (1), (-1), (0.1), (123456.789),
        (9007199254740993), (0.0000000001), (99999999999999999999.9999999999), (1e-30), (1e30), ('NaN'), (10000), (0.00010000)
      ) v (figure)) r`;
    const { rows } = await client.query<{ id: string; day: number; figure: number }>(
      `select id, day - date '2000-01-01' as day, figure::float8 as figure from (${query}) q`,
    );
    const wanted = rows.map(({ id, day, figure }) => [Number(id), day, figure]);
    const bytes = await copied(query);
    for (const pieces of [1, 2, 7, 26, 100, bytes.length])
      assert.deepEqual(read(bytes, pieces), wanted, `${pieces}`);
  });

  it('without a row there is nothing to read; what is cut off or something else is refused', async () => {
    const nothing = await copied('select 1::bigint, current_date, 1::numeric where false');
    assert.deepEqual(read(nothing, 5), []);
    const one = await copied('select 1::bigint, current_date, 1::numeric');
    assert.throws(() => read(one.subarray(0, -2), 10), /broke off/);
    assert.throws(() => read(Buffer.from('1\t2020-01-01\t100\n'.repeat(3)), 100), /not a binary COPY/);
  });
});
