import assert from 'node:assert/strict';
import { type JsonSchema, sanitise } from '../../../../core/llm/index.ts';

const sent = (schema: JsonSchema) => sanitise(schema).schema;

describe('sanitise', () => {
  it('research/Worker behaviour 4: regex lookaround is stripped and every property is required', () => {
    assert.deepEqual(
      sent({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          name: { type: 'string', pattern: '^(?!DUMMY)[A-Z]+$' },
          code: { type: 'string', pattern: '^[A-Z]{3}$', default: 'INR' },
          note: { type: 'string', maxLength: 60 },
        },
        required: ['name'],
      }),
      {
        type: 'object',
        properties: {
          name: { type: 'string' },
          code: { type: ['string', 'null'], pattern: '^[A-Z]{3}$' },
          note: { type: ['string', 'null'], maxLength: 60 },
        },
        required: ['name', 'code', 'note'],
        additionalProperties: false,
      },
    );
  });

  for (const [pattern, isKept] of [
    ['(?=a)', false],
    ['(?!a)', false],
    ['(?<=a)', false],
    ['(?<!a)', false],
    ['(?:a)', true],
    ['(?<year>\\d{4})', true],
    // A bracket that stands for itself, and one in a class of characters.
    ['\\(?=', true],
    ['[(?=]', true],
  ] as const)
    it(`${isKept ? 'keeps' : 'drops'} the pattern ${pattern}`, () => {
      assert.deepEqual(sent({ type: 'string', pattern }), {
        type: 'string',
        ...(isKept ? { pattern } : {}),
      });
    });

  it('a default that is the name of a property is kept as one', () => {
    assert.deepEqual(
      sent({ type: 'object', properties: { default: { type: 'string' } }, required: ['default'] }),
      {
        type: 'object',
        properties: { default: { type: 'string' } },
        required: ['default'],
        additionalProperties: false,
      },
    );
  });

  it('decisions/Provider chain: optional values, constants, choices and references become nullable', () => {
    const { properties } = sent({
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['ADD', 'HOLD'] },
        version: { type: 'string', const: '2.0' },
        bare: { const: 1 },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        one: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        peer: { $ref: '#/$defs/peer' },
        already: { type: ['number', 'null'] },
        anything: {},
      },
      $defs: { peer: { type: 'object', properties: {} } },
    }) as { properties: Record<string, unknown> };
    assert.deepEqual(properties, {
      action: { type: ['string', 'null'], enum: ['ADD', 'HOLD', null] },
      version: { type: ['string', 'null'], enum: ['2.0', null] },
      bare: { anyOf: [{ const: 1 }, { type: 'null' }] },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
      one: { anyOf: [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'null' }] },
      peer: { anyOf: [{ $ref: '#/$defs/peer' }, { type: 'null' }] },
      already: { type: ['number', 'null'] },
      anything: {},
    });
  });

  it('reaches objects in lists, choices and definitions', () => {
    const inner = { type: 'object', properties: { a: { type: 'string' } } };
    const closed = {
      type: 'object',
      properties: { a: { type: ['string', 'null'] } },
      required: ['a'],
      additionalProperties: false,
    };
    assert.deepEqual(
      sent({ anyOf: [{ type: 'array', items: inner }, inner], $defs: { x: inner }, oneOf: [inner] }),
      { anyOf: [{ type: 'array', items: closed }, closed], $defs: { x: closed }, oneOf: [closed] },
    );
  });

  it('makes one object of several that must all hold', () => {
    assert.deepEqual(
      sent({
        allOf: [
          { $ref: '#/$defs/named' },
          { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
        ],
        $defs: {
          named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
      }),
      {
        type: 'object',
        $defs: {
          named: {
            type: 'object',
            properties: { name: { type: 'string' } },
            required: ['name'],
            additionalProperties: false,
          },
        },
        properties: { name: { type: 'string' }, price: { type: 'number' } },
        required: ['name', 'price'],
        additionalProperties: false,
      },
    );
  });

  it('a schema that contradicts itself, turns in a circle or refers to nothing is a mistake of ours', () => {
    const number = { type: 'object', properties: { a: { type: 'number' } } };
    const text = { type: 'object', properties: { a: { type: 'string' } } };
    assert.throws(() => sent({ allOf: [number, text] }), /different things of a|different things of type/);
    assert.throws(() => sent({ allOf: [{ $ref: '#' }] }), /lead back/);
    assert.throws(() => sent({ type: 'object', properties: { a: { $ref: '#/$defs/no' } } }), /not in it/);
  });

  it('does not change what it is given', () => {
    const schema = { type: 'object', properties: { a: { enum: ['x'], default: 'x' } } };
    const before = structuredClone(schema);
    const { schema: result } = sanitise(schema);
    assert.deepEqual(schema, before);
    (result.properties as { a: { anyOf: { enum: string[] }[] } }).a.anyOf[0]?.enum.push('y');
    assert.deepEqual(schema, before);
  });
});

describe('restore', () => {
  const segment: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      catalysts: { type: 'array', items: { type: 'string' } },
      share: { type: ['number', 'null'] },
    },
    required: ['name'],
    additionalProperties: false,
  };

  it('decisions/Provider chain: a null of a formerly optional list is removed, never coerced to an empty one', () => {
    const { restore } = sanitise(segment);
    assert.deepEqual(restore({ name: 'Retail', catalysts: null, share: null }), {
      name: 'Retail',
      share: null,
    });
  });

  it('does so in lists, references and choices, at every depth', () => {
    const { restore } = sanitise({
      type: 'object',
      properties: {
        segments: { type: 'array', items: { $ref: '#/$defs/segment' } },
        view: {
          anyOf: [
            {
              type: 'object',
              properties: { kind: { const: 'text' }, note: { type: ['string', 'null'] } },
              required: ['kind'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { kind: { const: 'number' }, note: { type: 'string' } },
              required: ['kind'],
              additionalProperties: false,
            },
          ],
        },
      },
      required: ['segments'],
      $defs: { segment },
    });
    const given = {
      segments: [{ name: 'Retail', catalysts: null, share: 3 }],
      view: { kind: 'number', note: null },
    };
    const before = structuredClone(given);
    assert.deepEqual(restore(given), { segments: [{ name: 'Retail', share: 3 }], view: { kind: 'number' } });
    assert.deepEqual(given, before);
    assert.deepEqual(restore({ segments: [], view: { kind: 'text', note: null } }), {
      segments: [],
      view: { kind: 'text', note: null },
    });
    assert.deepEqual(restore({ segments: [], view: null }), { segments: [] });
  });

  it('leaves for the validator what is wrong: a null of a required property, an unknown one, another kind of value', () => {
    const { restore } = sanitise(segment);
    for (const value of [{ name: null }, { name: 'x', other: null }, [null], 'text', 7, null])
      assert.deepEqual(restore(value), value);
  });
});
