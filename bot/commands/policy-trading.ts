import { descriptionOf } from '../../core/chat/index.ts';
import { personOf } from '../../core/platform/index.ts';
import type { TradingState } from '../../core/policies/index.ts';
import { optional, words } from '../arguments.ts';
import { button, type Button, type ChatReply } from '../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { usage } from '../runner.ts';
import { bold, lines, plain } from '../text/lines.ts';
import { moment } from '../text/times.ts';
import { namedActor } from './signed.ts';

const PAUSE = 'pause_all';
export const RESUME_DIALOGUE = 'resume_all';

/** Stops all trading, in one press. */
export const pauseButton: Button = button('⏸ Pause all trading', { do: 'confirm', name: PAUSE, payload: {} });
export const resumeButton: Button = button('Resume trading…', {
  do: 'enter',
  dialogue: RESUME_DIALOGUE,
  args: {},
});

/** `All trading is paused, by Asha on 2 Mar 2026, 11:30 IST.` */
export const pausedLine = ({ paused_by, paused_at }: TradingState): string =>
  `All trading is paused, by ${personOf(paused_by ?? 'system')} on ${moment(paused_at)}.`;

async function pause(call: Call): Promise<ChatReply> {
  const state = await call.core.policies.live.pause.pauseAll(call.who.userId, namedActor(call));
  return {
    text: lines(
      bold('All trading is paused'),
      `${pausedLine(state)} No order of any policy is sent.`,
      'Orders that the broker has already stay there; Munim goes on following them. To take one back, use your broker’s app.',
      `Plans wait until they expire. ${call.may(resumeButton) ? '/resume_all lets trading go on.' : 'The owner lets trading go on with /resume_all.'}`,
    ),
    buttons: [[resumeButton].filter(call.may)],
  };
}

const pauseAll = command({
  ...descriptionOf(PAUSE),
  // Whatever is typed behind it: a stop is not refused over a word.
  arguments: { words: optional(words('words')) },
  // To stop is always safe.
  forApprovers: true,
  urgent: true,
  run: async (call) => await pause(call),
});

const resumeAll: Command = command({
  ...descriptionOf('resume_all'),
  arguments: { words: optional(words('words')) },
  async run(call, { words: typed }): Promise<ChatReply> {
    const { pause: trading } = call.core.policies.live;
    if (typed !== null && !isResumeWords(call, typed))
      return usage(resumeAll, `Type "${trading.resumeWords}" after the command, or send the command alone.`);
    const state = await trading.state(call.who.userId);
    if (!state.is_paused) return { text: plain('Trading is not paused, so there is nothing to resume.') };
    if (typed !== null) return await resume(call, typed);
    return { text: plain(pausedLine(state)), enter: { dialogue: RESUME_DIALOGUE, args: {} } };
  },
});

const isResumeWords = ({ core }: Pick<Call, 'core'>, typed: string): boolean =>
  typed.trim().toLowerCase() === core.policies.live.pause.resumeWords;

/** Lets trading go on. */
export async function resume(call: Call, confirmation: string): Promise<ChatReply> {
  await call.core.policies.live.pause.resumeAll(call.who.userId, { confirmation }, namedActor(call));
  return {
    text: lines(
      bold('Trading goes on'),
      'Approved plans that have not expired are sent while the market is open. Plans that wait still need your approval.',
    ),
    buttons: [[button('Show policies', { do: 'run', command: 'policies', args: [], fresh: true })]],
  };
}

const pausePress: Confirmation = { name: PAUSE, forApprovers: true, run: async (call) => await pause(call) };

/** Stops all placement of orders, and lets it go on. */
export const tradingCommands: readonly Command[] = [pauseAll, resumeAll];
export const tradingConfirmations: readonly Confirmation[] = [pausePress];
