import assert from 'node:assert/strict';
import pg from 'pg';
import {
  unpackedDays,
  unpackedDoubles,
  unpackedNumerics,
} from '../../../../core/performance/engine/packed-numbers.ts';
import { emptyDatabase } from '../../../support/postgres.ts';

/** Every length and place of the point that `numeric(30,10)` has, and where doubles round. */
function decimals(): string[] {
  let state = 7;
  const digit = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * 10);
  };
  const random = Array.from({ length: 4000 }, (_, at) => {
    const before = Array.from({ length: 1 + (at % 20) }, digit).join('');
    const after = Array.from({ length: at % 11 }, digit).join('');
    return after === '' ? before : `${before}.${after}`;
  });
  // 2^53 and its neighbours, one that lies between two doubles, the smallest and the longest.
  const edges = [
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '900719925474.0993',
    '0.0000000001',
    '99999999999999999999.9999999999',
    '0.1',
    '100000000',
    '10000.0001',
    '0',
    '-1234.56',
  ];
  return [...random, ...edges];
}

describe('numbers as Postgres packs them', () => {
  it('decimals are, bit for bit, the doubles to which Postgres casts them', async () => {
    const given = decimals();
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const { rows } = await client.query<{ decimals: Buffer; doubles: Buffer }>(
        `select string_agg(numeric_send(n), ''::bytea order by at) as decimals,
           string_agg(float8send(n::float8), ''::bytea order by at) as doubles
         from (select d::numeric(30,10) as n, at from unnest($1::text[]) with ordinality as t (d, at)) s`,
        [given],
      );
      const [row] = rows;
      assert.ok(row !== undefined);
      const figures = unpackedNumerics(row.decimals, given.length);
      const doubles = unpackedDoubles(row.doubles);
      assert.equal(doubles.length, given.length);
      for (const [at, decimal] of given.entries())
        assert.ok(Object.is(figures[at], doubles[at]), `${decimal}: ${figures[at]}, not ${doubles[at]}`);
    } finally {
      await client.end();
      await database.drop();
    }
  });

  it('days are whole numbers, before 1970 too; nothing is nothing', () => {
    // 1 and -2 as four bytes each.
    assert.deepEqual([...unpackedDays(Uint8Array.of(0, 0, 0, 1, 255, 255, 255, 254))], [1, -2]);
    assert.deepEqual(
      [unpackedDays(new Uint8Array()).length, unpackedNumerics(new Uint8Array(), 0).length],
      [0, 0],
    );
  });
});
