import type { ResearchRunView } from '../../core/research/index.ts';
import { Problem, systemTimers } from '../../core/platform/index.ts';
import { type Argument, optional, WrongArgument } from '../arguments.ts';
import { button, type Button, type ChatReply } from '../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { isUnderWay, modeWords, researchCard, researchList } from '../text/research.ts';
import { bold, lines, plain } from '../text/lines.ts';

const START = 'start_research';
const CANCEL = 'cancel_research';
const NEWEST = 8;
/** So long a card is edited by itself; after that a press shows how it stands. */
const FOLLOW_MS = 10 * 60_000;
/** What no frame tells is looked for so often. */
const LOOK_MS = 15_000;
/** Telegram takes about one edit a second in a chat. */
const EDIT_EVERY_MS = 1_100;

type Mode = 'CURRENT' | 'OFFLINE';
const MODES: readonly { mode: Mode; label: string; means: string }[] = [
  {
    mode: 'CURRENT',
    label: 'Ask the sources',
    means: 'asks exchanges, filings and news for what is known now',
  },
  { mode: 'OFFLINE', label: 'Only what is kept', means: 'asks nobody and takes what was kept or imported' },
];

/** A share to ask about, or a run by its id. */
const shareOrRun: Argument<string> = {
  placeholder: 'SYMBOL',
  optional: false,
  rest: false,
  question: 'Which share?',
  parse(word) {
    const wanted = word.replace(/^#/, '').toUpperCase();
    if (/^[\p{L}\p{N}][\p{L}\p{N}.&_-]{0,39}$/u.test(wanted)) return wanted;
    throw new WrongArgument(`"${word}" does not look like a symbol.`, {
      plainly: 'That does not look like a symbol.',
    });
  },
};

const isRunId = (word: string): boolean => /^AI-\d+$/.test(word);
const show = (run_id: string, label: string): Button =>
  button(label, { do: 'run', command: 'research', args: [run_id] });

type Card = ChatReply & { run: ResearchRunView };

async function card({ core, who, may }: Call, runId: string): Promise<Card> {
  const dossier = await core.research.runs.dossier(who.userId, runId, { first: 0 });
  const { run } = dossier;
  const cancel = button('Cancel it', { do: 'confirm', name: CANCEL, payload: { run_id: run.run_id } });
  const buttons = [
    show(run.run_id, '↻ Refresh'),
    ...(isUnderWay(run) && !run.cancel_requested ? [cancel] : []),
  ];
  return {
    run,
    text: researchCard(dossier, core.config.PUBLIC_URL),
    buttons: [buttons.filter((one) => may(one))],
  };
}

/** A card that is edited as its run goes on. */
async function followed(call: Call, runId: string): Promise<ChatReply> {
  const first = await card(call, runId);
  const state = await call.core.research.runs.state(call.who.userId);
  // Nobody here does it: there is nothing to follow.
  if (!isUnderWay(first.run) || state.message !== null) {
    const { message } = state;
    return message === null || !isUnderWay(first.run)
      ? first
      : { ...first, text: lines(first.text, '', plain(message)) };
  }
  return {
    ...first,
    async meanwhile(tell, stopping) {
      return await untilEnded(call, first, tell, stopping);
    },
  };
}

/**
 * Edits a card as its run goes on, until that has ended or was followed long enough. This is for whoever looks: that the run
 * has ended comes as a notification, whatever becomes of the card. @returns the card to stay.
 */
async function untilEnded(
  call: Call,
  first: Card,
  tell: (answer: ChatReply) => Promise<void>,
  stopping: AbortSignal,
): Promise<ChatReply> {
  const { run_id: runId } = first.run;
  const over = AbortSignal.any([AbortSignal.timeout(FOLLOW_MS), stopping]);
  let isDue = false;
  let wake: () => void = () => undefined;
  over.addEventListener('abort', () => wake());
  const off = call.core.listener.on('research_progress', ({ run_id }) => {
    if (run_id !== runId) return;
    isDue = true;
    wake();
  });
  try {
    for (let shown = first; ; ) {
      const now = await card(call, runId);
      if (!isUnderWay(now.run) || over.aborted) return now;
      if (now.text.rawText !== shown.text.rawText) await tell(now);
      shown = now;
      await systemTimers.sleep(EDIT_EVERY_MS, over).catch(() => undefined);
      if (isDue || over.aborted) {
        isDue = false;
        continue;
      }
      const look = new AbortController();
      const heard = new Promise<void>((resolve) => (wake = resolve));
      await Promise.race([heard, systemTimers.sleep(LOOK_MS, look.signal).catch(() => undefined)]);
      look.abort();
      isDue = false;
    }
  } finally {
    off();
  }
}

export const researchCommand: Command = command({
  name: 'research',
  family: 'Reports',
  summary: 'Evidence and facts about a listed share',
  details:
    'Reads what a company, its exchange and its regulator published, and says whether the evidence is enough. It asks before it starts. Research as of an earlier moment is started in the dashboard. Off unless PORTFOLIO_AI_RESEARCH_ENABLED=1.',
  examples: ['/research', '/research TCS', '/research ai-12'],
  arguments: { share: optional(shareOrRun) },
  changes: false,
  async run(call, { share }) {
    const { core, who, may } = call;
    const { runs } = core.research;
    if (share === null) {
      const { items, total } = await runs.list(who.userId, { page_size: NEWEST });
      return {
        text: researchList(items, total),
        buttons: items.map((run) => [show(run.run_id, `${run.symbol}, ${modeWords(run)}`)]),
      };
    }
    if (isRunId(share)) return await followed(call, share.toLowerCase());
    const state = await runs.state(who.userId);
    if (!state.is_enabled) throw new Problem(409, 'AI_RESEARCH_OFF', state.message ?? '');
    const choices = MODES.map(({ mode, label }) =>
      button(`✓ ${label}`, { do: 'confirm', name: START, payload: { symbol: share, mode } }),
    ).filter((one) => may(one));
    return {
      text: lines(
        bold(`Research ${share}?`),
        ...MODES.map(({ label, means }) => `• ${label}: ${means}`),
        `${state.estimate.words} ${state.runs_today} of ${state.daily_run_limit} runs of today are used.`,
        state.message,
      ),
      buttons: [
        ...choices.map((one) => [one]),
        [button('✗ No', { do: 'dismiss', say: 'Nothing was started.' })],
      ],
    };
  },
});

export const researchConfirmations: readonly Confirmation[] = [
  {
    name: START,
    async run(call, { symbol, mode }) {
      const { core, who, actor } = call;
      const { run_id } = await core.research.runs.create(who.userId, 'V3', { symbol, mode }, actor);
      return await followed(call, run_id);
    },
  },
  {
    name: CANCEL,
    async run(call, { run_id }) {
      const { core, who, actor } = call;
      await core.research.runs.cancel(who.userId, String(run_id), actor);
      return await card(call, String(run_id));
    },
  },
];
