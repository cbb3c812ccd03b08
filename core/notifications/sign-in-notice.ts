import { randomUUID } from 'node:crypto';
import { istTime } from '../platform/index.ts';
import type { Notice } from './notify.ts';

/**
 * The notice that takes a one-time code to its person. It goes to private chats only and is wiped once sent. Each code has
 * its own: somebody else who asks at the same moment keeps nobody's from arriving.
 */
export function signInNotice(issued: {
  code: string;
  expires_at: string;
  asked: { at: string; from: string } | null;
}): Notice {
  const { asked } = issued;
  const lines = [
    issued.code,
    ...(asked === null ? [] : [`Requested at ${istTime(new Date(asked.at))} IST from ${asked.from}.`]),
    `The code works once and expires at ${istTime(new Date(issued.expires_at))} IST. Do not share it; Munim never asks for it in a message.`,
  ];
  return {
    kind: 'login_code',
    dedupKey: `login_code:${randomUUID()}`,
    title: 'Sign-in code',
    body: lines.join('\n'),
  };
}
