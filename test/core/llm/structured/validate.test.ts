import assert from 'node:assert/strict';
import { type JsonSchema, structureOf, validate } from '../../../../core/llm/index.ts';

const view: JsonSchema = {
  type: 'object',
  properties: {
    rating: { type: 'string', enum: ['BUY', 'HOLD'] },
    version: { const: '2.0' },
    share: { type: ['number', 'null'], minimum: 0, maximum: 100 },
    count: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 },
    thesis: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]' },
    risks: { type: 'array', minItems: 1, maxItems: 2, items: { $ref: '#/$defs/risk' } },
    note: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/risk' }] },
  },
  required: ['rating'],
  additionalProperties: false,
  $defs: {
    risk: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
  },
};

describe('validate', () => {
  for (const [given, errors] of [
    [{}, []],
    [{ version: '2.0', share: null, count: 1, thesis: 'abcde', risks: [{ text: 'x' }], note: 'x' }, []],
    [{ share: 0, note: { text: '' } }, []],
    [{ rating: 'SELL' }, ['rating must be one of "BUY", "HOLD"']],
    [{ rating: 1 }, ['rating must be string']],
    [{ version: 2 }, ['version must be "2.0"']],
    [{ share: 100.5 }, ['share must be at most 100']],
    [{ share: '3' }, ['share must be number or null']],
    [{ count: 1.5 }, ['count must be integer']],
    [{ count: 0 }, ['count must be above 0']],
    [{ count: 10 }, ['count must be below 10']],
    [{ thesis: 'A' }, ['thesis must have at least 2 characters', 'thesis must match ^[a-z]']],
    // Two signs outside the basic plane are two characters.
    [{ thesis: 'a😀😀😀😀' }, []],
    [{ risks: [] }, ['risks must have at least 1 items']],
    [{ risks: [{}, { text: null }] }, ['risks[0].text is missing', 'risks[1].text must be string']],
    [{ extra: 1 }, ['extra is not a known property']],
    [{ note: 7 }, ['note fits none of the allowed forms']],
    // One form is an object too, so its errors are told.
    [{ note: { text: 1 } }, ['note.text must be string']],
  ] as const)
    it(`${JSON.stringify(given)}: ${errors.length === 0 ? 'right' : errors.join('; ')}`, () => {
      assert.deepEqual(validate(view, { rating: 'BUY', ...given }), errors);
    });

  it('names what is missing, and a value of another kind', () => {
    assert.deepEqual(validate(view, { count: 1 }), ['rating is missing']);
    assert.deepEqual(validate(view, [1]), ['The answer must be object']);
  });

  it('a property that every object inherits is not there', () => {
    const schema = { type: 'object', properties: { toString: { type: 'string' } }, required: ['toString'] };
    assert.deepEqual(validate(schema, {}), ['toString is missing']);
    assert.deepEqual(validate(view, { rating: 'BUY', constructor: 1 }), [
      'constructor is not a known property',
    ]);
  });

  it('tells at most twenty errors', () => {
    const list = { type: 'array', items: { type: 'string' } };
    assert.equal(
      validate(
        list,
        Array.from({ length: 500 }, () => 1),
      ).length,
      20,
    );
  });

  for (const [what, schema] of [
    ['format', { type: 'string', format: 'date' }],
    ['oneOf', { oneOf: [{ type: 'string' }] }],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }],
    ['an unknown type', { type: 'date' }],
    ['a required property that is not declared', { type: 'object', properties: {}, required: ['a'] }],
    ['a reference to nothing', { type: 'array', items: { $ref: '#/$defs/none' } }],
    ['a reference outside', { $ref: 'https://example.com/schema' }],
    ['an expression that cannot be read', { type: 'string', pattern: '(' }],
  ] as const)
    it(`a schema with ${what} is refused while it is developed`, () => {
      assert.throws(() => validate(schema, 'text'));
    });
});

describe('structureOf', () => {
  it('reads an answer as its schema has it, or says what is wrong with it', () => {
    const { sent, read } = structureOf(view);
    assert.deepEqual(sent.required, Object.keys(view.properties as object));
    assert.deepEqual(read('Sure: {"rating": "BUY", "risks": null, "share": null, "note": null}'), {
      value: { rating: 'BUY', share: null },
    });
    assert.deepEqual(read('{"rating": null}'), { errors: ['rating must be string'] });
    assert.deepEqual(read('no'), { errors: ['The answer has no JSON object.'] });
  });
});
