import type { BrokerView } from '../core/brokers/index.ts';
import { type Argument, WrongArgument } from './arguments.ts';
import { closest } from './suggest.ts';

/** One of the person's connections by its label, whatever the case, or by `#id` as buttons name it. Answers the id. */
export function connection(): Argument<string> {
  return {
    placeholder: 'label',
    optional: false,
    rest: true,
    question: 'Which connection?',
    none: 'You have no connections yet. Add one with /add_connection.',
    async parse(word, world) {
      const all = await world.connections();
      const wanted = word.trim().toLowerCase();
      const found = all.find(({ id, label }) => `#${id}` === wanted || label.toLowerCase() === wanted);
      if (found !== undefined) return found.id;
      if (all.length === 0)
        throw new WrongArgument('You have no connections yet. Add one with /add_connection.');
      const labels = all.map(({ label }) => label);
      const near = closest(word, labels);
      const hint =
        near.length > 0
          ? `Did you mean ${near.join(' or ')}?`
          : `Your connections: ${labels.slice(0, 8).join(', ')}.`;
      throw new WrongArgument(`You have no connection named "${word}". ${hint}`);
    },
    async options(world) {
      return (await world.connections()).map(({ id, label }) => ({ label, value: `#${id}` }));
    },
  };
}

/** A broker that can be connected, by its name or title. */
export function broker(): Argument<BrokerView['broker']> {
  return {
    placeholder: 'broker',
    optional: false,
    // Whatever else was typed may be a credential: it is not repeated.
    rest: true,
    question: 'Which broker?',
    parse(word, world) {
      const all = world.brokers();
      const isOne = all.some(({ title }) => title.toLowerCase() === word.toLowerCase());
      if (/\s/.test(word) && !isOne)
        throw refused(
          'Send only the broker name. I ask for credentials one by one. If your message contains any, delete it.',
        );
      const wanted = word.toLowerCase();
      const found = all.find(({ broker: name, title }) => name === wanted || title.toLowerCase() === wanted);
      if (found?.is_on === true) return found.broker;
      if (found !== undefined)
        throw refused(
          `${found.title} is switched off on this server. The server’s operator can set ${found.switched_on_by}.`,
        );
      const names = all.filter(({ is_on }) => is_on).map(({ broker: name }) => name);
      const near = closest(word, names);
      throw refused(
        `There is no broker of that name. ${near.length > 0 ? `Did you mean ${near[0]}?` : `Choose from ${names.join(', ')}.`}`,
      );
    },
    async options(world) {
      return world
        .brokers()
        .filter(({ is_on }) => is_on)
        .map(({ broker: value, title }) => ({ label: title, value }));
    },
  };
}

const refused = (told: string) => new WrongArgument(told, { plainly: told });
