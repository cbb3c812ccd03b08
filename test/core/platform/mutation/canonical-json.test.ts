import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalJson, digestOf } from '../../../../core/platform/index.ts';

describe('core/platform canonical JSON', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, part]) => [name, shuffled(part)]),
    );
  };

  it('does not depend on the order of fields, on white space or on how a number is spelled', () => {
    const spelled = (text: string) => digestOf(JSON.parse(text));
    assert.equal(
      spelled('{"b":1.0,"a":[{"d":null,"c":"x"}]}'),
      spelled('{ "a": [ {"c":"\\u0078","d":null} ], "b": 1 }'),
    );
    assert.equal(canonicalJson({ b: 1, a: { d: [2, 1], c: undefined } }), '{"a":{"d":[2,1]},"b":1}');
    assert.equal(digestOf(undefined), digestOf(null));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(digestOf(shuffled(value)), digestOf(value));
      }),
    );
  });

  it('what differs in anything else differs', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = JSON.stringify(shuffledTwice(one)) === JSON.stringify(shuffledTwice(other));
        if (!isSame) assert.notEqual(canonicalJson(one), canonicalJson(other));
      }),
    );
    for (const [one, other] of [
      [
        [1, 2],
        [2, 1],
      ],
      [{ a: 1 }, { a: '1' }],
      [{ a: null }, {}],
      [{ '1': 'a' }, ['a']],
      ['1', 1],
    ])
      assert.notEqual(digestOf(one), digestOf(other));
  });

  /** Sorted another way than the code does it. */
  function shuffledTwice(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shuffledTwice);
    if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
    const names = Object.keys(value).sort();
    return names.map((name) => [name, shuffledTwice((value as Record<string, unknown>)[name])]);
  }
});
