import { type Actor, APPROVER } from '../../core/platform/index.ts';
import type { Call } from '../command.ts';
import { signature } from '../callback-queries.ts';

/** `By Asha, 2 Mar 2026, 11:30 IST.` */
export const signed = (call: Call) => {
  const text = signature(call);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

/**
 * Who asks, as it goes on record where several may share a chat: the person's own name, what they are, and the number that
 * Telegram knows them by, since a name can be anybody's: `chat:owner (Ravi, approver, telegram 4343)`.
 */
export function namedActor({ actor, place, who }: Call): Actor {
  const name = place.personName
    .replaceAll(/[^\p{L}\p{N} .'’-]/gu, '')
    .trim()
    .slice(0, 60);
  const said = [
    name,
    who.role === 'approver' ? APPROVER : '',
    place.transport === 'telegram' ? `telegram ${place.chatUserId}` : '',
  ].filter((part) => part !== '');
  return said.length === 0 ? actor : { ...actor, actor: `${actor.actor} (${said.join(', ')})` };
}

/** The same, with where it was said. */
export const answererOf = (call: Call) => ({
  ...namedActor(call),
  via: call.place.transport === 'telegram' ? ('TELEGRAM' as const) : ('LOCAL_CHAT' as const),
});
