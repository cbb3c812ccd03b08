import { descriptionOf } from '../../../core/chat/index.ts';
import { type Argument, optional } from '../../arguments.ts';
import { type ChatReply, refresh } from '../../chat-reply.ts';
import { command, type Command } from '../../command.ts';
import { usage } from '../../runner.ts';
import { brokerHealthText } from '../../text/options/broker-health.ts';

const broker: Argument<string> = {
  placeholder: 'broker',
  optional: false,
  rest: true,
  question: 'Which broker?',
  parse: (word) => word,
};

/** How well brokers answer, why, and since when (spec: Option-workspace commands, /broker_health). */
export const brokerHealthCommand: Command = command({
  ...descriptionOf('broker_health'),
  arguments: { broker: optional(broker) },
  async run({ core, who }, { broker: wanted }): Promise<ChatReply> {
    const view = await core.options.brokerHealth.read(who.userId);
    const names = view.brokers.map((one) => one.broker);
    const found = names.find((name) => name.toLowerCase() === wanted?.toLowerCase()) ?? null;
    if (wanted !== null && found === null)
      return usage(
        brokerHealthCommand,
        names.length === 0
          ? 'No health check of a broker was reported yet.'
          : `Nothing was reported of "${wanted}". There is ${names.join(', ')}.`,
      );
    return {
      text: brokerHealthText(view, found, core.clock.now()),
      buttons: [[refresh('broker_health', found === null ? [] : [found])]],
    };
  },
});
