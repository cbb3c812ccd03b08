import { announce, type Context, type DbTransaction } from '../platform/index.ts';
import type { PartsInput } from './inputs.ts';
import {
  isPartShown,
  OPTIONAL_PARTS,
  type OptionalPart,
  type Part,
  PART_TABLE,
  type PartChoice,
  PARTS,
  partOfNotice,
  type PartUse,
} from './parts.ts';
import type { PartsView } from './view.ts';

/** Reads how much of each part a person uses. Supplied by the areas of the parts. */
type PartUses = Readonly<Record<OptionalPart, (trx: DbTransaction, userId: string) => Promise<PartUse>>>;

interface PartsRow extends PartChoice {
  offered: readonly OptionalPart[];
  asked_at: Date | null;
}

const UNDECIDED: PartsRow = { shown: [], hidden: [], offered: [], asked_at: null };

const readRow = async (trx: DbTransaction, userId: string): Promise<PartsRow> =>
  (await trx('identity.parts').where({ owner_user_id: userId }).first<PartsRow | undefined>()) ?? UNDECIDED;

/** Which parts of Munim a person sees in menus, search, help and notifications. Everything else keeps working. */
export interface Parts {
  /** The setting, with the parts shown. */
  read(userId: string): Promise<PartsView>;
  /**
   * Saves the parts to show, or the parts that were offered. With neither, the question counts as skipped.
   * A running part stays shown.
   */
  save(userId: string, input: PartsInput): Promise<PartsView>;
  /** Parts shown to a person. */
  shown(userId: string): Promise<ReadonlySet<Part>>;
  /** Records the offer of a part. True for the first offer of a hidden part. */
  offer(userId: string, part: Part): Promise<boolean>;
  /** Which of these kinds of notifications belong to hidden parts, and why they are hidden. Runs in the caller's transaction. */
  unshownNotices(
    trx: DbTransaction,
    userId: string,
    kinds: readonly string[],
  ): Promise<ReadonlyMap<string, 'HIDDEN' | 'UNDECIDED'>>;
  /** Supplies the use of parts once their areas are open. Until then no part counts as used. */
  learnUses(uses: PartUses): void;
}

export function createParts({ database, clock }: Pick<Context, 'database' | 'clock'>): Parts {
  let uses: PartUses | null = null;

  const shownIn = async (
    trx: DbTransaction,
    userId: string,
    row: PartsRow,
    of: readonly OptionalPart[] = OPTIONAL_PARTS,
  ): Promise<Set<Part>> => {
    const shown = new Set<Part>(['portfolio']);
    for (const part of of)
      if (isPartShown(part, row, (await uses?.[part](trx, userId)) ?? 'NONE')) shown.add(part);
    return shown;
  };
  const view = async (trx: DbTransaction, userId: string): Promise<PartsView> => {
    const row = await readRow(trx, userId);
    const shown = await shownIn(trx, userId, row);
    return {
      is_asked: row.asked_at !== null,
      parts: PARTS.map((part) => ({
        part,
        title: PART_TABLE[part].title,
        summary: PART_TABLE[part].summary,
        pages: [...PART_TABLE[part].pages],
        routes: [...PART_TABLE[part].routes],
        is_shown: shown.has(part),
        is_offered: row.offered.some((one) => one === part),
      })),
    };
  };
  /** Offers of one request, each part once. */
  const addOffered = async (trx: DbTransaction, userId: string, parts: readonly Part[]): Promise<boolean> => {
    const { rows } = await trx.raw<{ rows: unknown[] }>(
      `insert into identity.parts as p (owner_user_id, offered) values (:userId, :parts)
       on conflict (owner_user_id) do update
         set offered = (select array_agg(distinct o) from unnest(p.offered || excluded.offered) o)
         where not p.offered @> excluded.offered
       returning 1`,
      { userId, parts },
    );
    return rows.length > 0;
  };

  return {
    read: (userId) => database.asUser(userId, (trx) => view(trx, userId)),
    save: (userId, { shown, offered }) =>
      database.asUser(userId, async (trx) => {
        if (offered !== undefined) await addOffered(trx, userId, offered);
        if (shown !== undefined || offered === undefined) {
          const chosen =
            shown === undefined
              ? {}
              : { shown, hidden: OPTIONAL_PARTS.filter((part) => !shown.includes(part)) };
          const asked_at = clock.now();
          await trx('identity.parts')
            .insert({ owner_user_id: userId, ...chosen, asked_at })
            .onConflict('owner_user_id')
            .merge({ ...chosen, asked_at });
          await announce(trx, { channel: 'parts_changed', payload: { user_id: userId } });
        }
        return await view(trx, userId);
      }),
    shown: (userId) =>
      database.asUser(userId, async (trx) => await shownIn(trx, userId, await readRow(trx, userId))),
    offer: (userId, part) =>
      database.asUser(userId, async (trx) => {
        const row = await readRow(trx, userId);
        if (row.offered.some((one) => one === part)) return false;
        if ((await shownIn(trx, userId, row)).has(part)) return false;
        return await addOffered(trx, userId, [part]);
      }),
    async unshownNotices(trx, userId, kinds) {
      const parts = OPTIONAL_PARTS.filter((part) => kinds.some((kind) => partOfNotice(kind) === part));
      if (parts.length === 0) return new Map();
      const row = await readRow(trx, userId);
      const shown = await shownIn(trx, userId, row, parts);
      const why = (part: Part) => (row.hidden.some((one) => one === part) ? 'HIDDEN' : 'UNDECIDED');
      return new Map(
        kinds.flatMap((kind) => {
          const part = partOfNotice(kind);
          return shown.has(part) ? [] : [[kind, why(part)] as const];
        }),
      );
    },
    learnUses(given) {
      uses = given;
    },
  };
}
