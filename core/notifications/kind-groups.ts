import { type FieldError, invalid } from '../platform/index.ts';
import { GROUP_NAMES, GROUPS, type Mode, MODES } from './kind.ts';
import { type KindName, KINDS } from './kinds.ts';
import type { GroupSettingView } from './view.ts';

/** A kind that a person sees, with the mode in force and the default. */
export interface ModeInForce {
  kind: KindName;
  mode: Mode;
  default_mode: Mode;
}

/** The groups of the given kinds, in the order of the settings; a group without a kind is left out. */
export function groupSettings(kinds: readonly ModeInForce[]): GroupSettingView[] {
  return GROUP_NAMES.flatMap((group) => {
    const own = kinds.filter(({ kind }) => KINDS[kind].group === group);
    if (own.length === 0) return [];
    const open = own.filter(({ kind }) => hasChoice(kind));
    const modes = MODES.filter((mode) =>
      open.every(({ kind }) => (KINDS[kind].modes as readonly Mode[]).includes(mode)),
    );
    const inForce = new Set(open.map(({ mode }) => mode));
    const [mode = null] = inForce.size === 1 ? inForce : [];
    return [
      {
        group,
        title: GROUPS[group],
        mode,
        modes: open.length === 0 ? [] : modes,
        kinds: own.map(({ kind }) => kind),
      },
    ];
  });
}

/**
 * The modes of kinds that follow from choices for whole groups.
 * @param chosen by group. @throws Problem 422 VALIDATION_ERROR for a mode that not all kinds of the group allow
 */
export function modesOfGroups(
  chosen: Readonly<Record<string, Mode>>,
  groups: readonly Pick<GroupSettingView, 'group' | 'modes' | 'kinds'>[],
): Record<string, Mode> {
  const errors: FieldError[] = [];
  const modes: Record<string, Mode> = {};
  for (const { group, modes: allowed, kinds } of groups) {
    const mode = chosen[group];
    if (mode === undefined) continue;
    if (!allowed.includes(mode))
      errors.push({ field: `groups.${group}`, message: `must be ${allowed.join(' or ')}` });
    for (const kind of kinds) if (hasChoice(kind)) modes[kind] = mode;
  }
  if (errors.length > 0) throw invalid(errors);
  return modes;
}

const hasChoice = (kind: KindName): boolean => KINDS[kind].modes.length > 1;

/** A person's notices in one sentence, which mentions if they are the defaults. */
export function settingsSentence(kinds: readonly ModeInForce[]): string {
  const named = (mode: Mode): string => listed(phrases(kinds, mode));
  const isDefault = kinds.every((one) => one.mode === one.default_mode);
  const parts = [
    ...(named('loud') === '' ? [] : [`${named('loud')} with a sound`]),
    ...(named('silent') === '' ? [] : [`${named('silent')} without a sound`]),
  ];
  const got = `${isDefault ? 'By default you get' : 'You get'} ${parts.length === 0 ? 'no notices' : parts.join(', and ')}`;
  return named('off') === '' ? `${got}.` : `${got}; switched off: ${named('off')}.`;
}

/** Names of the kinds in a mode, each once. Kinds use their titles if kinds of another mode share their name. */
function phrases(kinds: readonly ModeInForce[], mode: Mode): string[] {
  const own = kinds.filter((one) => one.mode === mode);
  const others = new Set(kinds.filter((one) => one.mode !== mode).map(({ kind }) => KINDS[kind].phrase));
  return [
    ...new Set(
      own.map(({ kind }) => {
        const { phrase, title } = KINDS[kind];
        return phrase === null || others.has(phrase) ? inSentence(title) : phrase;
      }),
    ),
  ];
}

/** In small letters, unless it begins with an abbreviation. */
const inSentence = (title: string): string =>
  /^[A-Z][A-Z]/.test(title) ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`;

const listed = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' and $1');
