import type * as yup from 'yup';
import { view } from '../../core/platform/schema/index.ts';

export * from '../../core/platform/schema/index.ts';
export { view as exactly } from '../../core/platform/schema/index.ts';

/** An object that has exactly the fields of a view: a field more or less on either side does not compile. */
export function viewOf<V>() {
  return <T extends Record<keyof V, yup.AnySchema>>(fields: T & Record<Exclude<keyof T, keyof V>, never>) =>
    view<T>(fields);
}
