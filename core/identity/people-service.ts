import { recordEvent } from '../audit/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  invalid,
  notFound,
  Problem,
  type DbTransaction,
  takeTopics,
  TOPICS,
  withTimeOf,
} from '../platform/index.ts';
import { deletePerson, type PersonRow, readPeople, setHousehold, setPaused } from './people-store.ts';
import type { DoorsService } from './doors-service.ts';
import type { Identity } from './identity-area.ts';
import type { HouseholdMember, PeopleView, PersonCodeView, PersonView } from './view.ts';

/** What other areas know of a person, and do when one is removed. */
interface PeoplePorts {
  /** Live policies of a person: they send orders, so nobody is shut out from them. */
  tradingPolicies(userId: string): Promise<number>;
  /** Deletes what is kept outside of the main store. May be repeated. */
  forget(userId: string): Promise<void>;
}

/** People of an installation: its owner adds, pauses and removes them; each keeps books that nobody else sees. */
export function createPeople(
  { clock, database }: Context,
  { users, signIn, forgetPerson }: Pick<Identity, 'users' | 'signIn' | 'forgetPerson'>,
  doors: Pick<DoorsService, 'shut'>,
  ports: PeoplePorts,
) {
  async function ownerId(): Promise<string> {
    return (await users.ensureOwner()).id;
  }

  /** @throws Problem 403 OWNER_ONLY */
  async function ownerOnly(userId: string): Promise<void> {
    if ((await ownerId()) === userId) return;
    throw new Problem(403, 'OWNER_ONLY', 'Only the owner can add, pause and remove people.');
  }

  /** Another person than the owner, in the words of the list. @throws Problem 404, 409 OWNER_STAYS */
  async function another(id: string): Promise<PersonRow> {
    const found = (await database.readAsSystem('find a person', readPeople)).find((one) => one.id === id);
    if (found === undefined) throw notFound('PERSON');
    if (found.id === (await ownerId()))
      throw conflict('OWNER_STAYS', 'The owner of the installation cannot be paused or removed.');
    return found;
  }

  async function refuseTrading({ id, name }: PersonRow): Promise<void> {
    const count = await ports.tradingPolicies(id);
    if (count === 0) return;
    throw conflict(
      'PERSON_TRADES',
      `${name} has ${count === 1 ? 'a live policy' : `${count} live policies`}. Retire ${count === 1 ? 'it' : 'them'} first. Otherwise orders would continue with nobody responsible for them.`,
    );
  }

  async function changed(
    byUserId: string,
    actor: Actor,
    person: Pick<PersonRow, 'id' | 'login' | 'name'>,
    kind: 'PERSON_ADDED' | 'PERSON_PAUSED' | 'PERSON_RESUMED' | 'PERSON_REMOVED',
    work: (trx: DbTransaction, now: Date) => Promise<boolean | void>,
  ): Promise<void> {
    const now = clock.now();
    await database.asSystem('change who may use this installation', async (trx) => {
      if ((await work(trx, now)) === false) return;
      await recordEvent(trx, {
        userId: byUserId,
        actor: actor.actor,
        at: now,
        kind,
        subject: person.id,
        data: { login: person.login, name: person.name },
      });
    });
    // The announcement of it comes later, and here the next request finds them gone.
    forgetPerson(person.id);
  }

  /** Pauses a person and shuts every door; one who is paused already is shut out again, without a record. */
  async function shutOut(byUserId: string, actor: Actor, person: PersonRow): Promise<void> {
    await changed(byUserId, actor, person, 'PERSON_PAUSED', async (trx, now) => {
      await doors.shut(trx, person.id, now);
      return await setPaused(trx, person.id, now);
    });
  }

  const viewOf = async (id: string): Promise<PersonView> => {
    const { items } = await listed();
    const found = items.find((one) => one.id === id);
    if (found === undefined) throw notFound('PERSON');
    return found;
  };

  async function listed(): Promise<PeopleView> {
    const owner = await ownerId();
    const rows = await database.readAsSystem('list the people of this installation', readPeople);
    return {
      items: rows.map(({ created_at, paused_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        paused_at: paused_at?.toISOString() ?? null,
        is_owner: row.id === owner,
      })),
    };
  }

  return {
    /** @throws Problem 403 OWNER_ONLY */
    async list(userId: string): Promise<PeopleView> {
      await ownerOnly(userId);
      return await listed();
    },

    /** Adds a person with empty books. @throws Problem 403 OWNER_ONLY, 409 LOGIN_TAKEN, 422 */
    async add(
      userId: string,
      input: { login: string; name?: string | undefined },
      actor: Actor,
    ): Promise<PersonView> {
      await ownerOnly(userId);
      const person = await users.create(input.login, input.name ?? input.login);
      await changed(userId, actor, person, 'PERSON_ADDED', () => Promise.resolve());
      return await viewOf(person.id);
    },

    /**
     * A code for a person's first sign-in, to be handed over by the owner. Whoever has signed in before gets codes in their own
     * chat, or from whoever has the machine's shell.
     * @throws Problem 403 OWNER_ONLY, 404, 409 ALREADY_SIGNED_IN
     */
    async firstCode(userId: string, id: string): Promise<PersonCodeView> {
      await ownerOnly(userId);
      const person = await another(id);
      if (person.has_signed_in || person.has_chat)
        throw conflict(
          'ALREADY_SIGNED_IN',
          `${person.name} has signed in before, so codes go to their own chat. Without one, run: npm run login-code -- ${person.login}`,
        );
      const { code, expires_at } = await signIn.issueCode(person.login);
      return { login: person.login, code, expires_at };
    },

    /**
     * Shuts a person out: signed out everywhere, no codes, no answers in chats, no reports. Records stay as they are.
     * @throws Problem 403 OWNER_ONLY, 404, 409 OWNER_STAYS, PERSON_TRADES
     */
    async pause(userId: string, id: string, actor: Actor): Promise<PersonView> {
      await ownerOnly(userId);
      const person = await another(id);
      await refuseTrading(person);
      if (person.paused_at === null) await shutOut(userId, actor, person);
      return await viewOf(id);
    },

    /** Lets a paused person in again. @throws Problem 403 OWNER_ONLY, 404 */
    async resume(userId: string, id: string, actor: Actor): Promise<PersonView> {
      await ownerOnly(userId);
      const person = await another(id);
      if (person.paused_at !== null)
        await changed(userId, actor, person, 'PERSON_RESUMED', (trx) => setPaused(trx, id, null));
      return await viewOf(id);
    },

    /**
     * Removes a person with all their records, for good. Every door is shut first, then changes under way are waited for, in
     * every process. A removal that breaks off leaves the person paused, and is repeated as a whole.
     * @param typed the login, which says that this very person is meant.
     * @throws Problem 403 OWNER_ONLY, 404, 409 OWNER_STAYS, PERSON_TRADES, 422
     */
    async remove(userId: string, id: string, typed: string, actor: Actor): Promise<void> {
      await ownerOnly(userId);
      const person = await another(id);
      if (typed.trim().toLowerCase() !== person.login)
        throw invalid([{ field: 'login', message: `must be ${person.login}, the login of ${person.name}.` }]);
      await refuseTrading(person);
      await shutOut(userId, actor, person);
      // A policy may have gone live until a moment ago.
      await refuseTrading(person);
      // From now on, the options workspace refuses the person: nothing comes after this.
      await ports.forget(id);
      await withTimeOf('job', () =>
        changed(userId, actor, person, 'PERSON_REMOVED', async (trx) => {
          // Changes that are under way hold these.
          await takeTopics(trx, [id], { writes: [], holds: TOPICS });
          await deletePerson(trx, id);
        }),
      );
    },

    /** Lets the others of the household who agreed too see this person's totals, or no more. */
    async agree(userId: string, agreed: boolean, actor: Actor): Promise<void> {
      const now = clock.now();
      await database.asUser(userId, async (trx) => {
        if (!(await setHousehold(trx, userId, agreed ? now : null))) return;
        await recordEvent(trx, {
          userId,
          actor: actor.actor,
          at: now,
          kind: agreed ? 'HOUSEHOLD_JOINED' : 'HOUSEHOLD_LEFT',
          subject: userId,
          data: {},
        });
      });
    },

    /** How many people there are, and who of those that are not paused agreed to show their totals to one another. */
    async household(): Promise<{ people: number; members: HouseholdMember[] }> {
      const rows = await database.readAsSystem('find the members of the household', readPeople);
      return {
        people: rows.length,
        members: rows
          .filter(({ in_household, paused_at }) => in_household && paused_at === null)
          .map(({ id, name }) => ({ id, name })),
      };
    },
  };
}

export type People = ReturnType<typeof createPeople>;
