import type { Config } from '../../platform/index.ts';
import { readClaude, readCodex, readGemini, readOpencode, readText, type ReadOutput } from './envelopes.ts';

type PresetName = NonNullable<Config['LLM_CLI_PRESET']>;

/** What is known of a program: how it is asked, and how its output is read. */
interface Preset {
  /** Its usual name; null where the operator has to say it. */
  bin: string | null;
  argv: readonly string[];
  read: ReadOutput;
  /** Where the schema goes that an answer must keep to; `none`: into the prompt. */
  schema: 'file' | 'inline' | 'none';
  /** The HTTP status that an exit code stands for. */
  statusOf: (this: void, code: number) => number | null;
}

const noStatus = () => null;

/** Gemini ends with the status of its server, of which a process keeps eight bits; 41: it has no login. */
const ofGemini = (code: number): number | null =>
  code === 41
    ? 401
    : ([400, 401, 403, 404, 413, 429, 500, 503].find((status) => status % 256 === code) ?? null);

/** The programs that are known, as they were measured. `{?model:…}` and `{?schema:…}` count only if there is one. */
const PRESETS: Readonly<Record<Exclude<PresetName, 'custom'>, Preset>> = {
  codex: {
    bin: 'codex',
    argv: [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--sandbox',
      'read-only',
      '--ephemeral',
      '{?model:-m}',
      '{?model:{model}}',
      '{?schema:--output-schema}',
      '{?schema:{schema_file}}',
      '-o',
      '{output_file}',
      '-',
    ],
    read: readCodex,
    schema: 'file',
    statusOf: noStatus,
  },
  claude: {
    bin: 'claude',
    argv: [
      '-p',
      '--output-format',
      'json',
      '{?model:--model}',
      '{?model:{model}}',
      '{?schema:--json-schema}',
      '{?schema:{schema_json}}',
      '--tools',
      '',
      '--no-session-persistence',
      '--strict-mcp-config',
      '--setting-sources',
      '',
    ],
    read: readClaude,
    schema: 'inline',
    statusOf: noStatus,
  },
  gemini: {
    bin: 'gemini',
    argv: ['--skip-trust', '-o', 'json', '{?model:-m}', '{?model:{model}}', '-p', ''],
    read: readGemini,
    schema: 'none',
    statusOf: ofGemini,
  },
  opencode: {
    bin: 'opencode',
    argv: ['run', '--format', 'json', '--pure', '{?model:-m}', '{?model:{model}}'],
    read: readOpencode,
    schema: 'none',
    statusOf: noStatus,
  },
};

const READERS: Readonly<Record<Config['LLM_CLI_PARSE'], ReadOutput>> = {
  text: readText,
  codex_jsonl: readCodex,
  claude_json: readClaude,
  gemini_json: readGemini,
  opencode_jsonl: readOpencode,
};

export type CliConfig = Pick<Config, Extract<keyof Config, `LLM_CLI_${string}`>>;

export interface Setup extends Preset {
  name: PresetName;
  bin: string;
  hasPromptFile: boolean;
}

/** The program as the settings have it, or in a sentence why there is none. */
export function setupOf(config: CliConfig): Setup | { problem: string } {
  const { LLM_CLI_PRESET: name, LLM_CLI_BIN: bin, LLM_CLI_MODEL: model } = config;
  if (name === null) return { problem: 'LLM_CLI_PRESET names no program.' };
  if (name !== 'custom') {
    const preset = PRESETS[name];
    return { ...preset, name, bin: bin ?? preset.bin ?? name, hasPromptFile: false };
  }
  const argv = config.LLM_CLI_ARGV;
  if (bin === null) return { problem: 'LLM_CLI_PRESET=custom needs LLM_CLI_BIN.' };
  if (argv === null)
    return {
      problem: 'LLM_CLI_PRESET=custom needs LLM_CLI_ARGV. Set it to [] if the program takes no arguments.',
    };
  const uses = (placeholder: string) => argv.some((one) => one.includes(`{${placeholder}}`));
  const hasPromptFile = config.LLM_CLI_PROMPT === 'file';
  if (hasPromptFile !== uses('prompt_file'))
    return {
      problem: 'LLM_CLI_PROMPT=file and {prompt_file} in LLM_CLI_ARGV belong together: set both or neither.',
    };
  if (model === null && argv.some((one) => !one.startsWith('{?') && one.includes('{model}')))
    return { problem: 'LLM_CLI_ARGV needs LLM_CLI_MODEL, or its {model} within {?model:…}.' };
  const isInline = uses('schema_json');
  return {
    name,
    bin,
    argv,
    hasPromptFile,
    read: READERS[config.LLM_CLI_PARSE],
    schema: uses('schema_file') ? 'file' : isInline ? 'inline' : 'none',
    statusOf: noStatus,
  };
}
