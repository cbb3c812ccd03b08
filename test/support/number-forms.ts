const NUMBER = /:(-?\d+(?:\.\d+)?)(?=[,}\]])/g;

/** JSON in which every number that is a field's value is written with an exponent: 0.0002 is 2.0E-4. */
export function inExponents(json: string): string {
  return json.replace(NUMBER, (_, text: string) => {
    const [mantissa = '', exponent = ''] = Number(text).toExponential().toUpperCase().split('E');
    return `:${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent}`;
  });
}

/** JSON in which every number that is a field's value stands in quotes. */
export function asText(json: string): string {
  return json.replace(NUMBER, ':"$1"');
}

/** Every row twice. */
export const doubled = <T>(rows: readonly T[]): T[] => rows.flatMap((row) => [row, row]);
