import type { Core } from './core.ts';

/** Where a command speaks to the person at the terminal. */
export interface Terminal {
  say: (text: string) => void;
  complain: (text: string) => void;
}

/** What a command does with the services; `looksItself` where it ends by itself when the signal tells it to. */
export interface OptionsCommand {
  run: (core: Core, stopping: AbortSignal) => Promise<boolean>;
  looksItself: boolean;
}

/** @returns null for words that the command does not take */
type Reads = (args: string[], terminal: Terminal) => Promise<OptionsCommand | null>;

const ownerOf = async (core: Core): Promise<string> => (await core.identity.users.ensureOwner()).id;
const once = (run: OptionsCommand['run']): OptionsCommand => ({ run, looksItself: false });

const ingest: Reads = async (args, terminal) => {
  const { ingestFile, ingestWords } = await import('./options/index.ts');
  const words = ingestWords(args);
  return words === null
    ? null
    : {
        run: async (core, signal) =>
          await ingestFile(core.options.ingest, await ownerOf(core), words, { ...terminal, signal }),
        looksItself: words.follow,
      };
};

const importTradebook: Reads = async (args, terminal) => {
  const { importTradebook: run, tradebookWords } = await import('./options/index.ts');
  const words = tradebookWords(args);
  return words === null
    ? null
    : once(async (core) => await run(core.options.tradebooks, await ownerOf(core), words, terminal));
};

const importEvents: Reads = async (args, terminal) => {
  const { eventFileWords, importEventFile } = await import('./options/index.ts');
  const words = eventFileWords(args);
  return words === null
    ? null
    : once(async (core) => await importEventFile(core.options.events, await ownerOf(core), words, terminal));
};

const ingestToken: Reads = (args, { say, complain }) => {
  const [name] = args;
  if (name === undefined || args.length > 1) return Promise.resolve(null);
  return Promise.resolve(
    once(async (core) => {
      const { token } = await core.options.tokens.create(await ownerOf(core), name);
      say(token);
      complain(
        'Send it as "Authorization: Bearer …" to POST /api/options/ingest. It gives access to nothing but reports and the permission question, and is shown only once.',
      );
      return true;
    }),
  );
};

const sampleTrader: Reads = async (args, { say, complain }) => {
  if (args.some((word) => word !== '--fast' && word !== '--anyway')) return null;
  const { hasOtherRecords } = await import('./options/index.ts');
  const { launchSample } = await import('./options/sample-trader/index.ts');
  return {
    looksItself: true,
    async run(core, signal) {
      const userId = await ownerOf(core);
      if (!args.includes('--anyway') && (await hasOtherRecords(core.options.store, userId, 'sample-'))) {
        complain(
          'The options workspace has records of your own. Made-up trades would count among your results and cannot be removed: use another DATA_DIR, or --anyway.',
        );
        return false;
      }
      const { token, id } = await core.options.tokens.create(userId, 'sample trader');
      try {
        return await launchSample(core, { token, isFast: args.includes('--fast'), say, signal });
      } finally {
        await core.options.tokens.revoke(userId, id);
      }
    },
  };
};

/** Commands of the options workspace, by the names that `npm run` has for them. */
export const OPTIONS_COMMANDS = {
  ingest,
  'import-tradebook': importTradebook,
  'import-events': importEvents,
  'ingest-token': ingestToken,
  'sample-trader': sampleTrader,
} as const;
