import { descriptionOf } from '../../core/chat/index.ts';
import type { ChatLinkView } from '../../core/identity/index.ts';
import { Problem } from '../../core/platform/index.ts';
import { optional, WrongArgument, type Argument } from '../arguments.ts';
import { button, type ChatReply } from '../chat-reply.ts';
import { command, type Call, type Confirmation } from '../command.ts';
import { signature } from '../callback-queries.ts';
import { ROLE_SENTENCES } from '../roles.ts';
import { bold, code, inline, lines, plain } from '../text/lines.ts';
import { day } from '../text/times.ts';

/** What may stand after /start once a chat is linked. A code that links is taken before any command runs. */
const about: Argument<{ show: 'links' } | { unlink: string }> = {
  placeholder: 'CODE|links',
  optional: false,
  rest: true,
  question: 'Which?',
  parse(word) {
    if (word.toLowerCase() === 'links') return { show: 'links' };
    const id = /^unlink (\d{1,18})$/.exec(word)?.[1];
    if (id !== undefined) return { unlink: id };
    throw new WrongArgument(
      'That is not a code. Codes have eight letters and digits; create one in the dashboard.',
    );
  },
};

export const startCommand = command({
  ...descriptionOf('start'),
  arguments: { about: optional(about) },
  run: async (call, { about: wanted }) => {
    if (wanted === null) return await welcome(call);
    return 'show' in wanted ? await listLinks(call) : await askUnlink(call, wanted.unlink);
  },
});

async function welcome(call: Call): Promise<ChatReply> {
  const { sentence } = await call.core.notifications.settings(call.who.userId);
  return {
    text: lines(
      bold(`Hello ${call.place.personName || call.who.name}, this is Munim.`),
      `This chat acts for ${call.who.name}. ${ROLE_SENTENCES[call.who.role]}`,
      '',
      sentence,
      inline('Change it: ', code('/notifications')),
      '',
      'Drop your broker’s tradebook here as a CSV file, or start with:',
    ),
    buttons: [
      [
        button('Status', { do: 'run', command: 'complete_status', args: [], fresh: true }),
        button('Chart', { do: 'run', command: 'chart', args: [], fresh: true }),
        button('Help', { do: 'run', command: 'help', args: [], fresh: true }),
      ],
      [button('Linked chats', { do: 'run', command: 'start', args: ['links'] })],
    ],
  };
}

const nameOf = (link: ChatLinkView): string => link.title ?? `${link.transport} ${link.chat_id}`;

async function listLinks(call: Call): Promise<ChatReply> {
  if (call.who.role !== 'owner') return { text: plain('Only the owner can list the linked chats.') };
  const links = await call.core.identity.chats.links(call.who.userId);
  if (links.length === 0) {
    return {
      text: plain('No chat is linked. Create a code in the dashboard under Settings, Telegram chats.'),
    };
  }
  return {
    text: lines(
      bold('Linked chats'),
      ...links.map((link) => `${nameOf(link)}: ${link.role}, since ${day(link.created_at)}`),
    ),
    buttons: links.map((link) => [
      button(`Unlink ${nameOf(link)}`, { do: 'run', command: 'start', args: ['unlink', link.id] }),
    ]),
  };
}

async function askUnlink(call: Call, id: string): Promise<ChatReply> {
  const links = call.who.role === 'owner' ? await call.core.identity.chats.links(call.who.userId) : [];
  const link = links.find((candidate) => candidate.id === id);
  if (link === undefined) return { text: plain('That chat is no longer linked.') };
  const name = nameOf(link);
  return {
    text: lines(bold(`Unlink ${name}?`), 'It gets no reports or replies until you link it again.'),
    buttons: [
      [
        button('✓ Unlink', { do: 'confirm', name: 'unlink_chat', payload: { id, name } }),
        button('✗ Keep', { do: 'dismiss', say: `${name} stays linked.` }),
      ],
    ],
  };
}

const unlink: Confirmation = {
  name: 'unlink_chat',
  async run(call, payload) {
    try {
      await call.core.identity.chats.revokeLink(call.who.userId, String(payload['id']));
    } catch (error) {
      // Gone already, perhaps by this very press before a crash: what was asked for holds.
      if (!(error instanceof Problem) || error.status !== 404) throw error;
    }
    return { text: plain(`Unlinked ${String(payload['name'])}, ${signature(call)}.`) };
  },
};

export const linkConfirmations: Confirmation[] = [unlink];
