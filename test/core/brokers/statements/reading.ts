import { type FlexEntry, readFlex, type XmlLimits } from '../../../../core/brokers/statements/index.ts';

/** Every entry of a document that arrives in these pieces. */
export async function readAll(
  pieces: string | readonly (Uint8Array | string)[],
  limits?: XmlLimits,
): Promise<FlexEntry[]> {
  async function* source() {
    yield* typeof pieces === 'string' ? [pieces] : pieces;
  }
  const entries: FlexEntry[] = [];
  for await (const some of readFlex(source(), limits === undefined ? {} : { limits })) entries.push(...some);
  return entries;
}

export async function tradesOf(text: string) {
  return (await readAll(text)).flatMap((entry) => (entry.kind === 'trade' ? [entry.trade] : []));
}

export async function positionsOf(text: string) {
  return (await readAll(text)).flatMap((entry) => (entry.kind === 'position' ? [entry.position] : []));
}

export async function leftOutOf(text: string) {
  return (await readAll(text)).flatMap((entry) => (entry.kind === 'left_out' ? [entry] : []));
}

export async function problemsOf(text: string) {
  return (await readAll(text)).flatMap((entry) => (entry.kind === 'unreadable' ? entry.problems : []));
}
