/** The named fields of a view, and why its figures may still change, where a corporate action waits. */
export const only = <T extends object, K extends keyof T>(row: T, ...fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries([
    ...fields.map((field) => [field, row[field]]),
    ...('provisional_reason' in row && row.provisional_reason !== null
      ? [['provisional_reason', row.provisional_reason]]
      : []),
  ]) as Pick<T, K>;

/** Words of a table, written as one line. */
export const words = (line: string): string[] => line.split(', ');
