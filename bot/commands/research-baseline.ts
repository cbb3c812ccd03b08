import type { DossierView } from '../../core/research/index.ts';
import { button, type ChatReply } from '../chat-reply.ts';
import type { Call, Confirmation } from '../command.ts';
import { confirmed, PIN, show, UNPIN } from '../research-card.ts';
import { refusalOf } from '../roles.ts';
import { bold, lines, plain } from '../text/lines.ts';
import { clipped } from '../text/passage.ts';
import { statusWords } from '../text/research.ts';
import { activeBaseline, pinOf, replacedBaseline } from '../text/research-shown.ts';
import { dayOf, moment } from '../text/times.ts';
import { signed } from './signed.ts';

type Run = DossierView['run'];
type Baselines = DossierView['thesis_baselines'];

/** Asks whether a run shall be what later ones are compared with. */
export function pinQuestion(call: Call, { run, thesis_baselines: baselines }: DossierView): ChatReply {
  const { run_id, symbol, status } = run;
  const pin = confirmed('✓ Pin as baseline', PIN, { run_id });
  if (!call.may(pin)) return { text: plain(refusalOf(call.who.role, {}, 'pin a baseline')) };
  if (status !== 'COMPLETED')
    return {
      text: plain(
        `Only completed research can be pinned as a baseline. The status of ${run_id}: ${statusWords(run)}.`,
      ),
    };
  const before = replacedBaseline(baselines, run);
  if (before?.run_id === run_id)
    return {
      text: plain(`${run_id} is the baseline of ${symbol} already, since ${dayOf(before.created_at)}.`),
    };
  return {
    text: lines(
      bold(`Pin ${run_id} as the baseline of ${symbol}?`),
      'Later runs are compared with it: whether the thesis is strengthening, unchanged or weakening.',
      before !== null && `It replaces ${before.run_id}, pinned ${dayOf(before.created_at)}.`,
    ),
    buttons: [[pin], [button('✗ No', { do: 'dismiss', say: 'Nothing was pinned.' })]],
  };
}

/** Asks whether a run shall no longer be the baseline; says why not where it is none. */
export function unpinQuestion(
  call: Call,
  { run_id, symbol, portfolio_id }: Pick<Run, 'run_id' | 'symbol' | 'portfolio_id'>,
  baselines: Baselines,
): ChatReply {
  const unpin = confirmed('✓ Unpin', UNPIN, { run_id });
  if (!call.may(unpin)) return { text: plain(refusalOf(call.who.role, {}, 'unpin a baseline')) };
  const share = clipped(symbol, 40);
  const pinned = pinOf(baselines, run_id);
  const now = activeBaseline(baselines, { portfolio_id });
  const instead = now === null ? `${share} has no baseline now.` : `The baseline is ${now.run_id}.`;
  if (pinned === null)
    return { text: plain(`${run_id} was never pinned as the baseline of ${share}. ${instead}`) };
  if (!pinned.is_active)
    return {
      text: plain(
        `${run_id} has not been the baseline of ${share} since ${dayOf(pinned.replaced_at)}. ${instead}`,
      ),
    };
  return {
    text: lines(
      bold(`Unpin ${run_id}, the baseline of ${share} since ${dayOf(pinned.created_at)}?`),
      'Later runs are not compared with it any more. What was compared with it stays.',
    ),
    buttons: [[unpin], [button('✗ No', { do: 'dismiss', say: 'Nothing was unpinned.' })]],
  };
}

/** The same of whatever run is the baseline of a share. @param runId any run of the share, whose portfolio counts */
export async function unpinOfShare(call: Call, runId: string): Promise<ChatReply> {
  const { core, who } = call;
  const dossier = await core.research.runs.dossier(who.userId, runId, { first: 0 });
  const { run, thesis_baselines: baselines } = dossier;
  const active = activeBaseline(baselines, run);
  if (active === null)
    return {
      text: plain(`${clipped(run.symbol, 40)} has no baseline, so there is nothing to unpin.`),
      buttons: [[show('Open card', [run.run_id], true)]],
    };
  return unpinQuestion(call, { ...run, run_id: active.run_id }, baselines);
}

export const baselineConfirmations: readonly Confirmation[] = [
  {
    name: PIN,
    async run(call, { run_id }) {
      const { core, who, actor } = call;
      await core.research.thesis.setBaseline(who.userId, String(run_id), actor);
      return {
        text: lines(
          `${String(run_id)} is the baseline now. Later runs of the share are compared with it.`,
          signed(call),
        ),
        buttons: [[show('Open card', [String(run_id)], true)]],
      };
    },
  },
  {
    name: UNPIN,
    async run(call, { run_id }) {
      const { core, who, actor } = call;
      const id = String(run_id);
      const unpinned = await core.research.thesis.clearBaseline(who.userId, id, actor);
      return {
        text: unpinned.was_active
          ? lines(
              `${id} is no longer the baseline. Later runs of the share are not compared with it.`,
              signed(call),
            )
          : plain(
              `${id} was replaced or unpinned before, ${moment(unpinned.replaced_at)}. Nothing was changed.`,
            ),
        buttons: [[show('Open card', [id], true)]],
      };
    },
  },
];
