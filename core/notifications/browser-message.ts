import type { Kind } from './kind.ts';
import { kindOf, KINDS } from './kinds.ts';
import { TEXT_BYTES } from './web-push/index.ts';

interface BrowserNotice {
  kind: string;
  title: string;
  body: string;
  payload: unknown;
  silent: boolean;
  /** Id of the notification. A browser shows it once, however often it arrives. */
  tag: string;
  /** Page to open, as a path of the dashboard or a whole address. */
  navigate: string;
  /** Unread notifications of the person, shown on the icon of the installed app. */
  unread: number;
}

/** Marks the JSON for browsers that show it without a service worker (Declarative Web Push). */
const DECLARATIVE = 8030;
const LONGEST_TITLE = 120;
const LONGEST_BODY = 600;
const LONGEST_SUBJECT = 60;
const SUBJECTS = ['subject', 'symbol'] as const;

/**
 * The text of a push message. Locked screens show it to everyone, so without amounts it has only kind and subject, such as
 * `Price alert: TCS`.
 */
export function browserMessage(notice: BrowserNotice, hasAmounts: boolean): Buffer {
  const { kind, payload, silent, tag, navigate, unread } = notice;
  const { title, body } = hasAmounts
    ? notice
    : { title: briefTitle(kindOf(kind) ?? KINDS.system_notice, payload), body: 'Open Munim to read it.' };
  const shown = { title: cut(title, LONGEST_TITLE), body: cut(body, LONGEST_BODY), navigate, tag, silent };
  const text = Buffer.from(JSON.stringify({ web_push: DECLARATIVE, app_badge: unread, notification: shown }));
  // Characters that JSON escapes may need six bytes each.
  return text.length <= TEXT_BYTES ? text : browserMessage({ ...notice, body: '' }, true);
}

function briefTitle({ brief, title }: Kind, payload: unknown): string {
  const values = SUBJECTS.map((name): unknown =>
    typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : null,
  );
  const subject = values.find((value) => typeof value === 'string' && value.length <= LONGEST_SUBJECT);
  return typeof subject === 'string' ? `${brief ?? title}: ${subject}` : (brief ?? title);
}

/** Cuts between code points. */
function cut(text: string, most: number): string {
  const points = Array.from(text);
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}
