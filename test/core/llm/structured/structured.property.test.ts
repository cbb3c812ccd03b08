import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { type JsonSchema, readJson, sanitise, validate } from '../../../../core/llm/index.ts';
import { sampled } from '../../../support/soak.ts';

const RUNS = sampled(60, 20_000);
const NAMES = ['a', 'b', 'c', 'kind', 'toString'];

/** Schemas of the kind that outputs use; references lead to one definition, which may contain itself. */
const schemas: fc.Arbitrary<JsonSchema> = fc
  .letrec<{ part: JsonSchema; object: JsonSchema }>((tie) => ({
    object: fc
      .record({
        names: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 }),
        parts: fc.array(tie('part'), { minLength: 5, maxLength: 5 }),
        required: fc.subarray(NAMES),
        isClosed: fc.boolean(),
        isNullable: fc.boolean(),
      })
      .map(({ names, parts, required, isClosed, isNullable }) => ({
        type: isNullable ? ['object', 'null'] : 'object',
        properties: Object.fromEntries(names.map((name, index) => [name, parts[index]])),
        required: required.filter((name) => names.includes(name)),
        ...(isClosed ? { additionalProperties: false } : {}),
      })),
    part: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<JsonSchema>(
        { type: 'string', minLength: 1, maxLength: 4 },
        { type: ['string', 'null'], default: 'x' },
        { type: 'string', pattern: '^[ab]+$' },
        { type: 'integer', minimum: -2, maximum: 2 },
        { type: 'number', exclusiveMinimum: 0 },
        { type: 'boolean' },
        { type: 'string', enum: ['x', 'y'] },
        { enum: ['x', null] },
        { const: 'only' },
        { type: 'null' },
        { $ref: '#/$defs/again' },
      ),
      tie('object'),
      fc.record({ type: fc.constant('array'), items: tie('part'), maxItems: fc.constant(2) }),
      fc.record({ anyOf: fc.array(tie('part'), { minLength: 1, maxLength: 3 }) }),
    ),
  }))
  .object.chain((object) =>
    fc
      .constantFrom<JsonSchema>(
        { type: 'object', properties: { next: { $ref: '#/$defs/again' } }, additionalProperties: false },
        { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/again' } }] },
        { type: ['number', 'null'] },
      )
      .map((again) => ({ ...object, type: 'object', $defs: { again } })),
  );

/** A value that a schema takes, made by its own words; null where the chosen way leads to none or is too deep. */
function answerTo(root: JsonSchema, part: JsonSchema, pick: (below: number) => number, depth = 0): unknown {
  const one = <T>(from: readonly T[]): T => from[pick(from.length)] as T;
  if (part.$ref !== undefined)
    return answerTo(root, (root.$defs as { again: JsonSchema }).again, pick, depth + 1);
  if (part.anyOf !== undefined) {
    const ways = part.anyOf as readonly JsonSchema[];
    return answerTo(root, depth > 6 ? (ways.at(-1) as JsonSchema) : one(ways), pick, depth + 1);
  }
  if (part.enum !== undefined) return one(part.enum as readonly unknown[]);
  if (part.const !== undefined) return part.const;
  const types = [part.type].flat() as string[];
  const type = depth > 6 && types.includes('null') ? 'null' : one(types);
  if (type === 'string') return 'ab'.repeat(1 + pick(2));
  if (type === 'integer') return pick(5) - 2;
  if (type === 'number') return pick(9) + 0.5;
  if (type === 'boolean') return pick(2) === 1;
  if (type === 'null') return null;
  if (type === 'array')
    return Array.from({ length: depth > 6 ? 0 : pick(3) }, () =>
      answerTo(root, part.items as JsonSchema, pick, depth + 1),
    );
  return Object.fromEntries(
    Object.entries((part.properties ?? {}) as Record<string, JsonSchema>).map(([name, inner]) => [
      name,
      answerTo(root, inner, pick, depth + 1),
    ]),
  );
}

/** One for all: what a schema may be takes it longer to learn than any schema. */
const validator = new Ajv2020({ strict: false, ownProperties: true });

/** The judgement of an independent validator. */
function takes(schema: JsonSchema, value: unknown): boolean {
  const known = { ...schema };
  try {
    return validator.compile(known)(value) === true;
  } finally {
    validator.removeSchema(known);
  }
}

describe('properties of structured output', () => {
  it('what a model may answer to the sanitised schema is, restored, valid under the original', () => {
    let removed = 0;
    fc.assert(
      fc.property(schemas, fc.infiniteStream(fc.nat(1000)), (original, numbers) => {
        const { schema, restore } = sanitise(original);
        const answer = answerTo(schema, schema, (below) => (numbers.next().value as number) % below);
        fc.pre(takes(schema, answer));
        const restored = restore(answer);
        if (JSON.stringify(restored) !== JSON.stringify(answer)) removed += 1;
        assert.ok(takes(original, restored), JSON.stringify({ answer, restored }));
        assert.deepEqual(validate(original, restored), []);
      }),
      { numRuns: RUNS },
    );
    assert.ok(removed > RUNS / 10, `only ${removed} answers had a null to remove`);
  });

  it('a sanitised schema is sanitised', () => {
    fc.assert(
      fc.property(schemas, (original) => {
        const { schema } = sanitise(original);
        assert.deepEqual(sanitise(schema).schema, schema);
      }),
      { numRuns: RUNS },
    );
  });

  it('judges any value as an independent validator does', () => {
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 'x', 'only', 'ab', '', -2, 0, 0.5, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...NAMES, 'next'), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        assert.equal(validate(schema, value).length === 0, takes(schema, value));
      }),
      { numRuns: RUNS },
    );
  });

  it('an object between any words and quotes is read as it is', () => {
    const words = fc.string().map((text) => text.replaceAll(/[{}[\]`]/g, ''));
    fc.assert(
      fc.property(words, fc.dictionary(fc.string(), fc.jsonValue()), words, (before, object, after) => {
        fc.pre(!JSON.stringify(object).includes('__proto__'));
        const plain = JSON.parse(JSON.stringify(object)) as unknown;
        assert.deepEqual(readJson(`${before}${JSON.stringify(object)}${after}`), { value: plain });
      }),
      { numRuns: RUNS },
    );
  });
});
