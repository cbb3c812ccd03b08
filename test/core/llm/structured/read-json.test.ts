import assert from 'node:assert/strict';
import { readJson } from '../../../../core/llm/index.ts';

const value = (text: string) => {
  const read = readJson(text);
  return 'value' in read ? read.value : read.failure;
};

describe('readJson', () => {
  const FENCE = '```';
  for (const [what, text, expected] of [
    ['an object alone', ' {"a": 1}\n', { a: 1 }],
    ['an empty object', '{ }', {}],
    ['a code fence', `${FENCE}json\n{"a": 1}\n${FENCE}`, { a: 1 }],
    ['a code fence behind words with an object', `Not {"b": 2} but:\n${FENCE}\n{"a": 1}\n${FENCE}`, { a: 1 }],
    ['words before and after', 'Here it is: {"a": {"b": [1, "}"]}} I hope it helps.', { a: { b: [1, '}'] } }],
    ['braces in the words', 'For {the fund}: {"a": 1}', { a: 1 }],
    ['escaped quotes', '{"a": "say \\"}\\" \\\\"}', { a: 'say "}" \\' }],
    ['a fence within a string', '{"a": "```json {}"}', { a: '```json {}' }],
    ['the first of two', '{"a": 1} {"a": 2}', { a: 1 }],
    ['the one that can be read', '{"a": } {"a": 2}', { a: 2 }],
  ] as const)
    it(`reads ${what}`, () => {
      assert.deepEqual(value(text), expected);
    });

  for (const [what, text, expected] of [
    ['nothing', '  ', 'The answer is empty.'],
    ['words', 'I cannot help with that.', 'The answer has no JSON object.'],
    ['a list', '[{"a": 1}]', 'The answer is a list, not a JSON object.'],
    [
      'a cut answer with a smaller object',
      '{"a": {"b": 1}, "c": [',
      'The answer ends in the middle of its JSON object.',
    ],
    ['a cut string', '{"a": "tex', 'The answer ends in the middle of its JSON object.'],
    ['a comma too many', '{"a": {"b": 1},}', 'The answer is not valid JSON at position 15.'],
    ['__proto__', '{"a": [{"__proto__": {"x": 1}}]}', 'The answer has a property named __proto__.'],
    ['__proto__ in disguise', '{"__pr\\u006fto__": 1}', 'The answer has a property named __proto__.'],
    ['a number that is none', '{"a": 1e999}', 'The answer has a number that is too large.'],
  ] as const)
    it(`refuses ${what} in words`, () => {
      assert.equal(value(text), expected);
    });

  it('bounds size and depth', () => {
    assert.deepEqual(readJson('{"a": 1}', { maxChars: 7 }), {
      failure: 'The answer is longer than 7 characters.',
    });
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    assert.ok('value' in readJson(deep(64)));
    assert.match(JSON.stringify(value(deep(65))), /more than 64/);
    assert.match(JSON.stringify(value('{"a":'.repeat(300_000))), /more than 64/);
  });

  it('a million brackets that open nothing are read once', () => {
    assert.equal(value('{ '.repeat(900_000)), 'The answer has no JSON object.');
    assert.equal(
      value(`{"a": "${'\\"{'.repeat(500_000)}`),
      'The answer ends in the middle of its JSON object.',
    );
  });

  it('does not repeat what the answer says', () => {
    assert.doesNotMatch(JSON.stringify(value('{"key": sk-secret}')), /secret/);
  });
});
