import { ASSISTANT_VARIABLES } from './config-assistant.ts';
import { BACKUP_VARIABLES } from './config-backups.ts';
import { DATA_VARIABLES } from './config-data.ts';
import { KEY_VARIABLES } from './config-keys.ts';
import { LLM_VARIABLES } from './config-llm.ts';
import { foreignNames, LLM_CLI_ENV_ALLOW, LLM_CLI_VARIABLES } from './config-llm-cli.ts';
import { OPTIONS_VARIABLES } from './config-options.ts';
import { POLICY_VARIABLES } from './config-policies.ts';
import { REPORT_VARIABLES } from './config-reports.ts';
import { RESEARCH_SOURCE_VARIABLES } from './config-research-sources.ts';
import { RESEARCH_VARIABLES } from './config-research.ts';
import { SERVER_VARIABLES } from './config-server.ts';
import { SOURCE_VARIABLES } from './config-sources.ts';
import { TELEGRAM_VARIABLES } from './config-telegram.ts';
import { Unfit } from './config-values.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One setting: its meaning, the allowed values, and the default. */
interface Variable<T> {
  /** One line, without a full stop. */
  summary: string;
  /** Further sentences of the guide to settings. */
  details?: string;
  allowed: string;
  fallback: string;
  parse: (text: string, environment: Environment) => T;
}

/** Settings under one title of the guide, in its order. */
interface SettingGroup {
  title: string;
  variables: Readonly<Record<string, Variable<unknown>>>;
}

const PROGRAM_VARIABLES = {
  ...LLM_CLI_VARIABLES,
  LLM_CLI_ENV_ALLOW: {
    summary: 'The only environment variables that this program sees',
    allowed: 'names of variables that are not settings of Munim, separated by commas',
    fallback: LLM_CLI_ENV_ALLOW,
    parse: shownEnvironment,
  },
};

const GROUPS = [
  { title: 'Address and access', variables: SERVER_VARIABLES },
  { title: 'Data', variables: DATA_VARIABLES },
  { title: 'Backups', variables: BACKUP_VARIABLES },
  { title: 'Telegram', variables: TELEGRAM_VARIABLES },
  { title: 'Sources and brokers', variables: SOURCE_VARIABLES },
  { title: 'Keys', variables: KEY_VARIABLES },
  { title: 'Reports', variables: REPORT_VARIABLES },
  { title: 'Policies', variables: POLICY_VARIABLES },
  { title: 'Options workspace', variables: OPTIONS_VARIABLES },
  { title: 'Language models', variables: LLM_VARIABLES },
  { title: 'A program that asks a model', variables: PROGRAM_VARIABLES },
  { title: 'Assistant', variables: ASSISTANT_VARIABLES },
  { title: 'AI research', variables: RESEARCH_VARIABLES },
  { title: 'Sources of AI research', variables: RESEARCH_SOURCE_VARIABLES },
] as const satisfies readonly SettingGroup[];

/** Every setting by group. `.env.example` and the guide to settings are generated from it (`npm run docs`). */
export const SETTING_GROUPS: readonly SettingGroup[] = GROUPS;

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Variables = AllOf<(typeof GROUPS)[number]['variables']>;

/** Every variable that Munim reads. */
export const VARIABLES = Object.assign({}, ...GROUPS.map(({ variables }) => variables)) as Variables;

/** The named variables with their values, without those that are not set. */
function shownEnvironment(value: string, environment: Environment): Readonly<Record<string, string>> {
  const shown = foreignNames(value, (name) => Object.hasOwn(VARIABLES, name));
  return Object.fromEntries(
    shown.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}

type Values = { [K in keyof Variables]: ReturnType<Variables[K]['parse']> };
/** The parsed configuration, frozen. Secrets in it are redacted by the log. */
export type Config = Readonly<Values>;

/** A wrong value in the environment. The message names the variable and what is allowed, never the value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the configuration once. An absent variable takes its fallback.
 * @throws ConfigError listing every wrong variable with what is allowed.
 */
export function parseConfig(environment: Record<string, string | undefined> = process.env): Config {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, variable] of Object.entries(VARIABLES) as [string, Variable<unknown>][]) {
    const given = environment[name]?.trim();
    try {
      values[name] = variable.parse(
        given === undefined || given === '' ? variable.fallback : given,
        environment,
      );
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      wrong.push(`${name} must be ${variable.allowed}.`);
    }
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return Object.freeze(values) as Config;
}
