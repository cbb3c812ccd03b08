import { descriptionOf } from '../../core/chat/index.ts';
import {
  GROUP_NAMES,
  KIND_NAMES,
  type KindGroup,
  type Mode,
  MODES,
  type NotificationSettingsView,
} from '../../core/notifications/index.ts';
import { choice, optional } from '../arguments.ts';
import { button, type Button, type ChatReply } from '../chat-reply.ts';
import { type Call, command } from '../command.ts';
import { needsOwner } from '../runner.ts';
import { bold, inline, lines, plain } from '../text/lines.ts';

const MODE_WORDS: Record<Mode, string> = { loud: 'with sound', silent: 'silent', off: 'off' };

/** Shows what is sent by group, and sets a group or a kind. */
export const notificationsCommand = command({
  ...descriptionOf('notifications'),
  arguments: {
    about: optional(choice([...GROUP_NAMES, ...KIND_NAMES], 'GROUP|KIND')),
    mode: optional(choice(MODES)),
  },
  async run(call, { about, mode }) {
    const { notifications } = call.core;
    const { userId, role } = call.who;
    if (about === null) return overview(await notifications.settings(userId), call);
    if (mode !== null && role !== 'owner') return needsOwner('notifications', call);
    const group = GROUP_NAMES.find((one) => one === about);
    const change = group === undefined ? { modes: { [about]: mode } } : { groups: { [group]: mode } };
    const settings =
      mode === null
        ? await notifications.settings(userId)
        : await notifications.saveSettings(
            userId,
            change as Parameters<typeof notifications.saveSettings>[1],
          );
    return groupCard(
      settings,
      group ?? settings.kinds.find(({ kind }) => kind === about)?.group ?? 'munim',
      call,
    );
  },
});

const run = (label: string, ...args: string[]): Button =>
  button(label, { do: 'run', command: 'notifications', args });

function overview({ groups, sentence }: NotificationSettingsView, { may }: Call): ChatReply {
  return {
    text: lines(
      bold('Notifications'),
      sentence,
      '',
      ...groups.map(({ title, mode }) =>
        inline(bold(title), `: ${mode === null ? 'mixed' : MODE_WORDS[mode]}`),
      ),
    ),
    buttons: groups.map(({ group, title }) => [run(title, group)]).filter((row) => row.every(may)),
  };
}

/** A group with its kinds; a press on a kind sets the next of its modes. */
function groupCard(settings: NotificationSettingsView, about: KindGroup, { who }: Call): ChatReply {
  const group = settings.groups.find((one) => one.group === about);
  if (group === undefined)
    return {
      text: plain('This group is off while its part of Munim is hidden. /parts shows it.'),
      buttons: [[ALL]],
    };
  const kinds = settings.kinds.filter(({ kind }) => group.kinds.some((own) => own === kind));
  const next = ({ mode, modes }: (typeof kinds)[number]): Mode =>
    modes[(modes.indexOf(mode) + 1) % modes.length] ?? mode;
  return {
    text: lines(
      bold(group.title),
      ...kinds.map(({ title, mode, summary }) => inline(bold(title), ` (${MODE_WORDS[mode]}): ${summary}`)),
    ),
    buttons: [
      ...(who.role === 'owner'
        ? [
            group.modes.map((mode) => run(`All ${MODE_WORDS[mode]}`, about, mode)),
            ...kinds
              .filter(({ modes }) => modes.length > 1)
              .map((kind) => [run(`${kind.title}: ${MODE_WORDS[next(kind)]}`, kind.kind, next(kind))]),
          ]
        : []),
      [ALL],
    ],
  };
}

const ALL = run('◀ All groups');
