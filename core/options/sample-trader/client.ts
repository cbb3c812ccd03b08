import { setTimeout as wait } from 'node:timers/promises';
import type { Rec } from './trade.ts';

/** What Munim says to a batch. Every record is in one of the three. */
export interface Taken {
  accepted: number;
  duplicates: number;
  rejected: { id: string | null; code: string; message: string }[];
}

interface Permission {
  may_enter: boolean;
  mode: string;
  reasons: { code: string; message: string }[];
}

export interface Munim {
  /** Reports records; the same ones again are duplicates, so that a batch may be sent until it was answered. */
  report(records: readonly Rec[]): Promise<Taken>;
  /** Whether a strategy may enter now. Null for anything but a clear answer, and then it may not. */
  permission(strategy: string): Promise<Permission | null>;
}

const MOST_RECORDS = 5_000;
const TRIES = 5;
const PAUSE_MS = 500;
/** Whoever waits longer for a permission has missed the price. */
const PERMISSION_WITHIN_MS = 5_000;

/** All that a trading process needs of Munim: two requests and a token. */
export function munimAt(url: string, token: string): Munim {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };

  async function send(records: readonly Rec[]): Promise<Taken> {
    for (let nr = 1; ; nr += 1) {
      const answer = await fetch(`${url}/api/options/ingest`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ records }),
      }).catch((error: unknown) => error as Error);
      if (answer instanceof Response && answer.ok) return (await answer.json()) as Taken;
      const mayPass = answer instanceof Error || answer.status === 429 || answer.status >= 500;
      if (!mayPass || nr === TRIES)
        throw new Error(
          answer instanceof Error
            ? `Munim does not answer at ${url}. Start it with npm start, and try again.`
            : `Munim answered ${answer.status}: ${await answer.text()}`,
        );
      await wait(PAUSE_MS * nr);
    }
  }

  return {
    async report(records) {
      const sum: Taken = { accepted: 0, duplicates: 0, rejected: [] };
      for (let from = 0; from < records.length; from += MOST_RECORDS) {
        const { accepted, duplicates, rejected } = await send(records.slice(from, from + MOST_RECORDS));
        sum.accepted += accepted;
        sum.duplicates += duplicates;
        sum.rejected.push(...rejected);
      }
      return sum;
    },
    async permission(strategy) {
      try {
        const answer = await fetch(`${url}/api/options/permission?strategy=${encodeURIComponent(strategy)}`, {
          headers,
          signal: AbortSignal.timeout(PERMISSION_WITHIN_MS),
        });
        return answer.ok ? ((await answer.json()) as Permission) : null;
      } catch {
        return null;
      }
    },
  };
}
