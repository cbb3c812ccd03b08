import { DAY_MS, istDate, istInstant, istTime, OUT_OF_DATE } from '../platform/index.ts';
import type { QuietHours } from './inputs.ts';
import type { Kind, Mode } from './kind.ts';

/** The instant at which the quiet hours around `at` end; null outside of them. */
export function quietUntil(quiet: QuietHours | null, at: Date): Date | null {
  if (quiet === null || quiet.from === quiet.to) return null;
  const now = istTime(at);
  const isOverMidnight = quiet.to < quiet.from;
  const isQuiet = isOverMidnight ? now >= quiet.from || now < quiet.to : now >= quiet.from && now < quiet.to;
  if (!isQuiet) return null;
  const endsTomorrow = isOverMidnight && now >= quiet.from;
  return istInstant(istDate(endsTomorrow ? new Date(at.getTime() + DAY_MS) : at), quiet.to);
}

/** After this instant a chat message of the kind is not worth sending; null: it always is. */
export function staleAt(kind: Kind, createdAt: Date): Date | null {
  return kind.staleAfterMinutes === null
    ? null
    : new Date(createdAt.getTime() + kind.staleAfterMinutes * 60_000);
}

/** What to do with a message to a chat now. */
type Plan =
  | { action: 'send'; silent: boolean }
  | { action: 'hold'; until: Date }
  | { action: 'drop'; reason: string };

/**
 * Decides, from the person's settings of this moment, whether a message is sent, waits or is dropped. It is asked when
 * the message is written and again when it is claimed, so that settings changed in between count.
 */
export function planDelivery(input: {
  kind: Kind;
  mode: Mode;
  quiet: QuietHours | null;
  expiresAt: Date | null;
  now: Date;
}): Plan {
  const { kind, mode, quiet, expiresAt, now } = input;
  if (mode === 'off') return { action: 'drop', reason: 'This kind of message is switched off.' };
  if (expiresAt !== null && expiresAt <= now) {
    return { action: 'drop', reason: OUT_OF_DATE };
  }
  if (mode === 'silent') return { action: 'send', silent: true };
  const until = quietUntil(quiet, now);
  if (until === null || kind.inQuietHours === 'ring') return { action: 'send', silent: false };
  if (kind.inQuietHours === 'hush') return { action: 'send', silent: true };
  if (expiresAt !== null && expiresAt <= until) {
    return { action: 'drop', reason: 'Out of date by the end of quiet hours.' };
  }
  return { action: 'hold', until };
}
