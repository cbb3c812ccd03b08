import { money } from '../charts/format.ts';
import type { CatchUpStep, CatchUpView } from '../core/portfolio/index.ts';
import type { ChatReply } from './chat-reply.ts';
import type { Call } from './command.ts';
import { italic, lines } from './text/lines.ts';

/** Telegram bears an edit of a message about so often. */
const TOLD_EVERY_MS = 2_000;
/** As long as nothing is heard of it, somebody else may have much to do. */
const PATIENCE_MS = 20_000;

const DOING: Record<CatchUpStep, string> = {
  LISTS: 'lists of shares',
  QUOTES: 'prices',
  CLOSES: 'past closes',
  INDEXES: 'indexes',
  RATES: 'exchange rates',
  ACTIONS: 'splits and dividends',
  SNAPSHOT: 'the first value',
};

/**
 * An answer to a change that brought new holdings: while their prices and history are fetched it shows how far that is, and
 * then what everything is worth. Where nothing is fetched it stays as it is.
 * @param since when the change was made: what was caught up with before does not count.
 * @param answer the answer with these lines under it; asked again at the end, when more may be known.
 */
export async function whileCatchingUp(
  { core, who }: Pick<Call, 'core' | 'who'>,
  since: Date,
  answer: (more: string | null) => Promise<ChatReply>,
): Promise<ChatReply> {
  // Nobody is asked for anything: what is known is known now.
  if (!core.market.hasProviders && !core.history.hasHistoryProvider)
    return await answer(await worth(core, who.userId, []));
  const first = await answer(null);
  return {
    ...first,
    async meanwhile(tell, stopping) {
      let toldAt = Number.NEGATIVE_INFINITY;
      const show = (view: CatchUpView): void => {
        const now = performance.now();
        if (now - toldAt < TOLD_EVERY_MS) return;
        toldAt = now;
        void tell({ ...first, text: lines(first.text, italic(progress(view))) }).catch(() => undefined);
      };
      const end = await ending(core.catchUps, who.userId, { since, show, stopping });
      return end === null ? first : await answer(await worth(core, who.userId, end.steps));
    },
  };
}

/** What the catch-up of a change came to, also where it was quicker than the answer; null where none began. */
async function ending(
  catchUps: Call['core']['catchUps'],
  userId: string,
  { since, show, stopping }: { since: Date; show: (view: CatchUpView) => void; stopping: AbortSignal },
): Promise<CatchUpView | null> {
  const enough = new AbortController();
  const followed = catchUps.follow(userId, show, {
    signal: AbortSignal.any([stopping, enough.signal]),
    patienceMs: PATIENCE_MS,
  });
  const known = await catchUps.read(userId);
  const isOver = known.finished_at !== null && new Date(known.finished_at) >= since;
  if (!isOver) return await followed;
  enough.abort();
  return known;
}

function progress({ steps }: CatchUpView): string {
  const running = steps.filter(({ state }) => state === 'RUNNING');
  const counted = running.find(({ total }) => total !== null && total > 0);
  const one = counted ?? running[0];
  if (one === undefined) return 'Fetching prices and history …';
  const of = counted === undefined ? '' : ` ${counted.done ?? 0} of ${counted.total ?? 0}`;
  return `Fetching ${DOING[one.step]}${of} …`;
}

/** One line on what everything is worth, with what could not be fetched; null where no holding has a price. */
async function worth(
  core: Call['core'],
  userId: string,
  steps: CatchUpView['steps'],
): Promise<string | null> {
  const { total } = await core.portfolio.dashboard.read(userId);
  const lost = steps.filter(({ state }) => state === 'FAILED').map(({ step }) => DOING[step]);
  const missing = lost.length === 0 ? '' : ` Not fetched yet: ${lost.join(', ')}.`;
  const value = total.current_value ?? total.partial.current_value?.figure ?? null;
  if (value === null) return missing === '' ? null : missing.trim();
  const whole = total.current_value === null ? 'The priced part is' : 'All holdings are';
  return `${whole} worth ${money(value, total.currency, { digits: 0 })} today.${missing}`;
}
