import { descriptionOf } from '../../core/chat/index.ts';
import type { ActionSuggestion } from '../../core/portfolio/corporate-actions/index.ts';
import { type ChatReply, button, type Button, pageOf, pager, refresh, rows } from '../chat-reply.ts';
import { choice, optional } from '../arguments.ts';
import { type Call, command, type Confirmation } from '../command.ts';
import { decidedText, noneWaiting, waitingText } from '../text/corporate-actions.ts';
import { bold, lines } from '../text/lines.ts';
import { count } from '../text/numbers.ts';
import { signed } from './signed.ts';

const SHOWN_AT_ONCE = 4;
const DECIDED_AT_ONCE = 8;
const UNDO_IN_A_ROW = 4;

const ask = (label: string, name: string, payload: Record<string, unknown>): Button =>
  button(label, { do: 'confirm', name, payload });

/** The waiting actions, each with a row of buttons. */
export function waitingAnswer(open: readonly ActionSuggestion[], page = 0): ChatReply {
  const { shown, page: at, pages } = pageOf([...open], page, SHOWN_AT_ONCE);
  const sure = open.filter(({ state }) => state === 'OPEN').length;
  const first = at * SHOWN_AT_ONCE;
  return {
    text: waitingText(shown, first, open.length),
    buttons: [
      ...shown.map(({ id, state }, nth) => [
        ...(state === 'NEEDS_TERMS'
          ? []
          : [ask(`✓ Apply ${first + nth + 1}`, 'apply_actions', { ids: [id] })]),
        ask(`✗ Not mine ${first + nth + 1}`, 'decline_actions', { ids: [id] }),
      ]),
      ...(sure > 1 ? [[ask(`✓ Apply all ${sure}`, 'apply_actions', { ids: 'all' })]] : []),
      pager('actions', [], { page: at, pages }),
      [refresh('actions', [], at)],
    ].filter((row) => row.length > 0),
  };
}

const actions = command({
  ...descriptionOf('actions'),
  arguments: { which: optional(choice(['decided'])) },
  async run(call, { which }): Promise<ChatReply> {
    const { open, decided, apply_automatically } = await call.core.corporateActions.list(call.who.userId);
    if (which === null) {
      return open.length > 0
        ? waitingAnswer(open, call.page)
        : { text: noneWaiting(decided.length, apply_automatically), buttons: [[refresh('actions', [])]] };
    }
    const { shown, page, pages } = pageOf(decided, call.page, DECIDED_AT_ONCE);
    return {
      text: decidedText(shown, page * DECIDED_AT_ONCE),
      buttons: [
        ...rows(
          shown.flatMap(({ id, status }, nth) =>
            status === 'APPLIED'
              ? [ask(`↶ Undo ${page * DECIDED_AT_ONCE + nth + 1}`, 'undo_action', { id })]
              : [],
          ),
          UNDO_IN_A_ROW,
        ),
        pager('actions', ['decided'], { page, pages }),
      ].filter((row) => row.length > 0),
    };
  },
});

export const corporateActionCommands = [actions];

/** Confirms a decision and counts the actions that still wait. */
function done(call: Call, head: string, open: readonly ActionSuggestion[]): ChatReply {
  if (open.length === 0) return { text: lines(bold(head), signed(call)) };
  const rest = waitingAnswer(open);
  return { ...rest, text: lines(bold(head), signed(call), '', rest.text) };
}

const apply: Confirmation = {
  name: 'apply_actions',
  async run(call, payload) {
    const ids = payload['ids'] === 'all' ? 'all' : idsOf(payload);
    const { applied, open } = await call.core.corporateActions.apply(call.who.userId, ids, call.actor);
    return done(
      call,
      applied === 0 ? 'Already applied' : `Applied ${count(applied, 'corporate action')}`,
      open,
    );
  },
};

const decline: Confirmation = {
  name: 'decline_actions',
  async run(call, payload) {
    const { open } = await call.core.corporateActions.decline(call.who.userId, idsOf(payload), call.actor);
    return done(call, 'Dismissed: not yours', open);
  },
};

const undo: Confirmation = {
  name: 'undo_action',
  async run(call, payload) {
    const view = await call.core.corporateActions.undo(call.who.userId, String(payload['id']), call.actor);
    return { text: lines(bold(`Undone: ${view.symbol}`), decidedText([view], 0), signed(call)) };
  },
};

function idsOf(payload: Record<string, unknown>): string[] {
  return Array.isArray(payload['ids']) ? payload['ids'].map(String) : [];
}

export const corporateActionConfirmations: Confirmation[] = [apply, decline, undo];
