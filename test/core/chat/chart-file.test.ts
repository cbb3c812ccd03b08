import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { chartFile, servedFile } from '../../../core/chat/chart-file.ts';
import { DAY_MS } from '../../../core/platform/index.ts';

/** A stored chart as it is drawn. */
async function drawn(file: { name: string; mime: string; bytes: Buffer }): Promise<unknown[]> {
  let given: unknown[] = [];
  const { mime } = await servedFile(file, (...all) => {
    given = all;
    return Promise.resolve(Buffer.from('png'));
  });
  assert.equal(mime, 'image/png');
  return given;
}

describe('a chart in the chat', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((day) => day * DAY_MS);
  const x = fc.oneof(
    days,
    fc.integer({ min: 0, max: 2e12 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const cents = fc.integer({ min: -1e12, max: 1e12 }).map((amount) => amount / 100);
  const y = fc.oneof(cents, fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const points = fc.oneof(
    fc.array(fc.record({ x: days, y: fc.option(cents) })),
    fc.array(fc.record({ x, y })),
    fc.array(fc.record({ x, y, label: fc.string() })),
    fc.array(y),
  );

  it('keeps every figure, of lines of points, of bars, and of a chart without either', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(points),
        fc.option(fc.integer(), { nil: undefined }),
        async (lines, height) => {
          const config = {
            type: 'line',
            data: { labels: ['a'], datasets: lines.map((data) => ({ data, fill: true })) },
          };
          for (const one of [config, { type: 'bar' }, { type: 'bar', data: { labels: [] } }]) {
            const kept = chartFile({
              name: 'value.png',
              config: one,
              ...(height === undefined ? {} : { height }),
            });
            const size = height === undefined ? {} : { height };
            assert.deepEqual(await drawn(kept), [JSON.parse(JSON.stringify(one)), size]);
          }
        },
      ),
    );
  });

  it('takes less than two thirds of its text compressed', () => {
    const data = Array.from({ length: 1000 }, (_, day) => ({
      x: day * DAY_MS,
      y: Math.round(1e8 + 1e6 * Math.sin(day / 9) + 1e4 * Math.sin(day * day)) / 100,
    }));
    const config = { type: 'line', data: { datasets: [{ data }] } };
    const { bytes } = chartFile({ name: 'value.png', config });
    const text = brotliCompressSync(JSON.stringify(config));
    assert.ok(bytes.length < (text.length * 2) / 3, `${bytes.length} of ${text.length} bytes`);
  });

  it('of an older version is drawn as it was stored', async () => {
    const config = { type: 'line', data: { datasets: [{ data: [{ x: 1, y: 2 }] }] } };
    const bytes = brotliCompressSync(JSON.stringify(config));
    const mime = 'application/vnd.munim.chart';
    assert.deepEqual(await drawn({ name: 'value.png', mime, bytes }), [config, {}]);
  });
});
