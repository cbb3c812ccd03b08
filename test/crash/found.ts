import type { Verdict } from './judge.ts';

const MOST_IN_FULL = 20;
const MOST_KINDS = 10;

/** Tells of attacks that broke a promise: the first ones in full, of the others how often they said what. */
export class Found {
  readonly #write: (text: string) => void;
  readonly #kinds = new Map<string, number>();
  #attacks = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  tell({ duplicates, silent, lost }: Verdict, of: object): void {
    this.#attacks += 1;
    const lines = [
      ...(duplicates > 0 ? [`${duplicates} orders were sent more than once`] : []),
      ...silent,
      ...lost,
    ];
    if (this.#attacks <= MOST_IN_FULL)
      this.#write(`--trial '${JSON.stringify(of)}'\n${lines.map((line) => `  ${line}\n`).join('')}`);
    else
      for (const line of lines) {
        const kind = kindOf(line);
        this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
      }
    if (this.#attacks === MOST_IN_FULL) this.#write('More are only counted from here on.\n');
  }

  /** What was only counted, the most frequent first. */
  close(): void {
    const more = this.#attacks - MOST_IN_FULL;
    if (more <= 0) return;
    const kinds = [...this.#kinds].toSorted(([, a], [, b]) => b - a);
    const rest = kinds.slice(MOST_KINDS).reduce((sum, [, count]) => sum + count, 0);
    this.#write(
      [
        `${more} more attacks went wrong:\n`,
        ...kinds.slice(0, MOST_KINDS).map(([kind, count]) => `${String(count).padStart(7)}  ${kind}\n`),
        ...(rest > 0 ? [`${String(rest).padStart(7)}  other sentences\n`] : []),
      ].join(''),
    );
  }
}

/** A sentence without what only one order or plan has. */
const kindOf = (line: string): string => line.replace(/\b(?:CRASH\w+|\d[\d.:,]*)/g, '…');
