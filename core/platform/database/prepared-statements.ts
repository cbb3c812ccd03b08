/** Statements used once are not worth the memory. */
const FIRST_NAMED_USE = 2;
/** Each takes some 50 KB of the server's memory, on each connection. */
const MOST_PREPARED = 100;
/** Longer texts are bulk inserts, which seldom repeat with as many rows. */
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

  /** Counts a use of a statement. @returns its name on the server; undefined for one that is planned at each use */
  nameOf(text: string): string | undefined {
    if (text.length > LONGEST_TEXT) return undefined;
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === MOST_PREPARED) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses === FIRST_NAMED_USE) return this.#add(text);
    if (!ONE_PLANNED.test(text)) return undefined;
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

/** The error of a prepared statement whose result has other columns since a migration. Close its connection, which keeps the old plan. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}
