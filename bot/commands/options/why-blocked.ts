import { descriptionOf } from '../../../core/chat/index.ts';
import type { FunnelView } from '../../../core/options/index.ts';
import { charts } from '../../../charts/index.ts';
import { optional } from '../../arguments.ts';
import { type ChatReply, refresh } from '../../chat-reply.ts';
import { command } from '../../command.ts';
import { strategyChoice } from '../../strategy-arguments.ts';
import { noSignalsText, whyBlockedText } from '../../text/options/funnel.ts';
import { MODE_WORDS } from '../../text/options/modes.ts';

/** What kept strategies from trading today, in words and as a picture (spec: Option-workspace commands, /why_blocked). */
export const whyBlocked = command({
  ...descriptionOf('why_blocked'),
  arguments: { strategy: optional(strategyChoice()) },
  async run({ core, who }, { strategy: asked }): Promise<ChatReply> {
    const buttons = [[refresh('why_blocked', asked === null ? [] : [asked])]];
    const normal = await core.options.funnel.read(who.userId, {});
    const shadow = await core.options.funnel.read(who.userId, { mode: 'SHADOW' });
    // Shadow stands apart, after what counts.
    const all = [...normal.by_strategy, ...shadow.by_strategy];
    const wanted = all.filter(({ strategy }) => asked === null || strategy === asked);
    if (wanted.length === 0) return { text: noSignalsText(latestOf(normal, shadow), asked), buttons };
    const strategies = wanted.toSorted((one, other) => rank(one) - rank(other));
    const bars = strategies.map((one) => ({ ...one, label: `${one.strategy} (${MODE_WORDS[one.mode]})` }));
    return {
      text: whyBlockedText(normal, strategies),
      photo: {
        name: 'signals.png',
        config: () => charts.options_funnel.config({ strategies: bars }, { title: 'Signals today' }),
      },
      buttons,
    };
  },
});

const ORDER: Readonly<Record<string, number>> = { LIVE: 0, DRY_RUN: 1, SHADOW: 2 };
const rank = ({ mode }: { mode: string }): number => ORDER[mode] ?? 0;

/** Of the two, the one whose last signal is the later: a process that runs in shadow alone has signals as well. */
function latestOf(normal: FunnelView, shadow: FunnelView): FunnelView {
  const seen = normal.seen + shadow.seen;
  const [one, other] = [normal.last_signal, shadow.last_signal];
  const isShadow = other !== null && (one === null || (other.at ?? other.day) > (one.at ?? one.day));
  return { ...normal, seen, last_signal: isShadow ? other : one };
}
