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
  // PDF.js takes it from the canvas, and makes one as soon as it is loaded; only drawing uses it.
  Object.assign(globalThis, { DOMMatrix: class {} });
  for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const) console[way] = () => undefined;
}

/** Counts what was refused for its size: PDF.js goes on without a part that it could not unpack. */
interface Allocations {
  refused: number;
}

/**
 * From now on no array of bytes is larger. PDF.js unpacks each part of a file into one array that doubles as it fills, and a
 * packed megabyte may hold a thousand; such arrays do not count as heap, which the thread's limit is of.
 */
export function boundByteArrays(mostBytes: number): Allocations {
  const seen: Allocations = { refused: 0 };
  const Bytes = globalThis.Uint8Array;
  // A function with the prototype of the real one: all arrays of bytes are still instances of it.
  function Bounded(first: unknown, from?: number, length?: number): object {
    if (typeof first === 'number' && first > mostBytes) {
      seen.refused++;
      throw new RangeError('a part of the PDF is too large');
    }
    if (new.target === Bounded) return new Bytes(first as ArrayBuffer, from, length);
    return Reflect.construct(Bytes, [first, from, length], new.target) as object;
  }
  Object.setPrototypeOf(Bounded, Bytes);
  Bounded.prototype = Bytes.prototype;
  globalThis.Uint8Array = Bounded as unknown as typeof Uint8Array;
  return seen;
}
