import { descriptionOf } from '../../core/chat/index.ts';
import { charts } from '../../charts/index.ts';
import { button, type ChatReply, pageOf, pager, rows } from '../chat-reply.ts';
import { type ArgumentContext, optional } from '../arguments.ts';
import { named } from '../named-argument.ts';
import { command, type Command } from '../command.ts';
import { meantBy } from '../intents/index.ts';
import { goalsText, goalText, noGoals, noSips, sipsText, sipText } from '../text/goals.ts';

const NO_GOAL = 'You have no goals yet. Add one on the dashboard’s Goals page.';
const NO_SIP = 'You have no SIP plans yet. Add one on the dashboard’s Goals page.';

/** `house` alone is the goal House loan, where there is no other like it. */
const goalsLike = async (words: string, world: ArgumentContext) =>
  meantBy(words, 'goal', { goals: await world.goals() });

/** A plan by a part of its name, or by what it buys: PPFAS. */
async function plansLike(words: string, world: ArgumentContext): Promise<readonly string[]> {
  const plans = (await world.sipSymbols?.()) ?? [];
  const instruments = (await world.holdings()).map(({ symbol, name }) => ({
    symbol,
    name,
    is: 'held' as const,
  }));
  return meantBy(words, 'plan', { plans, instruments });
}

const A_PAGE = 10;

const goals = command({
  ...descriptionOf('goals'),
  arguments: { goal: optional(named('goal', (world) => world.goals(), NO_GOAL, goalsLike)) },
  async run(call, { goal: name }): Promise<ChatReply> {
    const all = await call.core.goals.goals.list(call.who.userId);
    if (all.length === 0) return { text: noGoals() };
    const chosen = name === null ? undefined : all.find((one) => one.name === name);
    const choice = ({ name: of }: { name: string }) =>
      button(of, { do: 'run', command: 'goals', args: [of] });
    if (chosen === undefined) {
      const { shown, from, ...at } = pageOf(all, call.page, A_PAGE);
      return {
        text: goalsText(shown, { from, total: all.length }),
        buttons: [...rows(shown.map(choice), 2), pager('goals', [], at)].filter((row) => row.length > 0),
      };
    }
    const others = all
      .filter((one) => one !== chosen)
      .slice(0, A_PAGE)
      .map(choice);
    const { fan, inflated_target } = chosen.progress;
    const answer = { text: goalText(chosen), buttons: rows(others, 2) };
    if (fan.length < 2 || inflated_target === null) return answer;
    const config = () =>
      charts.goal_fan.config(
        { points: fan, target: inflated_target },
        { title: chosen.name, currency: chosen.currency },
      );
    return { ...answer, photo: { name: 'goal.png', config } };
  },
});

const sips = command({
  ...descriptionOf('sips'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const all = await call.core.goals.sips.list(call.who.userId);
    if (all.length === 0) return { text: noSips() };
    const { shown, from, ...at } = pageOf(all, call.page, A_PAGE);
    const choices = shown.map(({ name }) => button(name, { do: 'run', command: 'sip', args: [name] }));
    return {
      text: sipsText(shown, { from, total: all.length }),
      buttons: [...rows(choices, 2), pager('sips', [], at)].filter((row) => row.length > 0),
    };
  },
});

const sip = command({
  ...descriptionOf('sip'),
  arguments: { plan: named('plan', (world) => world.sipPlans(), NO_SIP, plansLike) },
  async run(call, { plan: name }): Promise<ChatReply> {
    const found = (await call.core.goals.sips.list(call.who.userId)).find((one) => one.name === name);
    return { text: found === undefined ? noSips() : sipText(found) };
  },
});

/** Goals and SIP plans (spec: Chat-messaging commands). */
export const goalCommands: readonly Command[] = [goals, sips, sip];
