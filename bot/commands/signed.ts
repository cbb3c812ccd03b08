import type { Actor } from '../../core/platform/index.ts';
import type { Call } from '../command.ts';
import { signature } from '../callback-queries.ts';

/** `By Asha, 2 Mar 2026, 11:30 IST.` */
export const signed = (call: Call) => {
  const text = signature(call);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

/** Who asks, as it goes on record where several may share a chat: with the person's own name, `chat:owner (Asha)`. */
export function namedActor({ actor, place }: Call): Actor {
  const name = place.personName
    .replaceAll(/[^\p{L}\p{N} .'’-]/gu, '')
    .trim()
    .slice(0, 60);
  return name === '' ? actor : { ...actor, actor: `${actor.actor} (${name})` };
}

/** The same, with where it was said. */
export const answererOf = (call: Call) => ({
  ...namedActor(call),
  via: call.place.transport === 'telegram' ? ('TELEGRAM' as const) : ('LOCAL_CHAT' as const),
});
