import { descriptionOf } from '../../../core/chat/index.ts';
import { type ConfidenceView, type GoLiveAction, MODE_WORDS } from '../../../core/options/index.ts';
import { optional } from '../../arguments.ts';
import { button, type Button, type ChatReply, refresh, rows } from '../../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../../command.ts';
import { strategyChoice } from '../../strategy-arguments.ts';
import { bold, lines, plain } from '../../text/lines.ts';
import {
  changedText,
  confidenceText,
  noAnalyses,
  noStrategies,
  notYetText,
  promotionReportText,
  statusText,
  stepText,
} from '../../text/options/go-live.ts';
import { namedActor, signed } from '../signed.ts';

const CHANGE = 'change_go_live';
const ACTIONS: readonly GoLiveAction[] = ['promote', 'shadow', 'revert'];
const MODES = ['DRY_RUN', 'SHADOW', 'LIVE'] as const;

/** Shows a command of a strategy in place of the message. */
const run = (label: string, name: string, strategy: string): Button =>
  button(label, { do: 'run', command: name, args: [strategy] });

const goliveStatus = command({
  ...descriptionOf('golive_status'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const { strategies } = await call.core.options.goLive.status(call.who.userId);
    if (strategies.length === 0) return { text: noStrategies() };
    return {
      text: statusText(strategies),
      buttons: [
        ...rows(
          strategies.slice(0, 8).map(({ strategy }) => run(strategy, 'confidence_report', strategy)),
          2,
        ),
        [refresh('golive_status')],
      ],
    };
  },
});

const confidenceReport = command({
  ...descriptionOf('confidence_report'),
  arguments: { strategy: optional(strategyChoice()) },
  async run(call, { strategy }): Promise<ChatReply> {
    const { goLive } = call.core.options;
    const { strategies } = await goLive.status(call.who.userId);
    const only = strategies.length === 1 ? strategies[0]?.strategy : undefined;
    const chosen = strategy ?? only;
    if (strategies.length === 0) return { text: noStrategies() };
    if (chosen === undefined)
      return {
        text: bold('Confidence report of which strategy?'),
        buttons: rows(
          strategies.map((one) => run(one.strategy, 'confidence_report', one.strategy)),
          2,
        ),
      };
    const view = await goLive.confidence(call.who.userId, chosen);
    return {
      text: confidenceText(view),
      buttons: [stepButtons(view).filter(call.may), [refresh('confidence_report', [chosen])]].filter(
        (row) => row.length > 0,
      ),
    };
  },
});

const stepButtons = ({ strategy, mode, next_mode, may_promote }: ConfidenceView): Button[] => [
  ...(may_promote && next_mode !== null
    ? [run(`Promote to ${MODE_WORDS[next_mode]}…`, 'promote', strategy)]
    : []),
  ...(mode === 'DRY_RUN' ? [] : [run('Revert to dry run…', 'revert', strategy)]),
];

/** Asks before a step, with what will change and what was checked; or says why it cannot be taken. */
async function ask(call: Call, strategy: string, action: GoLiveAction): Promise<ChatReply> {
  const view = await call.core.options.goLive.confidence(call.who.userId, strategy);
  const { mode, next_mode, may_promote } = view;
  const to = action === 'revert' ? 'DRY_RUN' : action === 'shadow' ? 'SHADOW' : next_mode;
  const report = run('Show the report', 'confidence_report', strategy);
  if (to === null) return { text: plain(`${strategy} is already live, the last step.`), buttons: [[report]] };
  if (to === mode)
    return { text: plain(`${strategy} is in ${MODE_WORDS[mode]} already.`), buttons: [[report]] };
  if (to === next_mode && !may_promote) return { text: notYetText(view, to), buttons: [[report]] };
  return {
    text: stepText(view, action, to),
    buttons: [
      [
        button(`✓ To ${MODE_WORDS[to]}`, {
          do: 'confirm',
          name: CHANGE,
          payload: { strategy, action, from: mode },
        }),
        button('✗ Cancel', { do: 'dismiss', say: `${strategy} stays in ${MODE_WORDS[mode]}.` }),
      ],
    ],
  };
}

const stepCommand = (action: GoLiveAction): Command =>
  command({
    ...descriptionOf(action),
    arguments: { strategy: strategyChoice() },
    run: async (call, { strategy }) => await ask(call, strategy, action),
  });

const aiPromotionReport = command({
  ...descriptionOf('ai_promotion_report'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const { marketViews } = call.core.options;
    const { analyses } = await marketViews.dataQuality(call.who.userId, {});
    if (analyses === 0) return { text: noAnalyses() };
    return {
      text: promotionReportText(await marketViews.promotionReport(call.who.userId, {})),
      buttons: [[refresh('ai_promotion_report')]],
    };
  },
});

/** Takes the step that was asked about. The service works the gate out anew. */
const changeGoLive: Confirmation = {
  name: CHANGE,
  async run(call, payload): Promise<ChatReply> {
    const strategy = String(payload['strategy']);
    const action = ACTIONS.find((one) => one === payload['action']);
    const from = MODES.find((one) => one === payload['from']);
    if (action === undefined || from === undefined) throw new Error('a button for a step that there is not');
    const changed = await call.core.options.goLive[action](
      call.who.userId,
      strategy,
      { from },
      namedActor(call),
    );
    return {
      text: lines(changedText(changed), signed(call)),
      buttons: [[run('Show the report', 'confidence_report', strategy)]],
    };
  },
};

export const goLiveCommands: readonly Command[] = [
  goliveStatus,
  confidenceReport,
  stepCommand('shadow'),
  stepCommand('promote'),
  stepCommand('revert'),
  aiPromotionReport,
];
export const goLiveConfirmations: readonly Confirmation[] = [changeGoLive];
