import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FormattedString } from '@grammyjs/parse-mode';
import { splitText } from '../../../bot/text/split.ts';
import { table } from '../../../bot/text/table.ts';
import { sampled } from '../../support/soak.ts';

const letters = (text: string) => text.replaceAll(/\s/g, '');

describe('contract/Chat: long answers are split', () => {
  it('a short answer stays one message', () => {
    assert.deepEqual(
      splitText(new FormattedString('short')).map((piece) => piece.text),
      ['short'],
    );
  });

  it('cuts at line ends below the limit', () => {
    const text = new FormattedString(['one', 'two', 'three', 'four'].join('\n'));
    assert.deepEqual(
      splitText(text, 9).map((piece) => piece.text),
      ['one\ntwo', 'three', 'four'],
    );
  });

  it('a table that is cut stays a table on both sides', () => {
    const long = table(
      [{ title: 'Symbol' }, { title: 'Value', align: 'right' }],
      Array.from({ length: 400 }, (_, i) => [`SYM${i}`, `${i * 1000}`]),
    );
    const pieces = splitText(long);
    assert.ok(pieces.length > 1);
    for (const piece of pieces) {
      assert.ok(piece.text.length <= 4096);
      assert.deepEqual(
        piece.entities.map((entity) => entity.type),
        ['pre'],
      );
      assert.deepEqual([piece.entities[0]?.offset, piece.entities[0]?.length], [0, piece.text.length]);
    }
  });

  it('never splits a surrogate pair, and cuts a line without spaces where it must', () => {
    const pieces = splitText(new FormattedString('😀'.repeat(30)), 7);
    for (const piece of pieces) assert.doesNotMatch(piece.text, /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/u);
    assert.equal(pieces.map((piece) => piece.text).join(''), '😀'.repeat(30));
  });

  it('loses no letter and no entity, and keeps every limit, for any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ maxLength: 30 }), fc.boolean()), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 20, max: 120 }),
        (parts, limit) => {
          const text = FormattedString.join(
            parts.map(([word, isBold]) =>
              isBold && word !== '' ? FormattedString.bold(word) : new FormattedString(word),
            ),
            '\n',
          );
          const pieces = splitText(text, limit, 5);
          assert.equal(letters(pieces.map((piece) => piece.text).join('')), letters(text.text));
          for (const piece of pieces) {
            assert.ok(piece.text.length <= limit);
            assert.ok(piece.entities.length <= 5);
            for (const { offset, length } of piece.entities)
              assert.ok(offset >= 0 && offset + length <= piece.text.length);
          }
        },
      ),
      { numRuns: sampled(60, 5_000) },
    );
  });
});
