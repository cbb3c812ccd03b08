import type { PlanLook, PlanRehearsal } from '../../core/policies/index.ts';
import { type Line } from './lines.ts';

/** Letters of one line, and of all of them: the card of a plan fits one message with them. */
const LONGEST_LINE = 200;
const LONGEST = 800;

/** Look and rehearsal of a waiting plan, under a blank line; nothing where neither was taken. */
export function lookLines(look: PlanLook | null, rehearsal: PlanRehearsal | null): Line[] {
  const words = [...(look?.words ?? []), ...(rehearsal?.words ?? [])].map((line) => cut(line));
  const shown: string[] = [];
  let left = LONGEST;
  for (const line of words) {
    left -= line.length + 1;
    if (left < 0) {
      shown.push('The dashboard shows the rest.');
      break;
    }
    shown.push(line);
  }
  return shown.length === 0 ? [] : ['', ...shown];
}

const cut = (line: string): string =>
  line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE - 1)}…`;
