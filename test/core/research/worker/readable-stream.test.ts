import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readableStream } from '../../../../core/research/worker/models/readable-stream.ts';

const whole = (text: string): string => readableStream()(text);
const HIDDEN = ['fact_ids', 'source_ids', 'claim_ids', 'id', 'symbol'];

/** A second reading, of an answer that is there whole. */
function stringsOf(value: unknown, isHidden = false): string {
  if (typeof value === 'string') return isHidden ? '' : `${value}\n`;
  if (Array.isArray(value)) return value.map((one) => stringsOf(one, isHidden)).join('');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, one]) => stringsOf(one, isHidden || HIDDEN.includes(key)))
    .join('');
}
/** Keys that read like numbers would be moved to the front by JSON.parse. */
const key = fc.oneof(
  fc.constantFrom(...HIDDEN, 'text', 'summary'),
  fc.string().map((word) => `k${word}`),
);
const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\b\f\n\r\t]/g, ''));
const answer = fc.dictionary(
  key,
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      plain,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    ),
  })).value,
);

describe('text of an answer, to be read along', () => {
  it('what stands in strings is told, without keys and ids', () => {
    fc.assert(
      fc.property(answer, (value) => {
        assert.equal(whole(JSON.stringify(value)), stringsOf(value));
      }),
    );
  });

  it('however the answer is cut into pieces, the text is the same', () => {
    fc.assert(
      fc.property(answer, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (value, sizes) => {
        const text = JSON.stringify(value);
        const read = readableStream();
        let told = '';
        for (let at = 0, nth = 0; at < text.length; nth += 1) {
          const size = sizes[nth % sizes.length] ?? 1;
          told += read(text.slice(at, at + size));
          at += size;
        }
        assert.equal(told, whole(text));
      }),
    );
  });

  it('a fence before the object is left out, and what is no JSON never breaks it', () => {
    assert.equal(whole('```json\n{"text": "One \\u20b9 \\"two\\""}\n```'), 'One ₹ "two"\n');
    fc.assert(fc.property(fc.string(), (text) => void whole(text)));
    for (const text of ['', '{', '{"a', '{"a":"\\u12', '{"a":"\\uzzzz"}', ']]]}', 'null']) whole(text);
  });
});
