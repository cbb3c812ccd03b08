import { descriptionOf } from '../../core/chat/index.ts';
import type { ResearchRunView } from '../../core/research/index.ts';
import { Problem } from '../../core/platform/index.ts';
import { type Argument, choice, optional, WrongArgument } from '../arguments.ts';
import { button, type ChatReply, pager } from '../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { CANCEL, confirmed, followed, show, START } from '../research-card.ts';
import { reportFile } from '../research-reports.ts';
import { refusalOf } from '../roles.ts';
import { usage } from '../runner.ts';
import { bold, lines, plain } from '../text/lines.ts';
import { clipped } from '../text/passage.ts';
import { listedStatus, researchList, statusWords } from '../text/research.ts';
import { PART_LABELS, PARTS, partsOf, researchPart } from '../text/research-parts.ts';
import { DRAFT } from '../text/research-report.ts';
import { shownReport } from '../text/research-shown.ts';
import { baselineConfirmations, pinQuestion, unpinOfShare, unpinQuestion } from './research-baseline.ts';

const A_PAGE = 8;
/** So far back the newest run with a report is looked for. */
const LOOKED_AT = 25;

type Mode = 'CURRENT' | 'OFFLINE';
const MODES: readonly { mode: Mode; label: string; means: string }[] = [
  {
    mode: 'CURRENT',
    label: 'Ask the sources',
    means: 'reads what exchanges, filings and news say now',
  },
  {
    mode: 'OFFLINE',
    label: 'Only what is kept',
    means: 'asks no source and rests on what was fetched or imported before',
  },
];

