import * as contributionStates from '../../../core/policies/contributions/states.ts';
import * as orderStates from '../../../core/policies/order-states.ts';
import * as states from '../../../core/policies/states.ts';

/** Where the drawn tables stand; `npx tsx test/core/policies/write-states.ts` writes it anew. */
export const STATES_FILE = new URL('../../../core/policies/docs/states.md', import.meta.url);

const INTRODUCTION = `# States of policies

Drawn from the tables in \`states.ts\`, \`order-states.ts\` and \`contributions/states.ts\` by \`npx tsx test/core/policies/write-states.ts\`; a test fails when it is out of date. A change of state is one conditional update, so that of two who try at once one succeeds.
`;

/** \`PAPER_CYCLE_TRANSITIONS\` is \`Paper cycle\`. */
const titleOf = (name: string): string => {
  const words = name
    .replace(/_?TRANSITIONS$/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function drawn(title: string, rows: readonly states.Transition<string>[]): string {
  const arrows = rows.flatMap(({ from, event, guard, to }) =>
    from.map((one) => `    ${one} --> ${to}: ${event}${guard === null ? '' : ` (${guard})`}`),
  );
  const lines = rows.map(
    ({ from, event, guard, to, effects }) =>
      `| ${[from.join(', '), event, guard ?? '', to, effects ?? ''].join(' | ')} |`,
  );
  return [
    `## ${title}`,
    ['```mermaid', 'stateDiagram-v2', ...arrows, '```'].join('\n'),
    ['| From | Event | Condition | To | Also |', '|---|---|---|---|---|', ...lines].join('\n'),
  ].join('\n\n');
}

/** Every table of states, as Markdown. */
export function statesDocument(): string {
  const machines = Object.entries({ ...states, ...orderStates, ...contributionStates }).flatMap(
    ([name, value]) =>
      name.endsWith('TRANSITIONS')
        ? [drawn(titleOf(name), value as readonly states.Transition<string>[])]
        : [],
  );
  return `${[INTRODUCTION.trimEnd(), ...machines].join('\n\n')}\n`;
}
