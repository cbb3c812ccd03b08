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
  name: 'broker_health',
  family: 'Options',
  summary: 'How well the brokers of your trading process answer',
  details:
    'OK, DEGRADED, UNSTABLE or DOWN by the last 20 checks of at most ten minutes: latency, failures, age of quotes. It gets worse at once, and better by one step after three good minutes. DEGRADED and UNSTABLE make new entries a dry run; DOWN stops them.',
  examples: ['/broker_health', '/broker_health kite'],
  arguments: { broker: optional(broker) },
  changes: false,
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
