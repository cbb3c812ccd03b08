export { backupCommandLine } from './backup-commands.ts';
export { type CommandLine, optionsCommandLine } from './options-commands.ts';
export { researchCommandLine } from './research-commands.ts';
export { rotateBrokerKey } from './rotate-key.ts';
export { openCore, withCore, withServer } from './session.ts';
