import type { Notice } from '../../notifications/index.ts';
import type { Watcher } from '../watch/index.ts';
import { criteriaAhead } from './gate-view.ts';
import type { GoLive } from './go-live.ts';
import type { ConfidenceView } from './go-live-view.ts';
import { MODE_WORDS } from './steps.ts';

/**
 * Tells once when a strategy passes all that its next step needs. It goes by the mode and since when it is in it: after a
 * step back it is told again.
 */
export const createPromotionWatch = (goLive: Pick<GoLive, 'all'>): Watcher => ({
  name: 'promotions',
  look: async (userId) =>
    (await goLive.all(userId)).filter(({ may_promote }) => may_promote).map((view) => noticeOf(view)),
});

function noticeOf(view: ConfidenceView): Notice {
  const { strategy, mode, since, next_mode: next } = view;
  const to = MODE_WORDS[next ?? 'LIVE'];
  return {
    kind: 'options_promotion_possible',
    dedupKey: `options-promotion:${strategy}:${mode}:${since ?? 'beginning'}`,
    title: `${strategy} may go to ${to}`,
    body: [
      `${strategy} is in ${MODE_WORDS[mode]} and meets every requirement of ${to}:`,
      ...criteriaAhead(view).map(({ title, words }) => `✓ ${title}: ${words}`),
      `Nothing changes by itself. /promote ${strategy} takes the step.`,
    ].join('\n'),
    payload: { strategy, mode, next },
  };
}
