import type { Call } from '../command.ts';
import { signature } from '../callback-queries.ts';

/** @param step tells a press from the message under which its button stands: both have the message's key. */
export const by = (call: Call, step = '') => ({
  actor: `chat:${call.who.login}`,
  receipt: `${call.receiptKey}${step}`,
});

/** `By Asha, 2 Mar 2026, 11:30 IST.` */
export const signed = (call: Call) => {
  const text = signature(call);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
