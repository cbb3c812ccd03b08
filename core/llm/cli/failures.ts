import { redactText } from '../../platform/index.ts';
import type { ErrorClass } from '../port/index.ts';

const LONGEST = 400;

const WORDS: readonly (readonly [ErrorClass, RegExp])[] = [
  ['SCHEMA', /invalid_json_schema|lookaround|(?:json|output)[-_ ]?schema|response_format|invalid schema/i],
  ['CAPACITY', /at capacity|overloaded|\bRESOURCE_EXHAUSTED\b|\bUNAVAILABLE\b|\b(?:503|529)\b/i],
  [
    'AUTH',
    /\b40[13]\b|unauthori[sz]ed|api key|authenticat|not logged in|please (?:log|sign) ?in|\bforbidden\b/i,
  ],
  ['QUOTA', /insufficient[_ ]quota|usage limit|quota|billing|credit balance|\b402\b/i],
  ['RATE_LIMIT', /\b429\b|rate.?limit|too many requests/i],
  ['CONTEXT', /context[_ ](?:length|window)|prompt is too long|maximum context|input is too long/i],
  ['CONTENT_FILTER', /content[-_ ](?:filter|policy)/i],
];
const byWords = (text: string): ErrorClass | null => WORDS.find(([, words]) => words.test(text))?.[0] ?? null;

/**
 * The class of a run that failed (decisions/Provider chain: error classes).
 * @param status of the server, where the program told it
 * @param words what the failure is known by: never what a model answered in a run that went well, which may speak of 503 and quotas
 */
export function classOf(status: number | null, words: string): ErrorClass {
  const said = byWords(words);
  if (status === 401 || status === 403) return 'AUTH';
  if (status === 402) return 'QUOTA';
  if (status === 503 || status === 529) return 'CAPACITY';
  if (status === 429) return said === 'CAPACITY' || said === 'QUOTA' ? said : 'RATE_LIMIT';
  if (status === 413) return 'CONTEXT';
  if (status === 408 || status === 409) return 'TRANSIENT';
  if (status !== null && status >= 400 && status < 500)
    return said === 'SCHEMA' || said === 'CONTEXT' || said === 'CONTENT_FILTER' ? said : 'BAD_REQUEST';
  return said ?? 'TRANSIENT';
}

/** Whether what a program said while nothing came means that its server could not keep up. */
export const soundsBusy = (stderr: string): boolean =>
  /\b(?:429|503|529)\b|RESOURCE_EXHAUSTED|overloaded|at capacity/i.test(stderr);

/**
 * Words of a program for people: one line, its end kept, without keys.
 * @param secrets values that the program knows and nobody else may see
 */
export function shown(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret.length >= 6) safe = safe.replaceAll(secret, '[key]');
  safe = redactText(safe.slice(-8 * LONGEST))
    .replace(/\b(Bearer|Basic)\s+[^\s"',;]+/gi, '$1 [key]')
    .replace(/\b(?:sk|pk|gsk|xai|AIza)[-_]?[\w*-]{8,}/g, '[key]')
    .replace(/\p{Cc}\[[0-9;?]*[A-Za-z]/gu, '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return safe.length > LONGEST ? `…${safe.slice(1 - LONGEST)}` : safe;
}

/** The values of an environment that are secrets by their names. */
export function secretsOf(environment: Readonly<Record<string, string>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name) ? [value] : [],
  );
}
