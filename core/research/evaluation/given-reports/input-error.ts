/** The command cannot do its work: a wrong path, text that is no JSON, a report of no known form, a wrong setting. */
export class InputError extends Error {
  override name = 'InputError';
}
