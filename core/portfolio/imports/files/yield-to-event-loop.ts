/** Lets others be served: a file whose bytes are all here already would otherwise be read for long without that. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
