/**
 * The surroundings in which PDF.js is loaded: nothing of them is needed to read text. It would load the native canvas, and
 * print warnings that repeat what the PDF says.
 */
export function encloseThread(): void {
  const refuse = (): never => {
    throw new Error('not available here');
  };
  Object.assign(process, { getBuiltinModule: refuse });
  Object.assign(globalThis, { fetch: refuse, XMLHttpRequest: undefined, WebSocket: undefined });
  for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const) console[way] = () => undefined;
}

/** Counts what was refused for its size: PDF.js goes on without a part that it could not unpack. */
export interface Allocations {
  refused: number;
}

/**
 * From now on no array of bytes is larger. PDF.js unpacks each part of a file into one array that doubles as it fills, and a
 * packed megabyte may hold a thousand; such arrays do not count as heap, which the thread's limit is of.
 */
export function boundByteArrays(mostBytes: number): Allocations {
  const seen: Allocations = { refused: 0 };
  const Bytes = globalThis.Uint8Array;
  globalThis.Uint8Array = new Proxy(Bytes, {
    construct(target, args: unknown[], newTarget) {
      const [length] = args;
      if (typeof length === 'number' && length > mostBytes) {
        seen.refused++;
        throw new RangeError('a part of the PDF is too large');
      }
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
  return seen;
}
