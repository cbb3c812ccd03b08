/**
 * Whether trying again in a moment may help: the provider was away, or the database. What it does not know, or quotes in
 * another currency, it will not know in a minute either.
 */
export function isTransient(reason: string): boolean {
  return reason.startsWith('PROVIDER_') || reason === 'NOT_KEPT';
}
