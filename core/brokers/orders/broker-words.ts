import { redactText } from '../../platform/index.ts';
import { textOf } from '../adapters/index.ts';

const LONGEST = 300;
/** Shorter ones would blank ordinary words. */
const SHORTEST_SECRET = 4;

/**
 * What a broker says, for a person to read: one line, bounded, without links, addresses, account numbers, and without
 * anything that was a secret of the connection or looks like one.
 * @param secrets values that must not be repeated. @returns null where it says nothing.
 */
export function brokerWords(said: unknown, secrets: readonly string[]): string | null {
  let text = textOf(said).slice(0, 4000);
  for (const secret of secrets)
    if (secret.length >= SHORTEST_SECRET) text = text.replaceAll(secret, '[removed]');
  text = redactText(text)
    .replace(/\[[^\]]*\]\(\s*https?:[^)]*\)/gi, ' ')
    .replace(/\b(?:https?|wss?|ftp):\/\/\S+/gi, ' ')
    .replace(/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[removed]')
    .replace(/\b(account|client)([- ]?(?:id)?[-: ]+)[A-Z]{1,4}\d{3,}\b/gi, '$1')
    .replace(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, '[address]')
    .replace(/\b(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}\b/gi, '[address]')
    .replace(/[A-Za-z0-9+/_=-]{24,}/g, '[removed]')
    // oxlint-disable-next-line no-control-regex -- what no line may hold
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]+/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
