import type { Core } from '../core/assembly/index.ts';
import { type DossierView, type ResearchRunView } from '../core/research/index.ts';
import { systemTimers } from '../core/platform/index.ts';
import { type Action, button, type Button, type ChatReply, rows } from './chat-reply.ts';
import type { Call } from './command.ts';
import { researchCard } from './text/research.ts';
import { PART_LABELS, partsOf } from './text/research-parts.ts';
import { activeBaseline, isUnderWay, pinOf, type ShownReport, shownReport } from './text/research-shown.ts';

/** Confirmed buttons of research, by the names that are stored with them. */
export const START = 'start_research';
export const CANCEL = 'cancel_research';
export const PIN = 'pin_research_baseline';
export const UNPIN = 'unpin_research_baseline';

/** So long a card is edited by itself; after that a press shows how it stands. */
const FOLLOW_MS = 10 * 60_000;
/** What no frame tells is looked for so often. */
const LOOK_MS = 15_000;
/** Telegram takes about one edit a second in a chat. */
const EDIT_EVERY_MS = 1_100;

/** Shows something of a run or of a share: in a message of its own where the pressed one is to stay. */
export const show = (label: string, words: readonly string[], fresh = false): Button =>
  button(label, { do: 'run', command: 'research', args: [...words], ...(fresh ? { fresh } : {}) });

export const confirmed = (label: string, name: string, payload: Record<string, unknown>): Button =>
  button(label, { do: 'confirm', name, payload } satisfies Action);

type Card = ChatReply & { run: ResearchRunView };

/** A run as it stands. @param message what keeps it from going on; null where nothing does. */
async function card(call: Call, runId: string, message: string | null): Promise<Card> {
  const { core, who, may } = call;
  // The lists of evidence are not on the card: reading them would take long.
  const dossier = await core.research.runs.dossier(who.userId, runId, { first: 0 });
  return {
    run: dossier.run,
    text: researchCard(dossier, { publicUrl: core.config.PUBLIC_URL, message }),
    buttons: buttonsOf(dossier, may).map((row) => row.filter((one) => may(one))),
  };
}

function buttonsOf(dossier: DossierView, may: Call['may']): Button[][] {
  const { run } = dossier;
  const refresh = show('↻ Refresh', [run.run_id]);
  if (isUnderWay(run))
    return [
      [refresh, ...(run.cancel_requested ? [] : [confirmed('Cancel it', CANCEL, { run_id: run.run_id })])],
    ];
  const shown = shownReport(dossier);
  // Both only ask; what they ask for is behind a confirmed button, and nobody is asked who may not press that.
  const mayPin = may(confirmed('', PIN, {}));
  const mayStart = may(confirmed('', START, {}));
  return [
    ...(shown === null ? [] : reportButtons(dossier, shown, mayPin)),
    [refresh, ...(mayStart ? [show('Ask again', [run.symbol], true)] : []), show('All research', [])],
  ];
}

function reportButtons(
  { run, thesis_baselines: baselines }: DossierView,
  shown: ShownReport,
  mayPin: boolean,
): Button[][] {
  const { run_id: id } = run;
  const isPinned = pinOf(baselines, id)?.is_active === true;
  const canBePinned = run.status === 'COMPLETED' && activeBaseline(baselines, run)?.run_id !== id;
  const baseline = isPinned
    ? [show('Unpin…', [id, 'unpin'], true)]
    : canBePinned
      ? [show('Pin as baseline…', [id, 'pin'], true)]
      : [];
  return rows(
    [
      show('PDF', [id, 'pdf'], true),
      ...partsOf(shown).map((part) => show(PART_LABELS[part], [id, part], true)),
      ...(mayPin ? baseline : []),
    ],
    2,
  );
}

/** A card that is edited as its run goes on. */
export async function followed(call: Call, runId: string): Promise<ChatReply> {
  const { message } = await call.core.research.runs.state(call.who.userId);
  const first = await card(call, runId, null);
  if (!isUnderWay(first.run)) return first;
  // Nobody here does it: there is nothing to follow.
  if (message !== null) return await card(call, runId, message);
  return {
    ...first,
    async meanwhile(tell, stopping) {
      const newest = takeOver(call, runId);
      try {
        return await untilEnded(call, first, tell, AbortSignal.any([stopping, newest.signal]));
      } finally {
        newest.end();
      }
    },
  };
}

/** Runs that are followed in chats of a process, each in one message: the newest that was asked for. */
const FOLLOWED = new WeakMap<Core, Map<string, AbortController>>();

function takeOver({ core, who, place }: Call, runId: string): { signal: AbortSignal; end: () => void } {
  const all = FOLLOWED.get(core) ?? new Map<string, AbortController>();
  FOLLOWED.set(core, all);
  const key = `${place.transport} ${place.chatId} ${who.userId} ${runId}`;
  all.get(key)?.abort();
  const own = new AbortController();
  all.set(key, own);
  return { signal: own.signal, end: () => void (all.get(key) === own && all.delete(key)) };
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
    for (let shown = first; ;) {
      const now = await card(call, runId, null);
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
