/** A kind is sent with a sound, without one, or not at all. */
export const MODES = ['loud', 'silent', 'off'] as const;
export type Mode = (typeof MODES)[number];

/**
 * Treatment of a message with sound in quiet hours. Silent messages are sent as usual.
 * - `ring`: it is sent at once, with its sound;
 * - `hush`: it is sent at once, without a sound;
 * - `hold`: it waits until quiet hours end, or is dropped if it would be stale by then.
 */
export const IN_QUIET_HOURS = ['ring', 'hush', 'hold'] as const;
type InQuietHours = (typeof IN_QUIET_HOURS)[number];

/** Groups of kinds, in the order of the settings. A person sets a whole group, or single kinds. */
export const GROUPS = {
  reports: 'Reports',
  holdings: 'What you own',
  alerts: 'Alerts',
  trading: 'Trading',
  munim: 'Munim itself',
} as const;
export type KindGroup = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as KindGroup[];

export interface Kind {
  group: KindGroup;
  /** Name in the settings. */
  title: string;
  /** Name in a sentence that lists what is sent; several kinds may share one. Null: the title. */
  phrase: string | null;
  /** Title of a notice in a browser without amounts, such as `Price alert: TCS`; null: the name in the settings. */
  brief: string | null;
  /** When it comes, in one sentence. */
  summary: string;
  /** Mode until the person chooses; `modes` are the choices. */
  mode: Mode;
  modes: readonly Mode[];
  inQuietHours: InQuietHours;
  /** Minutes after which a chat message is stale and not sent; null: never. */
  staleAfterMinutes: number | null;
  /** An unsent older message of the kind is dropped when a newer one is written. */
  isSuperseded: boolean;
  /** Chart the chat sends with it, as named in charts/. */
  chart: string | null;
  /** `private_owner`: only to private Telegram chats linked with the role owner. */
  reach: 'everywhere' | 'private_owner';
  /** Sent even while its part is hidden, since the person requested its subject. */
  isAnswer: boolean;
  /** Replaces title and body once everything is sent, for secrets that must not stay in the database. */
  afterwards: { title: string; body: string } | null;
}
