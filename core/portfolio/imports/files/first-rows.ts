/** The first rows that a generator hands out; it is closed then. */
export async function firstOf<Row>(rows: AsyncGenerator<Row[]>, most: number): Promise<Row[]> {
  const first: Row[] = [];
  for await (const some of rows) {
    first.push(...some);
    if (first.length >= most) break;
  }
  return first.slice(0, most);
}
