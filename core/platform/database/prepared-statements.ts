/** From this use on a text is worth its place. */
const FIRST_NAMED_USE = 2;
/** Each takes some 50 KB of the server's memory, on each connection. */
const MOST_PREPARED = 100;
/** Longer texts are lists of rows, hardly ever of the same length again. */
const LONGEST_TEXT = 5000;
const MOST_COUNTED = 1000;
/** One statement, of the kinds that have a plan. */
const ONE_PLANNED = /^(select|with|insert|update|delete)\b[^;]*$/i;

/**
 * The statements of one connection that the server keeps prepared. It parses and plans each of them once and not at every use,
 * which is a third of its processor time for the short statements of Munim.
 * https://www.postgresql.org/docs/current/sql-prepare.html
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();

  /** Counts a use of a text. @returns the name to send it under; undefined where it is planned anew each time */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === MOST_PREPARED) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses === FIRST_NAMED_USE) return this.#add(text);
    if (text.length > LONGEST_TEXT || !ONE_PLANNED.test(text)) return undefined;
    if (this.#uses.size === MOST_COUNTED) this.#uses.clear();
    this.#uses.set(text, uses);
    return undefined;
  }

  #add(text: string): string {
    const name = `munim_${this.#names.size + 1}`;
    this.#uses.delete(text);
    this.#names.set(text, name);
    return name;
  }
}

/** Whether a table that a prepared statement reads has other columns by now. Its connection has to go, plans and all. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}
