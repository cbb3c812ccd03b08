/** A document that is not what it should be; the message says in what way, and repeats little of it. */
export class MalformedDocument extends Error {
  override name = 'MalformedDocument';
}
