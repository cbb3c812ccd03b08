import { descriptionOf } from '../../../core/chat/index.ts';
import type { ReconciliationView } from '../../../core/options/index.ts';
import { type Argument, optional, words } from '../../arguments.ts';
import { button, type ChatReply, pager, refresh } from '../../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../../command.ts';
import {
  envelopeText,
  mismatchText,
  nothingReported,
  noMismatch,
  noPositions,
  positionsText,
  resumeQuestion,
  safetyText,
} from '../../text/options/guards.ts';
import { lines, plain } from '../../text/lines.ts';
import { count } from '../../text/numbers.ts';
import { namedActor, signed } from '../signed.ts';

const RESUME = 'resume_envelope';
const CONFIRM = 'confirm_recon';
const A_PAGE = 5;
/** Mismatches that one answer offers to confirm. */
const MOST_OFFERED = 8;

const recordId: Argument<string> = { ...words('id'), rest: false };

const envelope = command({
  ...descriptionOf('envelope'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const { options } = call.core;
    if (!(await options.hasRecords(call.who.userId))) return { text: nothingReported() };
    const view = await options.envelope.read(call.who.userId);
    const resume = button('Resume…', { do: 'run', command: RESUME, args: [], fresh: true });
    return {
      text: envelopeText(view),
      buttons: [[refresh('envelope'), ...(view.state === 'HALTED' ? [resume].filter(call.may) : [])]],
    };
  },
});

const resumeEnvelope = command({
  ...descriptionOf(RESUME),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const view = await call.core.options.envelope.read(call.who.userId);
    if (view.state !== 'HALTED')
      return { text: plain(`The risk envelope is ${view.state}, so there is nothing to resume.`) };
    return {
      text: resumeQuestion(view),
      buttons: [
        [
          button('✓ Resume', { do: 'confirm', name: RESUME, payload: { since: view.since } }),
          button('✗ Stay halted', { do: 'dismiss', say: 'The risk envelope stays HALTED.' }),
        ],
      ],
    };
  },
});

const resumePress: Confirmation = {
  name: RESUME,
  async run(call, { since }): Promise<ChatReply> {
    const { envelope: service } = call.core.options;
    const { userId } = call.who;
    // A halt that nobody was asked about is not ended by an old press.
    if ((await service.read(userId)).since !== since)
      return { text: plain('The risk envelope has changed since. Look at it with /envelope.') };
    const view = await service.resume(userId, null, namedActor(call));
    return { text: lines(`The risk envelope is ${view.state} again.`, signed(call)) };
  },
};

const safety = command({
  ...descriptionOf('safety'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const view = await call.core.options.safety(call.who.userId);
    return { text: safetyText(view, call.core.clock.now()), buttons: [[refresh('safety')]] };
  },
});

const positions = command({
  ...descriptionOf('positions'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const { items, total } = await call.core.options.positions.list(call.who.userId, {
      page: call.page + 1,
      page_size: A_PAGE,
    });
    if (total === 0) return { text: noPositions() };
    const pages = Math.ceil(total / A_PAGE);
    return {
      text: positionsText(items, total, call.core.clock.now()),
      buttons: [
        pager('positions', [], { page: call.page, pages }),
        [refresh('positions', [], call.page)],
      ].filter((row) => row.length > 0),
    };
  },
});

const confirmRecon = command({
  ...descriptionOf(CONFIRM),
  arguments: { id: optional(recordId) },
  async run(call, { id }): Promise<ChatReply> {
    const { items, total } = await call.core.options.reconciliations.list(call.who.userId, {
      status: 'open',
      page_size: id === null ? MOST_OFFERED : 200,
    });
    if (id === null && total === 0) return { text: noMismatch() };
    const found = id === null ? items : items.filter((one) => one.id === id);
    if (found.length === 0)
      return {
        text: plain(
          `There is no open mismatch named "${id ?? ''}". /confirm_recon shows those that are open.`,
        ),
      };
    return found.length === 1 && found[0] !== undefined ? question(found[0]) : choice(found, total);
  },
});

const question = (one: ReconciliationView): ChatReply => ({
  text: lines(mismatchText(one), '', 'Confirm it once the difference is settled.'),
  buttons: [
    [
      button('✓ It is settled', { do: 'confirm', name: CONFIRM, payload: { id: one.id } }),
      button('✗ Not yet', { do: 'dismiss', say: 'The mismatch stays open.' }),
    ],
  ],
});

const choice = (items: readonly ReconciliationView[], total: number): ChatReply => ({
  text: lines(
    `${count(total, 'mismatch', 'mismatches')} with the broker to confirm.`,
    items.length < total ? `The newest ${items.length} are below.` : null,
  ),
  buttons: items.map(({ id, broker }) => [
    button(`${broker}: ${id}`, { do: 'run', command: CONFIRM, args: [id], fresh: true }),
  ]),
});

const confirmPress: Confirmation = {
  name: CONFIRM,
  async run(call: Call, { id }): Promise<ChatReply> {
    const one = await call.core.options.reconciliations.confirm(
      call.who.userId,
      String(id),
      null,
      namedActor(call),
    );
    return { text: lines(`The mismatch with ${one.broker} is confirmed.`, signed(call)) };
  },
};

/** What guards trading with money. */
export const guardCommands: readonly Command[] = [safety, envelope, resumeEnvelope, confirmRecon, positions];
export const guardConfirmations: readonly Confirmation[] = [resumePress, confirmPress];
