import type { Api } from 'grammy';
import type { Core } from '../core/assembly/index.ts';
import { type Part, partOfCommand } from '../core/identity/index.ts';
import type { Command } from './command.ts';

/** Commands of the parts that are shown. */
export const shownCommands = <C extends Pick<Command, 'name' | 'family'>>(
  commands: readonly C[],
  shown: ReadonlySet<Part>,
): C[] => commands.filter((row) => shown.has(partOfCommand(row)));

/** Command menus of Telegram chats: Portfolio in all of them, and in a linked chat the parts that its person sees. */
export interface CommandMenus {
  /** Publishes all menus, then the menus of people whose parts change. */
  start(): Promise<void>;
  stop(): void;
}

/** @param api sends to Telegram; a menu that is refused is logged, and published again with the next start */
export function createCommandMenus(
  { identity, listener, log }: Pick<Core, 'identity' | 'listener' | 'log'>,
  api: Api,
  commands: readonly Command[],
): CommandMenus {
  const failed = (error: unknown) => log.warn({ err: error }, 'the command menu could not be published');
  const publish = async (shown: ReadonlySet<Part>, chatId?: string): Promise<void> => {
    const menu = shownCommands(commands, shown).map(({ name, summary }) => ({
      command: name,
      description: summary.slice(0, 256),
    }));
    const scope = chatId === undefined ? {} : { scope: { type: 'chat' as const, chat_id: chatId } };
    await api.setMyCommands(menu, scope);
  };
  const publishFor = async (userId: string): Promise<void> => {
    const links = await identity.chats.links(userId);
    const chats = new Set(links.flatMap((link) => (link.transport === 'telegram' ? [link.chat_id] : [])));
    if (chats.size === 0) return;
    const shown = await identity.parts.shown(userId);
    for (const chat of chats) await publish(shown, chat).catch(failed);
  };
  let stopListening = (): void => undefined;
  return {
    async start() {
      stopListening();
      stopListening = listener.on('parts_changed', ({ user_id }) => {
        if (typeof user_id === 'string') publishFor(user_id).catch(failed);
      });
      await publish(new Set(['portfolio'])).catch(failed);
      for (const { id } of await identity.users.list()) await publishFor(id).catch(failed);
    },
    stop: () => stopListening(),
  };
}
