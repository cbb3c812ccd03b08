import { confirmChange } from '../commands/connection-confirmations.ts';
import { newLabel, roleArgument } from './add-connection.ts';
import { type Dialogue, talk } from './dialogue.ts';

const REMOVED = 'removed';

/** Asks for one new value of a connection: its `label`, its `role`, or `credentials.<name>`. */
export const editConnectionDialogue: Dialogue = {
  name: 'edit_connection',
  isPrivate: true,
  build: (parts) =>
    async function editConnection(conversation, _ctx, { id = '', what = '' }: Record<string, string> = {}) {
      const { ask, askInConfidence, send, work } = talk(conversation, parts);
      const { label, roles, fields } = await work(async ({ core, who, world }) => {
        const view = await core.connections.get(who.userId, id);
        const asked = world.brokers().find((one) => one.broker === view.broker);
        return { label: view.label, roles: asked?.roles ?? [], fields: asked?.fields ?? [] };
      });
      if (what === 'label') {
        const value = await ask('label', newLabel(null), `What should ${label} be called?`);
        return await send((call) => confirmChange(call, { id, label, what, value }));
      }
      if (what === 'role') {
        const value = await ask('role', roleArgument(roles), `What is ${label} for?`);
        return await send((call) => confirmChange(call, { id, label, what, value }));
      }
      const field = fields.find(({ name }) => what === `credentials.${name}`);
      if (field === undefined) return;
      const draft = await work(({ core, who, place }) => core.chat.drafts.begin(who.userId, place));
      const word = await askInConfidence(field.name, {
        question: `New ${field.label} of ${label}?`,
        hint: [field.hint, field.secret && 'I delete your message as soon as I have read it.'],
        isHidden: field.secret,
        instead: field.required ? [] : [{ label: 'Remove it', word: REMOVED }],
      });
      await send((call) =>
        confirmChange(call, { id, label, what, ...(word === null ? { draft } : { value: '' }) }),
      );
    },
};
