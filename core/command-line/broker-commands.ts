import { type Command, exitCode } from './command.ts';
import { withServer } from './session.ts';

/** Encrypts all that is sealed in the database with a new key. */
export const rotateBrokerKey: Command['run'] = async (args, { say }) => {
  if (args.length > 0) return null;
  return await withServer(async ({ config, server }) => {
    const { rotateKey } = await import('../platform/keyring/index.ts');
    const { SEALED_COLUMNS } = await import('./sealed-columns.ts');
    return exitCode(await rotateKey(config, server.directUrl, SEALED_COLUMNS, say));
  });
};

const practice = async () => await import('../brokers/practice/index.ts');

export const practiceHelp = async () => (await practice()).PRACTICE_HELP;

export const practiceBroker: Command['run'] = async (args, { say, complain }) =>
  await (await practice()).runPracticeBroker(args, say, complain);