/** A share to ask about, or a run by its id. */
const shareOrRun: Argument<string> = {
  placeholder: 'SYMBOL|ai-12',
  optional: false,
  rest: false,
  question: 'Which share?',
  means: async () => 'a share or a run such as ai-12',
  fits: (word) => (isRunId(word.replace(/^#/, '').toUpperCase()) ? 'known' : 'possible'),
  parse(word) {
    const wanted = word.replace(/^#/, '').toUpperCase();
    if (/^[\p{L}\p{N}][\p{L}\p{N} .&_:-]{0,39}$/u.test(wanted)) return wanted;
    throw new WrongArgument(`"${word.slice(0, 60)}" does not look like a symbol.`, {
      plainly: 'That does not look like a symbol.',
    });
  },
};
const part = choice(['latest', 'list', 'pdf', ...PARTS, 'pin', 'unpin'], 'part');
type Wanted = ReturnType<(typeof part)['parse']> extends infer W ? Awaited<W> : never;

const isRunId = (word: string): boolean => /^AI-\d+$/.test(word);

export const researchCommand: Command = command({
  ...descriptionOf('research'),
  arguments: { share: optional(shareOrRun), part: optional(part) },
  async run(call, { share, part: wanted }) {
    if (share === null && wanted !== null && wanted !== 'list')
      return usage(researchCommand, 'Which share or run? It is missing.');
    if (share === null) return await list(call, null);
    if (isRunId(share)) return await ofRun(call, share.toLowerCase(), wanted);
    if (wanted === null) return await question(call, share);
    if (wanted === 'list') return await list(call, share);
    const run = await latestOf(call, share);
    if (run !== null && wanted === 'unpin') return await unpinOfShare(call, run.run_id);
    return run === null ? unresearched(call, share) : await ofRun(call, run.run_id, wanted);
  },
});

/** That there is nothing to show of a share, and how to ask for it. */
function unresearched({ may, who }: Call, symbol: string): ChatReply {
  const none = `There is no research of ${symbol} yet.`;
  if (!may(confirmed('', START, {})))
    return { text: plain(`${none} ${refusalOf(who.role, {}, 'start research')}`) };
  return {
    text: plain(`${none} To ask for it, send /research ${symbol}.`),
    buttons: [[show(`Research ${symbol}…`, [symbol], true)]],
  };
}

/** A page of runs, of all shares or of one. */
async function list(call: Call, symbol: string | null): Promise<ChatReply> {
  const { core, who, page } = call;
  const read = async (nr: number) =>
    await core.research.runs.list(who.userId, {
      page: nr + 1,
      page_size: A_PAGE,
      ...(symbol === null ? {} : { symbol }),
    });
  const asked = await read(page);
  const pages = Math.max(1, Math.ceil(asked.total / A_PAGE));
  // The list may have grown or the button be of another one: there is always a page to show.
  const at = Math.min(page, pages - 1);
  const { items: runs, total } = at === page ? asked : await read(at);
  return {
    text: researchList(runs, { total, from: at * A_PAGE, symbol }),
    buttons: [
      ...runs.map((run) => [show(`${run.run_id} ${run.symbol}, ${listedStatus(run)}`, [run.run_id])]),
      pager('research', symbol === null ? [] : [symbol, 'list'], { page: at, pages }),
    ],
  };
}

/** The newest run of a share that came to a report, else the newest of all; null without any. */
async function latestOf({ core, who }: Call, symbol: string): Promise<ResearchRunView | null> {
  const { items } = await core.research.runs.list(who.userId, { symbol, page_size: LOOKED_AT });
  return items.find(({ qa_status }) => qa_status !== null) ?? items[0] ?? null;
}

async function ofRun(call: Call, runId: string, wanted: Wanted | null): Promise<ChatReply> {
  if (wanted === null || wanted === 'latest') return await followed(call, runId);
  if (wanted === 'list') return usage(researchCommand, '"list" goes with a symbol, not with one run.');
  const { core, who } = call;
  const dossier = await core.research.runs.dossier(who.userId, runId, { first: 0 });
  const { run } = dossier;
  if (wanted === 'pin') return pinQuestion(call, dossier);
  if (wanted === 'unpin') return unpinQuestion(call, run, dossier.thesis_baselines);
  const shown = shownReport(dossier);
  const name = clipped(dossier.subject.name ?? run.symbol, 90);
  if (shown === null)
    return {
      text: plain(
        dossier.report_problem ?? `${run.run_id} has no report. Its status: ${statusWords(run, false)}.`,
      ),
      buttons: [[show('Open card', [run.run_id], true)]],
    };
  if (wanted === 'pdf') {
    const file = await reportFile(core, who.userId, runId);
    return {
      text: lines(`${name}, ${run.run_id}`, run.status !== 'COMPLETED' && bold(DRAFT)),
      file,
    };
  }
  if (!partsOf(shown).includes(wanted))
    return {
      text: plain(`${run.run_id} is a report of the first version and has no part "${PART_LABELS[wanted]}".`),
    };
  return { text: researchPart(dossier, shown, wanted) };
}

/** What it costs and takes, before anything is asked for. */
async function question(call: Call, symbol: string): Promise<ChatReply> {
  const { core, who, may } = call;
  const { runs } = core.research;
  const state = await runs.state(who.userId);
  if (!state.is_enabled) throw new Problem(409, 'AI_RESEARCH_OFF', state.message ?? '');
  const { total, items } = await runs.list(who.userId, { symbol, page_size: 1 });
  const [newest] = items;
  const earlier =
    newest === undefined
      ? []
      : [
          [
            show(`Newest: ${newest.run_id}, ${listedStatus(newest)}`, [newest.run_id]),
            ...(total > 1 ? [show(`All ${total} of ${symbol}`, [symbol, 'list'])] : []),
          ],
        ];
  const choices = MODES.map(({ mode, label }) => confirmed(`✓ ${label}`, START, { symbol, mode })).filter(
    (one) => may(one),
  );
  if (choices.length === 0)
    return { text: plain(refusalOf(who.role, {}, 'start research')), buttons: earlier };
  return {
    text: lines(
      bold(`Research ${symbol}?`),
      ...MODES.map(({ label, means }) => `• ${label}: ${means}`),
      state.estimate.words,
      state.estimate.models.length > 0 &&
        'Models get the share, its market prices and what was published or imported about it. Nothing of what you own of it is sent.',
      `${state.runs_today} of ${state.daily_run_limit} runs of today are used.`,
      state.message,
    ),
    buttons: [
      ...choices.map((one) => [one]),
      ...earlier,
      [button('✗ No', { do: 'dismiss', say: 'Nothing was started.' })],
    ],
  };
}

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
      return await followed(call, String(run_id));
    },
  },
  ...baselineConfirmations,
];
