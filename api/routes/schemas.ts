import * as yup from 'yup';

/*
 * Words of the answers' schemas. In an answer every field is there: `text` is text, `textOrNull` may be unknown.
 */
export const text = yup.string().defined();
export const textOrNull = yup.string().nullable().defined();
export const number = yup.number().required();
export const numberOrNull = yup.number().nullable().defined();
export const whole = yup.number().integer().required();
export const flag = yup.boolean().required();
export const instant = yup.string().datetime().required();
export const instantOrNull = yup.string().datetime().nullable().defined();
export const date = yup
  .string()
  .matches(/^\d{4}-\d{2}-\d{2}$/)
  .required();
export const dateOrNull = yup
  .string()
  .matches(/^\d{4}-\d{2}-\d{2}$/)
  .nullable()
  .defined();

/** An object that has exactly these fields. */
export function exactly<T extends yup.ObjectShape>(fields: T) {
  return yup.object(fields).noUnknown().required();
}

/** An object that has exactly the fields of a view: a field more or less on either side does not compile. */
export function viewOf<V>() {
  return <T extends Record<keyof V, yup.AnySchema>>(fields: T & Record<Exclude<keyof T, keyof V>, never>) =>
    exactly<T>(fields);
}

export function listOf<T extends yup.AnySchema>(item: T) {
  return yup.array(item).required();
}

/** One of these words. */
export function oneOf<T extends string>(...words: readonly T[]) {
  return yup
    .mixed<T>()
    .oneOf([...words])
    .required()
    .meta({ json: { type: 'string', enum: [...words] } } as never);
}

/** A map from names to values of one schema, such as weights by bucket. */
export function mapOf(values: yup.AnySchema, json: Record<string, unknown>) {
  return yup
    .mixed<Record<string, unknown>>()
    .test('map', '${path} must map names to values', (value) => {
      if (value === null || value === undefined) return true;
      return (
        typeof value === 'object' &&
        !Array.isArray(value) &&
        Object.values(value).every((one) => values.isValidSync(one, { strict: true }))
      );
    })
    .meta({ json: { type: 'object', additionalProperties: json } } as never);
}

/** Anything that is JSON. */
export const anything = yup
  .mixed()
  .nullable()
  .meta({ json: {} } as never);

/** A page of a list. */
export function pageOf<T extends yup.AnySchema>(item: T) {
  return exactly({ items: listOf(item), page: whole, page_size: whole, total: whole });
}
