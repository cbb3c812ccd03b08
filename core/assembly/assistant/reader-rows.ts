/** The named fields of a view. */
export const only = <T extends object, K extends keyof T>(row: T, ...fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<T, K>;

/** Words of a table, written as one line. */
export const words = (line: string): string[] => line.split(', ');
