import { onAbort, redactText } from '../core/platform/index.ts';

/** Figures of a job's work, by name. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Works for people, all or nothing. Returns the ones it finished, and their counts; the others wait for something, and are
 * worked for again.
 */
export type PeopleWork = (userIds: readonly string[]) => Promise<{ done: readonly string[]; counts: Counts }>;

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
  /** Most people to work for at once. */
  most: number;
  /** Ends the work after the current person. */
  signal: AbortSignal;
  /** Ends it at once, and is part of `signal`: later writes of the person's work have a natural key. */
  cut?: AbortSignal | undefined;
  /** Called after each group with its finished people. */
  settled?: (people: number) => Promise<void>;
}

/**
 * Works through a part, one group of people after the other, until no one is left or all who are left wait. A failed group is
 * repeated person by person; the failure of one moves its person to `failed`. Interrupted people stay, behind the others.
 */
export async function workThrough(
  part: PeoplePart,
  work: PeopleWork,
  { most, signal, cut, settled }: WorkOptions,
): Promise<void> {
  const { people, failed, counts } = part;
  let inFailedGroup = 0;
  for (let waiting = 0; waiting < people.length && !signal.aborted;) {
    const group = people.slice(0, inFailedGroup > 0 ? 1 : most);
    let ended = group.length;
    try {
      const { done, counts: more } = await unlessCut(work(group), cut);
      addCounts(counts, more);
      const left = group.filter((userId) => !done.includes(userId));
      people.splice(0, group.length);
      people.push(...left);
      ended = group.length - left.length;
      waiting = ended > 0 ? 0 : waiting + left.length;
    } catch (error) {
      if (signal.aborted) return void people.push(...people.splice(0, group.length));
      if (group.length > 1) {
        inFailedGroup = group.length;
        continue;
      }
      failed.push(...people.splice(0, 1));
      part.error ??= redactText(messageOf(error)).slice(0, 500);
    }
    inFailedGroup -= inFailedGroup > 0 ? 1 : 0;
    if (ended > 0) await settled?.(ended);
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
