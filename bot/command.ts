import type { ChatSettings, CommandDescription, Format } from '../core/chat/index.ts';
import type { Core } from '../core/assembly/index.ts';
import type { Actor } from '../core/platform/index.ts';
import type { Button, ChatReply } from './chat-reply.ts';
import type { Arguments, Values, ArgumentContext } from './arguments.ts';
import type { Place, Who } from './ports.ts';

/** Everything a command may know about the message it answers. */
export interface Call {
  core: Core;
  who: Who;
  place: Place;
  format: Format;
  world: ArgumentContext;
  /** Who asks, with the key of the message or press, so that its effect happens once however often it arrives. */
  actor: Actor;
  /** From 0; pressed pages count up. */
  page: number;
  settings: ChatSettings;
  own: OwnMessages;
  /** Whether the person may press a button: what they may not is left out where it would only be refused. */
  may: (button: Button) => boolean;
}

/** The bot's own messages in this chat. */
interface OwnMessages {
  recent(): Promise<number[]>;
  forget(messageIds: number[]): Promise<void>;
  /** Takes up to a hundred messages out of the chat. */
  remove(messageIds: number[]): Promise<unknown>;
}

/** One row of the catalogue: what people read of a command, what it takes and what it does. */
export interface Command extends CommandDescription {
  arguments: Arguments;
  /** True for one that writes and is for approvers too. */
  forApprovers?: true;
  /** True for what waits for nothing in its chat: neither for messages before it nor for a dialogue, which stays. */
  urgent?: boolean;
  run(call: Call, args: Record<string, unknown>): Promise<ChatReply>;
}

/** The command of this name, or that answers to it. */
export const commandNamed = <C extends Pick<Command, 'name' | 'aliases'>>(
  commands: readonly C[],
  name: string | null,
): C | undefined =>
  name === null
    ? undefined
    : (commands.find((row) => row.name === name) ??
      commands.find((row) => row.aliases?.includes(name) === true));

/** Every name that some command answers to. */
export const namesOf = (commands: readonly Pick<Command, 'name' | 'aliases'>[]): string[] =>
  commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** One row of the catalogue with its arguments typed by their declarations. */
export function command<A extends Arguments>(
  row: Omit<Command, 'run' | 'arguments'> & {
    arguments: A;
    run(call: Call, args: Values<A>): Promise<ChatReply>;
  },
): Command {
  return { ...row, run: (call, args) => row.run(call, args as Values<A>) };
}

/** What a confirmed button does: `name` is written into the button's record, never into the button. */
export interface Confirmation {
  name: string;
  /** True for what approvers may press too; all else is the owner's. */
  forApprovers?: true;
  /** Runs at most once per record; answers what the pressed message then says. */
  run(call: Call, payload: Record<string, unknown>): Promise<ChatReply>;
}
