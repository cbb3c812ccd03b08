import { createDoors, type Doors } from '../identity/index.ts';
import type { Books } from './books.ts';
import type { Facts } from './facts.ts';
import type { Ground } from './ground.ts';
import type { Trading } from './trading.ts';

/** All doors to people's books, each by the area that keeps its keys. */
export function openDoors(
  { context, identity, notifications, chat }: Ground,
  { models }: Pick<Facts, 'models'>,
  { brokers }: Pick<Books, 'brokers'>,
  { options }: Pick<Trading, 'options'>,
) {
  const doors: Doors = {
    ...identity.doors,
    ingest_token: options.tokens.door,
    browser_notices: notifications.browsers.door,
    draft: chat.drafts.door,
    connection: brokers.connections.door,
    model_key: {
      list: async (userId) =>
        Object.entries((await models.settings.read(userId)).keys).flatMap(([id, { present, last4 }]) =>
          present
            ? [{ id, name: last4 === null ? id : `${id} (…${last4})`, since: null, lastUsedAt: null }]
            : [],
        ),
    },
  };
  return createDoors(context, identity, doors);
}
