export { type CommandDescription, FAMILIES, type Family } from './command-description.ts';
export { COMMAND_DESCRIPTIONS, descriptionOf } from './commands.ts';
