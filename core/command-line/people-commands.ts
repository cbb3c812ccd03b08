import { codeAddress, configuredAddress } from '../platform/code-address.ts';
import type { Config } from '../platform/config.ts';
import { type Command, EXIT } from './command.ts';
import { withCore } from './session.ts';

export const loginCode: Command['run'] = async (args, { say }) => {
  if (args.length > 1) return null;
  return await withCore(async (core) => {
    const issued = await core.identity.signIn.issueCode(args[0] ?? core.config.OWNER_LOGIN);
    say(`Sign-in code for ${issued.login}: ${issued.code} (works once, for five minutes)`);
    for (const line of whereToEnter(core.config, issued.login)) say(line);
    if (issued.is_long) say((await import('../identity/index.ts')).WHY_LONG);
    return EXIT.done;
  });
};

export const addPerson: Command['run'] = async ([login, name, ...more], { say }) => {
  if (login === undefined || more.length > 0) return null;
  return await withCore(async (core) => {
    const { people, users } = core.identity;
    const owner = await users.ensureOwner();
    const by = { actor: 'shell' };
    const person = await people.add(owner.id, name === undefined ? { login } : { login, name }, by);
    const { code } = await people.firstCode(owner.id, person.id);
    say(
      `Added ${person.name}. They sign in as "${person.login}" with the code ${code} (works once, for five minutes).`,
    );
    for (const line of whereToEnter(core.config, person.login)) say(line);
    say(`For another code, run: npm run login-code -- ${person.login}`);
    return EXIT.done;
  });
};

function whereToEnter(config: Config, login: string): string[] {
  const address = configuredAddress(config);
  return address === null ? [] : [`Enter it at ${codeAddress(address, login)}`];
}
