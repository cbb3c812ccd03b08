/** People whose holdings are read and written together. */
const AT_ONCE = 50;

/**
 * Works for many people in batches. Where a batch fails, each of its people is worked for alone: one person's failure keeps
 * it from nobody else.
 * @param failed is told of each person for whom it fails.
 * @param signal stops before the next batch.
 * @returns how many people were not come to.
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
