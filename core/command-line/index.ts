export type { Doors } from './command.ts';
export { runCommand } from './run-command.ts';
