import { istTime } from '../platform/index.ts';
import type { Notice } from './notify.ts';

/** The notice that takes a one-time code to its person. It goes to private chats only and is wiped once sent. */
export function signInNotice(issued: { code: string; expires_at: string }): Notice {
  return {
    kind: 'login_code',
    dedupKey: `login_code:${issued.expires_at}`,
    title: 'Sign-in code',
    body: `${issued.code}\nIt works once, until ${istTime(new Date(issued.expires_at))} IST. Munim never asks you for it.`,
  };
}
