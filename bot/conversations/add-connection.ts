import { type Argument, choice, WrongArgument } from '../arguments.ts';
import { broker } from '../connection-arguments.ts';
import type { BrokerView, ConnectionRole } from '../../core/brokers/index.ts';
import { confirmConnection } from '../commands/connection-confirmations.ts';
import { ROLE_WORDS } from '../text/connections.ts';
import { type Dialogue, talk } from './dialogue.ts';

const SKIP = 'skipped';
const LONGEST_LABEL = 60;

/** A name that no other connection of the person has. `usual` is offered while it is free. */
export function newLabel(usual: string | null): Argument<string> {
  const namesake = (all: { label: string }[], label: string) =>
    all.find((one) => one.label.toLowerCase() === label.toLowerCase());
  const refused = (told: string) => new WrongArgument(told, { plainly: told });
  return {
    placeholder: 'label',
    optional: false,
    rest: true,
    question: 'What should it be called?',
    async parse(word, world) {
      const label = word.trim().replaceAll(/\s+/g, ' ');
      if (label === '' || label.length > LONGEST_LABEL || label.startsWith('#'))
        throw refused(`A name must have 1 to ${LONGEST_LABEL} characters and must not start with #.`);
      const taken = namesake(await world.connections(), label);
      if (taken !== undefined)
        throw refused(`A connection named ${taken.label} already exists. Choose another name.`);
      return label;
    },
    async options(world) {
      if (usual === null) return [];
      const all = await world.connections();
      const free = [usual, ...Array.from({ length: 8 }, (_, index) => `${usual} ${index + 2}`)].find(
        (label) => namesake(all, label) === undefined,
      );
      return free === undefined ? [] : [{ label: free, value: free }];
    },
  };
}

/** What a connection is for, by button with the meaning beside it. */
export function roleArgument(roles: readonly ConnectionRole[]): Argument<ConnectionRole> {
  return {
    ...choice(roles),
    options: async () => roles.map((role) => ({ label: `${role}: ${ROLE_WORDS[role]}`, value: role })),
  };
}

/**
 * Asks for what a broker wants. Credentials go into the encrypted draft and nowhere else. `draft` and `fields` ask again
 * for what was refused of an earlier one.
 */
export const addConnectionDialogue: Dialogue = {
  name: 'add_connection',
  isPrivate: true,
  build: (parts) =>
    async function addConnection(conversation, _ctx, given: Record<string, string> = {}) {
      const { ask, askInConfidence, send, work } = talk(conversation, parts);
      const chosen = await ask('broker', broker(), 'Which broker?', given['broker']);
      const view = await work(({ world }) => brokerView(world.brokers(), chosen));
      const label = await ask('label', newLabel(view.title), 'What should it be called?', given['label']);
      const [onlyRole = 'SYNC', ...moreRoles] = view.roles;
      const role =
        moreRoles.length === 0
          ? onlyRole
          : await ask('role', roleArgument(view.roles), 'What is it for?', given['role']);
      const draft =
        given['draft'] ?? (await work(({ core, who, place }) => core.chat.drafts.begin(who.userId, place)));
      const again = given['fields']?.split(',');
      for (const field of view.fields) {
        if (again !== undefined && !again.includes(field.name)) continue;
        const word = await askInConfidence(field.name, {
          question: field.required ? `${field.label}?` : `${field.label}? (optional)`,
          hint: [field.hint, field.secret && 'I delete your message as soon as I have read it.'],
          isHidden: field.secret,
          instead: field.required ? [] : [{ label: 'Skip', word: SKIP }],
        });
        if (word === SKIP)
          await work(({ core, who, place }) => core.chat.drafts.drop(who.userId, place, field.name));
      }
      await send((call) => confirmConnection(call, { broker: chosen, label, role, draft }));
    },
};

function brokerView(all: readonly BrokerView[], name: string): BrokerView {
  const found = all.find((one) => one.broker === name);
  if (found === undefined) throw new Error(`there is no broker ${name}`);
  return found;
}
