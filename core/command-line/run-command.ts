import { existsSync } from 'node:fs';
import { ConfigError } from '../platform/config.ts';
import { type Doors, EXIT, type Says } from './command.ts';
import { COMMANDS } from './command-table.ts';

const PRINTED: Says = {
  say: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
};

/**
 * Runs one command of the command line, or prints help.
 * @param words the command and its arguments; none is a start
 * @returns the exit code
 */
export async function runCommand(
  [name = 'start', ...args]: readonly string[],
  doors: Doors,
  says: Says = PRINTED,
): Promise<number> {
  const { say, complain } = says;
  const command = COMMANDS[name];
  if (name === 'help' || name === '--help') {
    say(help());
    return EXIT.done;
  }
  if (command === undefined) {
    complain(`There is no command "${name}".\n\n${help()}`);
    return EXIT.wrongUse;
  }
  if (args.includes('--help')) {
    say([command.usage, `  ${command.summary}`, ...((await command.more?.()) ?? [])].join('\n'));
    return EXIT.done;
  }
  const options = args.flatMap((word) => /^--[a-z-]+/.exec(word)?.[0] ?? []);
  const twice = options.find((one, at) => options.indexOf(one) < at);
  if (twice !== undefined) {
    complain(`${twice} is given twice.\nUsage: ${command.usage}`);
    return command.errorCode ?? EXIT.wrongUse;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  // For ways to end that do not come back here.
  if (command.errorCode !== undefined) process.exitCode = command.errorCode;
  try {
    const code = await command.run(args, says, doors);
    if (code !== null) return code;
    complain(`Usage: ${command.usage}`);
    return command.errorCode ?? EXIT.wrongUse;
  } catch (error) {
    if (error instanceof ConfigError) {
      complain(
        `The configuration is wrong:\n${error.message}\nSee .env.example or api/docs/settings.md for what each setting means.`,
      );
      return command.errorCode ?? EXIT.wrongUse;
    }
    complain(error instanceof Error ? error.message : String(error));
    return command.errorCode ?? EXIT.failed;
  }
}

function help(): string {
  const rows = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage.padEnd(36)} ${summary}`);
  return [
    'Munim, a bookkeeper who lives in your chat.\n',
    ...rows,
    '\nSettings are environment variables or lines of .env; .env.example lists them.',
  ].join('\n');
}
