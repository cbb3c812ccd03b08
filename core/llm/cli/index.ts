export { type Cli, type CliOptions, createCli } from './cli-provider.ts';
export { type CliConfig, type Preset, PRESETS } from './presets.ts';
