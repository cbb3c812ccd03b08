import { COMMANDS } from '../../bot/catalogue.ts';
import { FAMILIES } from '../../core/chat/index.ts';
import { SETTING_GROUPS } from '../../core/platform/config.ts';

type Setting = (typeof SETTING_GROUPS)[number]['variables'][string];

const WIDTH = 118;

/** Files that are generated from the code, by their paths from the top folder. */
export const GENERATED: readonly { path: string; text: () => string }[] = [
  { path: '.env.example', text: envExample },
  { path: 'api/docs/settings.md', text: settingsGuide },
  { path: 'api/docs/commands.md', text: commandsGuide },
];

function envExample(): string {
  const groups = SETTING_GROUPS.map(({ title, variables }) =>
    [
      `# --- ${title} ---`,
      ...Object.entries(variables).flatMap(([name, setting]) => [
        '',
        ...wrapped(meaningOf(setting)).map((line) => `# ${line}`),
        `${name}=${setting.fallback}`,
      ]),
    ].join('\n'),
  );
  return `# Copy to .env and change what you need. Every setting has a default; an empty value means the default.
# This file is generated (npm run docs). The guide to settings has the same texts.

${groups.join('\n\n')}
`;
}

function settingsGuide(): string {
  const groups = SETTING_GROUPS.map(({ title, variables }) => {
    const items = Object.entries(variables).map(([name, setting]) => {
      const fallback = setting.fallback === '' ? 'empty' : `\`${setting.fallback}\``;
      return `- \`${name}\` (${fallback}): ${meaningOf(setting)}`;
    });
    return `## ${title}\n\n${items.join('\n')}\n`;
  });
  return `# Settings

All settings of Munim, with their defaults in brackets. Each is an environment variable, or a line in the file \`.env\` in the folder of Munim. \`.env.example\` lists all of them: copy it to \`.env\` and change what you need.

Munim reads its settings when it starts. An empty value means the default. If a value is not allowed, Munim does not start, and says which setting it is and what is allowed.

${groups.join('\n')}`;
}

function commandsGuide(): string {
  const families = FAMILIES.map((family) => {
    const items = COMMANDS.filter((row) => row.family === family).map((row) => {
      const also = (row.aliases ?? []).map((name) => `\`/${name}\``);
      const names = also.length === 0 ? '' : ` (also ${also.join(', ')})`;
      const details = row.details === undefined ? '' : ` ${sentence(row.details)}`;
      const who = row.forApprovers === true ? ' Owner and approvers.' : row.changes ? ' Owner only.' : '';
      return `- \`${row.usage}\`${names}: ${sentence(row.summary)}${details}${who}`;
    });
    return `## ${family}\n\n${items.join('\n')}\n`;
  });
  return `# Chat commands

All commands of the chat. They work in Telegram, on the Chat page of the dashboard, and in a terminal with \`npm run chat\`. Words in square brackets may be left out. \`/help\` followed by a command shows examples.

You can also ask in plain words, such as “how am I doing”: Munim finds the command and shows it above the answer.

${families.join('\n')}`;
}

const meaningOf = ({ summary, details, allowed }: Setting): string =>
  [sentence(summary), details, `Allowed: ${sentence(allowed)}`].filter((one) => one !== undefined).join(' ');

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
