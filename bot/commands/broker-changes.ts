import { descriptionOf } from '../../core/chat/index.ts';
import type { BrokerChange } from '../../core/portfolio/broker-changes/index.ts';
import { choice, optional } from '../arguments.ts';
import { type ChatReply, button, type Button, pageOf, pager, refresh, rows } from '../chat-reply.ts';
import { type Call, command, type Confirmation } from '../command.ts';
import { decidedChangesText, noChangeText, waitingChangesText } from '../text/broker-changes.ts';
import { bold, lines } from '../text/lines.ts';
import { signed } from './signed.ts';

const SHOWN_AT_ONCE = 4;
const DECIDED_AT_ONCE = 8;
const UNDO_IN_A_ROW = 4;

const DECISIONS = [
  ['ACCEPT', '✓ Accept'],
  ['KEEP', '✗ Keep mine'],
  ['LATER', '⏳ Later'],
] as const;
type Decision = (typeof DECISIONS)[number][0];

const ask = (label: string, name: string, payload: Record<string, unknown>): Button =>
  button(label, { do: 'confirm', name, payload });

/** The waiting changes, each with a row of buttons. */
function waitingAnswer(open: readonly BrokerChange[], total: number, page = 0): ChatReply {
  const { shown, page: at, pages } = pageOf([...open], page, SHOWN_AT_ONCE);
  const first = at * SHOWN_AT_ONCE;
  return {
    text: waitingChangesText(shown, first, total),
    buttons: [
      ...shown.map(({ id, version }, nth) =>
        DECISIONS.map(([decision, label]) =>
          ask(`${label} ${first + nth + 1}`, 'decide_broker_change', { decision, id, version }),
        ),
      ),
      pager('broker_changes', [], { page: at, pages }),
      [refresh('broker_changes', [], at)],
    ].filter((row) => row.length > 0),
  };
}

const brokerChanges = command({
  ...descriptionOf('broker_changes'),
  arguments: { which: optional(choice(['decided'])) },
  async run(call, { which }): Promise<ChatReply> {
    const { open, open_count, decided } = await call.core.portfolio.brokerChanges.list(call.who.userId);
    if (which === null) {
      return open.length > 0
        ? waitingAnswer(open, open_count, call.page)
        : { text: noChangeText(decided.length), buttons: [[refresh('broker_changes', [])]] };
    }
    const { shown, page, pages } = pageOf(decided, call.page, DECIDED_AT_ONCE);
    return {
      text: decidedChangesText(shown, page * DECIDED_AT_ONCE),
      buttons: [
        ...rows(
          shown.flatMap(({ id, state }, nth) =>
            state === 'WITHDRAWN'
              ? []
              : [ask(`↶ Undo ${page * DECIDED_AT_ONCE + nth + 1}`, 'undo_broker_change', { id })],
          ),
          UNDO_IN_A_ROW,
        ),
        pager('broker_changes', ['decided'], { page, pages }),
      ].filter((row) => row.length > 0),
    };
  },
});

export const brokerChangeCommands = [brokerChanges];

const DONE: Readonly<Record<Decision, string>> = {
  ACCEPT: "Your broker's version is recorded",
  KEEP: 'Your record stays',
  LATER: 'Asked again in 7 days',
};

const decide: Confirmation = {
  name: 'decide_broker_change',
  async run(call, payload) {
    const decision = payload['decision'] as Decision;
    const changes = [{ id: String(payload['id']), version: Number(payload['version']) }];
    const service = call.core.portfolio.brokerChanges;
    await service.decide(call.who.userId, { decision, changes }, call.actor);
    return await done(call, DONE[decision]);
  },
};

const undo: Confirmation = {
  name: 'undo_broker_change',
  async run(call, payload) {
    const { brokerChanges: service } = call.core.portfolio;
    const { symbol } = await service.undo(call.who.userId, String(payload['id']), call.actor);
    return await done(call, `Undone: ${symbol}`);
  },
};

/** Confirms a decision and counts the changes that still wait. */
async function done(call: Call, head: string): Promise<ChatReply> {
  const { open } = await call.core.portfolio.brokerChanges.list(call.who.userId);
  const waiting = open.filter(({ state }) => state === 'OPEN');
  if (waiting.length === 0) return { text: lines(bold(head), signed(call)) };
  const rest = waitingAnswer(waiting, waiting.length);
  return { ...rest, text: lines(bold(head), signed(call), '', rest.text) };
}

export const brokerChangeConfirmations: Confirmation[] = [decide, undo];
