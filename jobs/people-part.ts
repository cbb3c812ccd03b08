import { onAbort, redactText } from '../core/platform/index.ts';

/** Figures of a job's work, by name. */
export type Counts = Readonly<Record<string, number>>;

/** People left to do, and the results of those before them. */
export interface PeoplePart {
  /** Ids of the people left, in order. */
  people: string[];
  failed: string[];
  /** Sums over the people done. */
  counts: Record<string, number>;
  /** Message of the first failure, without secrets. */
  error: string | null;
}

interface WorkOptions {
  /** Ends the work after the current person. */
  signal: AbortSignal;
  /** Ends it at once, and is part of `signal`: later writes of the person's work have a natural key. */
  cut?: AbortSignal | undefined;
  /** Called after each person. */
  settled?: () => Promise<void>;
}

/**
 * Works through a part, one person after the other. A failure moves its person to `failed`. An interrupted person stays,
 * behind the others.
 */
export async function workThrough(
  part: PeoplePart,
  work: (userId: string) => Promise<Counts>,
  { signal, cut, settled }: WorkOptions,
): Promise<void> {
  const { people, failed, counts } = part;
  for (let userId = people[0]; userId !== undefined && !signal.aborted; userId = people[0]) {
    try {
      addCounts(counts, await unlessCut(work(userId), cut));
      people.shift();
    } catch (error) {
      people.shift();
      if (signal.aborted) return void people.push(userId);
      failed.push(userId);
      part.error ??= redactText(messageOf(error)).slice(0, 500);
    }
    await settled?.();
  }
}

export function addCounts(sums: Record<string, number>, more: Counts): void {
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function unlessCut<T>(work: Promise<T>, cut: AbortSignal | undefined): Promise<T> {
  let off: () => void = () => undefined;
  const cutOff = new Promise<never>((_, reject) => {
    off = onAbort(cut, () => reject(cut?.reason as Error));
  });
  try {
    return await Promise.race([work, cutOff]);
  } finally {
    off();
  }
}
