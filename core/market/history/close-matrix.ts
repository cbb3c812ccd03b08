import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BinaryRows } from './binary-rows.ts';
import { DAY_MS } from '../../platform/index.ts';

/** Days are counted from here in what COPY sends. */
const EPOCH = Date.parse('2000-01-01');
/** So much is read between two breaths. */
const BYTES_AT_ONCE = 512 * 1024;
const INSTRUMENT = /^\d{1,18}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The closes of many instruments on given days, as they were traded: `closes[n * days.length + d]` is that of instrument n
 * on day d; NaN where none is stored. COPY sends them in binary, a million in half a second, and they are read as they
 * come: whoever else this process serves is not held up.
 * @param days YYYY-MM-DD, ascending.
 */
export async function readCloseMatrix(
  client: pg.ClientBase,
  instrumentIds: readonly string[],
  days: readonly string[],
): Promise<Float64Array> {
  const closes = new Float64Array(instrumentIds.length * days.length).fill(Number.NaN);
  const [first, last] = [days[0], days.at(-1)];
  if (instrumentIds.length === 0 || first === undefined || last === undefined) return closes;
  const places = new Map(instrumentIds.map((id, at) => [Number(id), at * days.length]));
  const numbers = days.map(dayNumber);
  const begin = dayNumber(first);
  const columns = new Int32Array(dayNumber(last) - begin + 1).fill(-1);
  for (const [at, number] of numbers.entries()) columns[number - begin] = at;

  let [known, base] = [-1, 0];
  const rows = new BinaryRows((id, day, close) => {
    if (id !== known) [known, base] = [id, places.get(id) ?? 0];
    const column = columns[day - begin] ?? -1;
    if (column >= 0) closes[base + column] = close;
  });
  let bytes = 0;
  for await (const chunk of client.query(
    copyTo(copyStatement(instrumentIds, first, last)),
  ) as AsyncIterable<Buffer>) {
    rows.push(chunk);
    bytes += chunk.length;
    // What has come already is read without a pause otherwise.
    if (bytes < BYTES_AT_ONCE) continue;
    bytes = 0;
    await setImmediate();
  }
  rows.end();
  return closes;
}

const dayNumber = (day: string): number => (Date.parse(day) - EPOCH) / DAY_MS;

/** COPY takes no parameters: what goes into it is nothing but digits. */
function copyStatement(ids: readonly string[], first: string, last: string): string {
  const odd = [...ids.filter((id) => !INSTRUMENT.test(id)), ...[first, last].filter((day) => !DAY.test(day))];
  if (odd.length > 0) throw new RangeError(`not an instrument or a day: ${odd[0]}`);
  return `copy (select instrument_id, day, close from portfolio.price_history
    where instrument_id = any('{${ids.join(',')}}'::bigint[]) and day between '${first}' and '${last}')
    to stdout (format binary)`;
}
