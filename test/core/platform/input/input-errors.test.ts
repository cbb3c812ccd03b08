import assert from 'node:assert/strict';
import * as yup from 'yup';
import { fieldErrorsOf } from '../../../../core/platform/index.ts';

describe('sentences of wrong fields', () => {
  const told = (schema: yup.AnySchema, value: unknown): string[] => {
    try {
      schema.validateSync(value, { strict: true, abortEarly: false });
    } catch (error) {
      assert.ok(error instanceof yup.ValidationError);
      return fieldErrorsOf(error).map(({ field, message }) => `${field} | ${message}`);
    }
    return [];
  };
  const of = (schema: yup.AnySchema, value: unknown): string[] =>
    told(yup.object({ it: schema }), { it: value });

  const CASES: readonly (readonly [yup.AnySchema, unknown, string])[] = [
    [yup.string().oneOf(['FIFO', 'AVERAGE']), 'LIFO', 'it must be one of FIFO, AVERAGE.'],
    [yup.string().notOneOf(['A']), 'A', 'it must not be any of A.'],
    [yup.string().required(), undefined, 'it is required.'],
    [yup.string().defined(), undefined, 'it is required.'],
    [yup.string(), null, 'it cannot be null. Give a value, or omit the field.'],
    [yup.string(), 7, 'it must be text.'],
    [yup.number(), 'seven', 'it must be a number.'],
    [yup.number(), Number.NaN, 'it must be a number.'],
    [yup.boolean(), 'yes', 'it must be true or false.'],
    [yup.array(), {}, 'it must be a list.'],
    [yup.string().min(2), 'a', 'it must have at least 2 characters.'],
    [yup.string().max(1), 'ab', 'it must have at most one character.'],
    [yup.string().length(3), 'ab', 'it must have exactly 3 characters.'],
    [yup.string().matches(/^a$/), 'b', 'it has the wrong format.'],
    [yup.number().min(1), 0, 'it must be 1 or more.'],
    [yup.number().max(100), 101, 'it must be 100 or less.'],
    [yup.number().positive(), 0, 'it must be more than 0.'],
    [yup.number().moreThan(4), 4, 'it must be more than 4.'],
    [yup.number().integer(), 1.5, 'it must be a whole number.'],
    [yup.array().min(1), [], 'it must have at least one entry.'],
    [yup.array().max(2), [1, 2, 3], 'it must have at most 2 entries.'],
  ];

  it("a schema without words of its own is told in ours, and never in the library's", () => {
    for (const [schema, value, message] of CASES) assert.deepEqual(of(schema, value), [`it | ${message}`]);
  });

  it('a schema that has words keeps them', () => {
    assert.deepEqual(of(yup.number().typeError('Say how many.'), 'x'), ['it | Say how many.']);
    assert.deepEqual(of(yup.string().oneOf(['A'], 'Only A will do.'), 'B'), ['it | Only A will do.']);
  });

  it('fields that nobody knows are named one by one, also inside of others', () => {
    const inner = yup.object({ a: yup.number() }).noUnknown();
    assert.deepEqual(
      told(yup.object({ rows: yup.array(inner) }), { rows: [{ a: 'x', b: 1, c: 2 }] }).toSorted(),
      [
        'rows[0].a | rows[0].a must be a number.',
        'rows[0].b | Unknown field. Remove it.',
        'rows[0].c | Unknown field. Remove it.',
      ],
    );
    assert.deepEqual(told(yup.number(), 'x'), [' | The value must be a number.']);
  });
});
