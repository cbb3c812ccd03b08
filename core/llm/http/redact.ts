import { redactText } from '../../platform/index.ts';

const LONGEST = 240;

/**
 * A provider's own words for people and logs: one short line without keys, tokens or the queries of addresses.
 * @param secrets what must not appear however it is written
 */
export function reasonOf(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '[key]');
  safe = redactText(safe)
    .replace(/\b(https?:\/\/[^\s?#"'<>]+)[?#][^\s"'<>]*/g, '$1')
    .replace(/\b(Bearer|Basic)\s+[^\s"',;]+/gi, '$1 [key]')
    .replace(/\b(x-api-key|api[-_ ]?key|authorization|token)(["']?\s*[:=]\s*["']?)[^\s"',;]+/gi, '$1$2[key]')
    .replace(/\b(?:sk|pk|rk|key|gsk|xai|AIza)[-_]?[\w*-]{8,}/g, '[key]')
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g, '[…]')
    // Nothing that moves a cursor, and one line.
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1)}…` : safe;
}
