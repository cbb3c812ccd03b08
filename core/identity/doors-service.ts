import { recordEvent } from '../audit/index.ts';
import { type Actor, announce, type Context, type DbTransaction, takeTopics } from '../platform/index.ts';
import { CLOSABLE_KINDS, countsInWords, DOOR_KINDS, DOOR_TABLE, type DoorKind } from './doors.ts';
import { sessionOfPerson } from './session-cache.ts';
import { lockUser } from './sign-in-store.ts';
import type { OpenDoorsView, SignedOutView } from './view.ts';

/** One open door of a person. */
interface OpenDoor {
  id: string;
  /** Its name for the person; null without one. */
  name: string | null;
  since: Date | string | null;
  /** Null where it was never used, or where that is not recorded. */
  lastUsedAt: Date | string | null;
  /** The session that it is, or belongs to: it stays open with that session. */
  sessionId?: string;
}

/** How an area ends its keys. */
interface Ending {
  userId: string;
  now: Date;
  /** The session that stays; null for none. */
  keptSession: string | null;
}

/** One kind of door, by the area that keeps its keys. */
export interface Door {
  list(userId: string): Promise<OpenDoor[]>;
  /** Ends all of a person's, in the transaction that shuts them out. */
  end?(trx: DbTransaction, ending: Ending): Promise<void>;
  /** Ends all of a person's in another store, at once. */
  endApart?(userId: string): Promise<void>;
}

export type Doors = Readonly<Record<DoorKind, Door>>;

/** Waits for keys that are being made for the person, and holds back further ones. */
async function lockKeys(trx: DbTransaction, userId: string): Promise<void> {
  await takeTopics(trx, [userId], { writes: [], holds: ['settings'] });
  await lockUser(trx, userId);
}

const instantOf = (moment: Date | string | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();

/** The one way to list and end access to a person's books. */
export function createDoors(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { forgetPerson }: { forgetPerson(this: void, userId: string): void },
  doors: Doors,
) {
  /** Ends kinds in one transaction, in the order of the table: codes go before what they make. */
  async function endWithin(trx: DbTransaction, kinds: readonly DoorKind[], ending: Ending): Promise<void> {
    for (const kind of kinds) await doors[kind].end?.(trx, ending);
  }

  /** @param sessionId of who asks; it is marked. */
  async function list(userId: string, sessionId: string | null): Promise<OpenDoorsView> {
    const items = await Promise.all(
      DOOR_KINDS.map(async (kind) =>
        (await doors[kind].list(userId)).map(({ id, name, since, lastUsedAt, sessionId: own }) => {
          const { names, page, signingOut } = DOOR_TABLE[kind];
          return {
            kind,
            title: names[0],
            id,
            name,
            since: instantOf(since),
            last_used_at: instantOf(lastUsedAt),
            is_current: own !== undefined && own === sessionId,
            signing_out: signingOut,
            page,
          };
        }),
      ),
    );
    return { items: items.flat() };
  }

  return {
    list,

    /**
     * Shuts a person out in the caller's transaction, which pauses them: what a pause ends is ended, and every process forgets the rest. A
     * sign-in or a new key that is under way is over before, or finds the person paused.
     */
    async shut(trx: DbTransaction, userId: string, now: Date): Promise<void> {
      await lockKeys(trx, userId);
      const ended = DOOR_KINDS.filter((kind) => DOOR_TABLE[kind].whenPaused === 'ended');
      await endWithin(trx, ended, { userId, now, keptSession: null });
      await announce(trx, {
        channel: 'session_ended',
        payload: { session_id: sessionOfPerson(userId), user_id: userId },
      });
    },

    /**
     * Signs a person out everywhere.
     * @param asked kinds to end, by default those that signing out ends; `here` ends the session that asks as well
     * @returns the keys that were ended
     */
    async signOut(
      { userId, sessionId }: { userId: string; sessionId: string },
      asked: { kinds?: readonly DoorKind[] | undefined; here?: boolean | undefined },
      { actor }: Actor,
    ): Promise<SignedOutView> {
      const isHere = asked.here === true;
      const kinds = CLOSABLE_KINDS.filter((kind) =>
        asked.kinds === undefined
          ? DOOR_TABLE[kind].signingOut === 'ends'
          : asked.kinds.includes(kind) || (isHere && kind === 'session'),
      );
      const open = (await list(userId, sessionId)).items.filter(
        ({ kind, is_current }) => kinds.includes(kind) && (isHere || !is_current),
      );
      const words = countsInWords(open.map(({ kind }) => kind));
      // First what is in another store: once the end is announced, every process finds it ended.
      for (const kind of kinds) await doors[kind].endApart?.(userId);
      await database.asSystem('sign out everywhere', async (trx) => {
        await lockKeys(trx, userId);
        const now = clock.now();
        await endWithin(trx, kinds, { userId, now, keptSession: isHere ? null : sessionId });
        await recordEvent(trx, {
          userId,
          actor,
          at: now,
          kind: 'SIGNED_OUT_EVERYWHERE',
          subject: userId,
          data: { ended: words },
        });
      });
      forgetPerson(userId);
      return { items: open, detail: words === null ? 'Nothing else was open.' : `Ended: ${words}.` };
    },
  };
}

export type DoorsService = ReturnType<typeof createDoors>;
