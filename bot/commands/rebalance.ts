import { descriptionOf } from '../../core/chat/index.ts';
import { button, refresh, rows, type ChatReply } from '../chat-reply.ts';
import { optional, portfolioOrAll } from '../arguments.ts';
import { command } from '../command.ts';
import { chooseText, rebalanceText } from '../text/rebalance.ts';

/** Targets against what is held, with trades that nobody places (spec: Chat-messaging commands, /rebalance). */
export const rebalanceCommand = command({
  ...descriptionOf('rebalance'),
  arguments: { portfolio: optional(portfolioOrAll()) },
  async run(call, { portfolio: name }): Promise<ChatReply> {
    const { rebalance } = call.core.reports;
    const read = async (of: string | undefined) => await rebalance.read(call.who.userId, { portfolio: of });
    const asked = await read(name ?? undefined);
    const others = asked.portfolios_with_targets;
    const [only] = others;
    const isOnly = name === null && others.length === 1 && only !== undefined;
    const view = isOnly ? await read(only) : asked;
    if (name === null && !isOnly) return { text: chooseText(view), buttons: choices(others) };
    const buttons = view.has_targets ? [[refresh('rebalance', [view.portfolio])]] : choices(others);
    return { text: rebalanceText(view, call.format), buttons };
  },
});

const MOST_CHOICES = 10;

const choices = (portfolios: readonly string[]) =>
  rows(
    portfolios
      .slice(0, MOST_CHOICES)
      .map((name) => button(name, { do: 'run', command: 'rebalance', args: [name] })),
    2,
  );
