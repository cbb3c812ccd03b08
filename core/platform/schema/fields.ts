import * as yup from 'yup';

/*
 * Fields of what Munim answers. A view is declared once, as a schema beside the use-case that makes it, and its type is
 * inferred from that. Every field is there in every answer: `text` is text, `textOrNull` may be unknown, and any other
 * schema may be null with `.nullable().defined()`.
 */
export const text = yup.string().defined();
export const textOrNull = yup.string().nullable().defined();
export const number = yup.number().required();
export const numberOrNull = yup.number().nullable().defined();
export const whole = yup.number().integer().required();
export const wholeOrNull = yup.number().integer().nullable().defined();
export const flag = yup.boolean().required();
/** ISO-8601 in UTC. */
export const instant = yup.string().datetime().required();
export const instantOrNull = yup.string().datetime().nullable().defined();
/** YYYY-MM-DD */
export const date = yup
  .string()
  .matches(/^\d{4}-\d{2}-\d{2}$/)
  .required();
export const dateOrNull = yup
  .string()
  .matches(/^\d{4}-\d{2}-\d{2}$/)
  .nullable()
  .defined();
/** Anything that is JSON. */
export const anything = yup
  .mixed()
  .nullable()
  .meta({ json: {} } as never);

/*
 * Each step of a chain copies the schema before it. Those made below, a thousand at every start, are changed in place.
 */

/** An object that has exactly these fields. */
export function view<T extends yup.ObjectShape>(fields: T) {
  return yup.object(fields).withMutation((object) => object.noUnknown().required());
}

/** The type of what a schema describes. */
export type ViewOf<S extends yup.AnySchema> = yup.InferType<S>;

export function listOf<T extends yup.AnySchema>(item: T) {
  // By itself yup infers a list of any type from a schema whose type is a parameter.
  return yup.array<yup.AnyObject, yup.InferType<T>>(item).withMutation((list) => list.required());
}

/** One of these words. */
export function oneOf<T extends string>(...words: readonly T[]) {
  return yup.mixed<T>().withMutation((word) =>
    word
      .oneOf([...words])
      .required()
      .meta({ json: { type: 'string', enum: [...words] } } as never),
  );
}

/** One of these words, or null. */
export function oneOfOrNull<T extends string>(...words: readonly T[]) {
  return oneOf(...words).withMutation((word) => word.nullable().defined());
}

/**
 * A map from names to values of one schema, such as weights by bucket. `json` is the JSON Schema of a value.
 * `mapOf<Figure>` names the keys that there may be.
 */
export function mapOf<K extends string = string, S extends yup.AnySchema = yup.AnySchema>(
  values: S,
  json: Record<string, unknown>,
) {
  return yup
    .mixed<MapOf<K, yup.InferType<S>>>()
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
type MapOf<K extends string, V> = string extends K ? Record<string, V> : Partial<Record<K, V>>;

/** Why a figure is null, by its name. */
export function reasonsOf<F extends string>() {
  return mapOf<F, typeof text>(text, { type: 'string' }).required();
}

/** A page of a list. */
export function pageOf<T extends yup.AnySchema>(item: T) {
  return view({ items: listOf(item), page: whole, page_size: whole, total: whole });
}
