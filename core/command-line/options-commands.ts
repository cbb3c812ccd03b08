import type { Core } from '../assembly/index.ts';
import { type Command, exitCode } from './command.ts';
import { withCore } from './session.ts';

const load = async () => await import('../options/index.ts');
const loadSample = async () => await import('../options/sample-trader/index.ts');

/** Work for the owner, which says whether all of it was done. */
const forOwner = async (
  work: (core: Core, userId: string, signal: AbortSignal) => Promise<boolean>,
  isLong = false,
): Promise<number> =>
  await withCore(async (core, signal) => {
    const { id } = await core.identity.users.ensureOwner();
    return exitCode(await work(core, id, signal));
  }, isLong);

export const ingestHelp = async () => (await load()).INGEST_HELP;

export const ingest: Command['run'] = async (args, says) => {
  const { ingestFile, ingestWords } = await load();
  const words = ingestWords(args);
  if (words === null) return null;
  return await forOwner(
    async ({ options }, id, signal) => await ingestFile(options.ingest, id, words, { ...says, signal }),
    words.follow,
  );
};

export const tradebookHelp = async () => (await load()).TRADEBOOK_HELP;

export const importTradebook: Command['run'] = async (args, says) => {
  const options = await load();
  const words = options.tradebookWords(args);
  if (words === null) return null;
  return await forOwner(
    async (core, id) => await options.importTradebook(core.options.tradebooks, id, words, says),
  );
};

export const createIngestToken: Command['run'] = async ([name, ...more], { say, complain }) => {
  if (name === undefined || more.length > 0) return null;
  return await forOwner(async ({ options }, id) => {
    say((await options.tokens.create(id, name)).token);
    complain(
      'Send it as "Authorization: Bearer …" to POST /api/options/ingest. It gives access to nothing else, and is shown only once.',
    );
    return true;
  });
};

export const eventHelp = async () => (await load()).EVENT_HELP;

export const importEvents: Command['run'] = async (args, says) => {
  const { eventFileWords, importEventFile } = await load();
  const words = eventFileWords(args);
  if (words === null) return null;
  return await forOwner(async ({ options }, id) => await importEventFile(options.events, id, words, says));
};

export const sampleHelp = async () => (await loadSample()).SAMPLE_HELP;

export const sampleTrader: Command['run'] = async (args, { say, complain }) => {
  if (args.some((word) => word !== '--fast' && word !== '--anyway')) return null;
  const { launchSample } = await loadSample();
  const { hasOtherRecords } = await load();
  return await forOwner(async (core, userId, signal) => {
    if (!args.includes('--anyway') && (await hasOtherRecords(core.options.store, userId, 'sample-'))) {
      complain(
        'The options workspace has records of your own. Made-up trades would count among your results and cannot be removed. Use another DATA_DIR, or add --anyway.',
      );
      return false;
    }
    const { token, id } = await core.options.tokens.create(userId, 'sample trader');
    try {
      return await launchSample(core, { token, isFast: args.includes('--fast'), say, signal });
    } finally {
      await core.options.tokens.revoke(userId, id);
    }
  }, true);
};
