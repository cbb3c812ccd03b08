import type { Context } from '../context.ts';
import { type ChatLinks, createChatLinks } from './chat-link-service.ts';
import { type CodePorts, createSignIn, type IssuedCode, type SignIn } from './sign-in-service.ts';
import { createUsers, type Users } from './users-service.ts';

export type { ChatLinkView, ChatPrincipal, LinkCodeView } from './chat-link-service.ts';
export type { ChatRole, Transport } from './models.ts';
export { earlierResult, withReceipt } from './receipts.ts';
export type { Principal } from './session-cache.ts';
export { SESSION_HOURS } from './session-token.ts';
export type { CodeDelivery, CodePorts, IssuedCode, SignedIn } from './sign-in-service.ts';
export type { UserView } from './users-service.ts';

/** Who people are, how they sign in, and which chats are theirs. */
export interface Identity {
  readonly users: Users;
  readonly signIn: SignIn;
  readonly chats: ChatLinks;
  /** Makes sure of the owner and of the chat the configuration links to them. Called at every start. */
  start(this: void): Promise<void>;
  /** Names who takes codes to chats; until then they are printed. */
  deliverCodesWith(this: void, deliver: CodePorts['deliverCode']): void;
  /** Deletes what has no use any more: expired codes, sessions and limits older than 30 days. Answers the rows gone. */
  prune(): Promise<number>;
  close(): Promise<void>;
}

const KEPT_MS = 30 * 86_400_000;

export function createIdentity(context: Context, ports: Partial<CodePorts> = {}): Identity {
  let deliverCode = ports.deliverCode ?? (() => Promise.resolve(false));
  const users = createUsers(context);
  const chats = createChatLinks(context);
  const signIn = createSignIn(context, (userId) => chats.privateChats(userId), {
    deliverCode: (delivery) => deliverCode(delivery),
    printCode: ports.printCode ?? printOnTerminal,
  });
  return {
    users,
    signIn,
    chats,
    async start() {
      const owner = await users.ensureOwner();
      await chats.linkConfiguredChat(owner.id);
    },
    deliverCodesWith(deliver) {
      deliverCode = deliver;
    },
    async prune() {
      const before = new Date(context.clock.now().getTime() - KEPT_MS);
      return await context.database.asSystem('prune identity', async (trx) => {
        let gone = 0;
        for (const table of ['identity.login_codes', 'identity.link_codes', 'identity.sessions']) {
          gone += await trx(table).where('expires_at', '<', before).delete();
        }
        gone += await trx('identity.command_receipts').where('created_at', '<', before).delete();
        return (
          gone +
          (await trx('platform.rate_limits').where('expire', '<', context.clock.now().getTime()).delete())
        );
      });
    },
    close: () => signIn.close(),
  };
}

function printOnTerminal({ login, code, expires_at }: IssuedCode): void {
  const until = new Date(expires_at).toLocaleTimeString('en-IN', {
    timeZone: 'Asia/Kolkata',
    hour: '2-digit',
    minute: '2-digit',
  });
  process.stdout.write(`\n  Sign-in code for ${login}:  ${code}   (until ${until} IST, works once)\n\n`);
}
