import path from 'node:path';
import * as yup from 'yup';
import { oneOf, optional, text, Unfit, whole } from './config-values.ts';

const PRESETS = ['codex', 'claude', 'gemini', 'opencode', 'custom'] as const;
const OUTPUTS = ['text', 'codex_jsonl', 'claude_json', 'gemini_json', 'opencode_jsonl'] as const;
const PLACEHOLDERS = ['model', 'schema_file', 'schema_json', 'output_file', 'prompt_file'];

const orNull =
  <T>(parse: (value: string) => T) =>
  (value: string): T | null =>
    value === '' ? null : parse(value);

/** It becomes an argument, so it must not look like an option. */
const modelName = orNull(text(yup.string().matches(/^[A-Za-z0-9][\w.:/@+-]{0,199}$/)));

/** Settings of the program for models that is started on this machine. */
export const LLM_CLI_VARIABLES = {
  LLM_CLI_PRESET: {
    summary: 'Program on this machine that asks a model, such as one you already pay for',
    details:
      'It is started without a shell in an empty folder, reads its prompt from stdin, and is stopped together with everything it started. It runs as the same user as Munim.',
    allowed: 'codex, claude, gemini, opencode, custom, or empty',
    fallback: '',
    parse: orNull(oneOf(...PRESETS)),
  },
  LLM_CLI_BIN: {
    summary: 'Where that program is, if not on the PATH under its usual name; custom needs it',
    allowed: 'the name of a program or its absolute path, or empty',
    fallback: '',
    parse: (value: string) => {
      if (/[/\\]/.test(value) && !path.isAbsolute(value)) throw new Unfit('a relative path');
      if (value.startsWith('-') || value.includes('\0')) throw new Unfit('not a program');
      return optional(value);
    },
  },
  LLM_CLI_MODEL: {
    summary: 'Model to request from the program; its own choice if empty',
    allowed: 'the name of a model, or empty',
    fallback: '',
    parse: modelName,
  },
  LLM_CLI_QUICK_MODEL: {
    summary: 'Model that is tried once when the first one is at capacity',
    allowed: 'the name of a model, or empty',
    fallback: '',
    parse: modelName,
  },
  LLM_CLI_TIMEOUT_SEC: {
    summary: 'Maximum seconds for one answer of the program',
    allowed: 'a whole number from 5 to 3600',
    fallback: '180',
    parse: whole(5, 3600),
  },
  LLM_CLI_ARGV: {
    summary: 'Arguments of a custom program, as a JSON list; {?schema:…} and {?model:…} only if there is one',
    allowed: `a JSON list of texts, with the placeholders ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}, or empty`,
    fallback: '',
    parse: orNull(argumentsOf),
  },
  LLM_CLI_PROMPT: {
    summary: 'How a custom program is given its prompt; file needs {prompt_file} in LLM_CLI_ARGV',
    allowed: 'stdin or file',
    fallback: 'stdin',
    parse: oneOf('stdin', 'file'),
  },
  LLM_CLI_PARSE: {
    summary: 'What a custom program prints',
    allowed: OUTPUTS.join(', '),
    fallback: 'text',
    parse: oneOf(...OUTPUTS),
  },
} as const;

function argumentsOf(value: string): readonly string[] {
  let list: unknown;
  try {
    list = JSON.parse(value);
  } catch {
    throw new Unfit('no JSON');
  }
  if (!Array.isArray(list) || list.length > 100) throw new Unfit('no list');
  for (const one of list as unknown[]) {
    if (typeof one !== 'string' || one.length > 4096 || one.includes('\0')) throw new Unfit('not all texts');
    const named = [...one.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name);
    if (!named.every((name) => PLACEHOLDERS.includes(name))) throw new Unfit('an unknown placeholder');
    if (/\{\?(?!(?:schema|model):)/.test(one)) throw new Unfit('an unknown group');
  }
  return list as string[];
}

/** Names of variables of the environment. Munim's own are refused: they hold its secrets. */
export function foreignNames(value: string, isOwn: (name: string) => boolean): readonly string[] {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (!names.every((name) => /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name))) throw new Unfit('not names');
  if (names.some(isOwn)) throw new Unfit('a setting of Munim');
  return names;
}

/** What the programs need to find their login, their certificates and their way through a proxy. */
export const LLM_CLI_ENV_ALLOW = [
  'HOME,PATH,USER,LANG,TMPDIR,XDG_CONFIG_HOME,XDG_DATA_HOME,XDG_CACHE_HOME',
  'HTTP_PROXY,HTTPS_PROXY,NO_PROXY,http_proxy,https_proxy,no_proxy,SSL_CERT_FILE,NODE_EXTRA_CA_CERTS',
  'CODEX_HOME,CLAUDE_CONFIG_DIR,OPENAI_API_KEY,ANTHROPIC_API_KEY,GEMINI_API_KEY,GOOGLE_API_KEY',
  'SystemRoot,USERPROFILE,APPDATA,LOCALAPPDATA',
].join(',');
