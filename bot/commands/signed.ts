import type { Call } from '../command.ts';
import { signature } from '../callback-queries.ts';

/** `By Asha, 2 Mar 2026, 11:30 IST.` */
export const signed = (call: Call) => {
  const text = signature(call);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
