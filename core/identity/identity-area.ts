import { type Context, istTime, DAY_MS } from '../platform/index.ts';
import { type ChatLinks, createChatLinks } from './chat-link-service.ts';
import { COUNTED_DAYS, WHY_LONG } from './login-code.ts';
import { createAdmission } from './admission.ts';
import { createSamplePeople, pruneSamples } from './sample-people.ts';
import { type ApiTokens, createApiTokens } from './api-token-service.ts';
import { identityDoors } from './identity-doors.ts';
import type { IssuedCode, SignInPorts } from './sign-in-port.ts';
import { createSignIn, type SignIn } from './sign-in-service.ts';
import { hasSignedIn } from './sign-in-store.ts';
import { createUsers, type Users } from './users-service.ts';

/** Who people are, how they sign in, and which chats and API tokens are theirs. */
export interface Identity {
  readonly users: Users;
  readonly signIn: SignIn;
  readonly chats: ChatLinks;
  /** Tokens of people's scripts. */
  readonly tokens: ApiTokens;
  /** Made-up people to look around with. */
  readonly samples: ReturnType<typeof createSamplePeople>;
  /** True if the person is neither paused nor removed; for entries that check keys of their own. @throws Problem 503 UNAVAILABLE */
  isAdmitted(this: void, userId: string): Promise<boolean>;
  /** The doors whose keys are kept here. */
  readonly doors: ReturnType<typeof identityDoors>;
  /** True for a person who is paused, and for none who is removed. One query. @throws Problem 503 UNAVAILABLE */
  isPaused(this: void, userId: string): Promise<boolean>;
  /** False for a person who is paused or removed, whatever this process has heard; true for samples. One query. @throws Problem 503 */
  isThere(this: void, userId: string): Promise<boolean>;
  /** Forgets in this process what it remembers of the sessions and keys of a person who is shut out. */
  forgetPerson(this: void, userId: string): void;
  /** Makes sure of the owner and of the chat the configuration links to them. Called at every start. */
  start(this: void): Promise<void>;
  /** Ids of the chats that lost their link at this start, because the configuration names them no longer. */
  unlinkedChats(this: void): readonly string[];
  /**
   * A code for the owner's first sign-in, to be shown on the terminal of a start: nobody has to ask for it. Null once they
   * have signed in, or have a chat that codes go to. It is like any code of `issueCode`.
   */
  firstCode(this: void): Promise<IssuedCode | null>;
  /**
   * Deletes unfinished samples, expired codes and limits, sessions that ran out 30 days ago, wrong tries older than a year.
   * Answers the rows gone.
   */
  prune(): Promise<number>;
  close(): Promise<void>;
}

const KEPT_MS = 30 * DAY_MS;

/** @param ports who takes codes to chats, who prints those that no chat takes (by default, the terminal), and what ends with a session */
export function createIdentity(
  context: Context,
  {
    deliverCode,
    endNotices,
    printCode = printOnTerminal,
  }: Omit<SignInPorts, 'printCode'> & Partial<SignInPorts>,
): Identity {
  const users = createUsers(context);
  const chats = createChatLinks(context);
  const tokens = createApiTokens(context);
  const admission = createAdmission(context);
  const signIn = createSignIn(context, (userId) => chats.privateChats(userId), {
    deliverCode,
    endNotices,
    printCode,
  });
  const forgetPerson = (userId: string) => {
    for (const door of [signIn, tokens, admission]) door.forgetPerson(userId);
  };
  let unlinked: readonly string[] = [];
  return {
    users,
    signIn,
    chats,
    tokens,
    samples: createSamplePeople(context, forgetPerson),
    doors: identityDoors(context),
    isAdmitted: (userId) => admission.isAdmitted(userId),
    isPaused: (userId) => admission.isPaused(userId),
    isThere: (userId) => admission.isThere(userId),
    forgetPerson,
    async start() {
      const owner = await users.ensureOwner();
      unlinked = await chats.linkConfiguredChat(owner.id);
    },
    unlinkedChats: () => unlinked,
    async firstCode() {
      const owner = await users.ensureOwner();
      const isKnown = await context.database.readAsSystem('whether the owner has signed in', (trx) =>
        hasSignedIn(trx, owner.id),
      );
      if (isKnown || (await chats.privateChats(owner.id)).length > 0) return null;
      return await signIn.issueCode(owner.login);
    },
    async prune() {
      const now = context.clock.now();
      const before = new Date(now.getTime() - KEPT_MS);
      const year = new Date(now.getTime() - COUNTED_DAYS * DAY_MS);
      return await context.database.asSystem('prune identity', async (trx) => {
        let gone = await pruneSamples(trx, now);
        gone += await trx('identity.login_codes').where('expires_at', '<', now).delete();
        gone += await trx('identity.sign_in_tries')
          .where('day', '<', year.toISOString().slice(0, 10))
          .delete();
        for (const table of ['identity.link_codes', 'identity.sessions']) {
          gone += await trx(table).where('expires_at', '<', before).delete();
        }
        return gone + (await trx('platform.rate_limits').where('expire', '<', now.getTime()).delete());
      });
    },
    async close() {
      admission.close();
      await tokens.close();
      await signIn.close();
    },
  };
}

function printOnTerminal({ login, code, expires_at, asked, is_long }: IssuedCode): void {
  const until = istTime(new Date(expires_at));
  const where = asked === null ? '' : `, requested from ${asked.from}`;
  process.stdout.write(
    `\n  Sign-in code for ${login}:  ${code}   (until ${until} IST, works once${where})\n${is_long ? `  ${WHY_LONG}\n` : ''}\n`,
  );
}
