/** People whose holdings are read and written together. */
const AT_ONCE = 50;

/**
 * Works for many people in batches. A failed batch is repeated person by person, so that one person's failure affects no
 * other person.
 * @param failed called for each failed person.
 * @param signal stops before the next batch.
 * @returns number of people left.
 */
export async function inBatches(
  people: readonly string[],
  work: (batch: readonly string[]) => Promise<void>,
  failed: (userId: string, error: unknown) => void,
  signal?: AbortSignal,
): Promise<number> {
  for (let at = 0; at < people.length; at += AT_ONCE) {
    if (signal?.aborted === true) return people.length - at;
    const batch = people.slice(at, at + AT_ONCE);
    await work(batch).catch(async (error: unknown) => {
      if (batch.length === 1) return failed(batch[0] as string, error);
      for (const one of batch) await work([one]).catch((own: unknown) => failed(one, own));
    });
  }
  return 0;
}
