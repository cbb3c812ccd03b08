import assert from 'node:assert/strict';
import { ImportRefusal } from '../../../../../core/portfolio/imports/files/refusal.ts';
import { collect } from '../collect.ts';
import { DEGIRO } from '../samples/degiro.ts';
import type { Sample } from '../samples/sample.ts';
import { TRACKERS } from '../samples/trackers.ts';
import { TRADE_REPUBLIC } from '../samples/trade-republic.ts';
import { TRADING_212 } from '../samples/trading212.ts';

const TABLES: readonly Sample[] = [...DEGIRO, ...TRADE_REPUBLIC, ...TRADING_212, ...TRACKERS].filter(
  ({ name }) => name.endsWith('.csv'),
);
const textOf = ({ content }: Sample) => content as string;

describe('portfolio/import of broken tables', () => {
  for (const sample of TABLES) {
    const { format, name } = sample;
    const text = textOf(sample);

    it(`${format}: the last row of ${name} waits where the file breaks off within it`, async () => {
      const lines = text.trimEnd().split('\n');
      const row = lines.length;
      const last = lines.at(-1) ?? '';
      const cut = last.slice(
        0,
        Math.max(last.lastIndexOf(',', last.length - 30), last.lastIndexOf(';', last.length - 30)),
      );
      const [whole, read] = await Promise.all([
        collect(text),
        collect([...lines.slice(0, -1), cut].join('\n')),
      ]);
      assert.ok(read.issues.some((issue) => issue.field === 'row' && /is cut short/.test(issue.message)));
      assert.equal(read.detected_format, whole.detected_format);
      assert.ok(!read.transactions.some((one) => one.row === row && format !== 'wealthfolio'));
    });

    it(`${format}: a formula or a megabyte of spaces in a cell of ${name} is an issue or a refusal`, async () => {
      const [head = '', ...rest] = text.split('\n');
      for (const evil of ['=1+1', "=HYPERLINK('x')", `${' '.repeat(1_000_000)}1`, '٣', '1e400', 'NaN']) {
        // A megabyte in one cell is enough.
        const numbers = new RegExp(/(?<=[,;"])\d+(?:[.,]\d+)?(?=[,;"])/, evil.length > 1000 ? '' : 'g');
        const cells = rest.join('\n').replace(numbers, evil);
        const read = await collect(`${head}\n${cells}`, {}, 65_536).catch((error: unknown) => {
          assert.ok(error instanceof ImportRefusal, String(error));
          return null;
        });
        if (read === null) continue;
        assert.equal(read.detected_format, format);
        for (const { quantity, price } of read.transactions)
          assert.match(`${quantity} ${price}`, /^[-\d.]+ [\d.]+$/);
      }
    });
  }
});
