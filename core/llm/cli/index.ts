export { type CliOptions, createCli } from './cli-provider.ts';
export { type CliConfig } from './presets.ts';
