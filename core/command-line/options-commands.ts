import type { Core } from '../assembly/index.ts';
import { withCore } from './session.ts';

/** A command of the command line. */
export interface CommandLine {
  usage: string;
  summary: string;
  /** What its own help says beyond that. */
  more?: () => Promise<readonly string[]>;
  /** Ends every way of not doing its work, where the usual codes mean something else. */
  errorCode?: number;
  /** @returns the exit code; null where the words make no sense */
  run: (args: string[]) => Promise<number | null>;
}

/** Where a command writes: what was asked for, and what went wrong. */
export interface Says {
  say: (text: string) => void;
  complain: (text: string) => void;
}

const load = async () => await import('../options/index.ts');

/** Work for the owner; the exit code says whether all of it was done. */
const forOwner = async (
  work: (core: Core, userId: string, signal: AbortSignal) => Promise<boolean>,
  isLong = false,
): Promise<number> =>
  await withCore(async (core, signal) => {
    const { id } = await core.identity.users.ensureOwner();
    return (await work(core, id, signal)) ? 0 : 1;
  }, isLong);

/** The commands of the options workspace: what goes into it from files, and who may send records. */
export const optionsCommandLine = ({ say, complain }: Says): Record<string, CommandLine> => ({
  ingest: {
    usage: 'npm run ingest -- file|- [--follow]',
    summary: 'Imports records from a trading process into the options workspace, one JSON record per line.',
    more: async () => (await load()).INGEST_HELP,
    async run(args) {
      const { ingestFile, ingestWords } = await load();
      const words = ingestWords(args);
      if (words === null) return null;
      return await forOwner(
        async ({ options }, id, signal) =>
          await ingestFile(options.ingest, id, words, { say, complain, signal }),
        words.follow,
      );
    },
  },
  'import-tradebook': {
    usage: 'npm run import-tradebook -- file [--strategy NAME] [--brokerage 20] [--preview]',
    summary: 'Imports a broker’s F&O tradebook into the options workspace: fills, closed trades and costs.',
    more: async () => (await load()).TRADEBOOK_HELP,
    async run(args) {
      const { importTradebook, tradebookWords } = await load();
      const words = tradebookWords(args);
      if (words === null) return null;
      return await forOwner(
        async ({ options }, id) => await importTradebook(options.tradebooks, id, words, { say, complain }),
      );
    },
  },
  'ingest-token': {
    usage: 'npm run ingest-token -- name',
    summary: 'Creates a token that lets a trading process send records over HTTP. It is shown only once.',
    async run([name, ...more]) {
      if (name === undefined || more.length > 0) return null;
      return await forOwner(async ({ options }, id) => {
        say((await options.tokens.create(id, name)).token);
        complain(
          'Send it as "Authorization: Bearer …" to POST /api/options/ingest. It gives access to nothing else, and is shown only once.',
        );
        return true;
      });
    },
  },
  'import-events': {
    usage: 'npm run import-events -- file [--dry-run]',
    summary: 'Imports events that block option entries or call for caution, from CSV or JSON.',
    more: async () => (await load()).EVENT_HELP,
    async run(args) {
      const { eventFileWords, importEventFile } = await load();
      const words = eventFileWords(args);
      if (words === null) return null;
      return await forOwner(
        async ({ options }, id) => await importEventFile(options.events, id, words, { say, complain }),
      );
    },
  },
  'sample-trader': {
    usage: 'npm run sample-trader [-- --fast] [--anyway]',
    summary:
      'Plays a made-up fortnight of options trading into the running Munim, so that every screen shows something.',
    more: async () => (await import('../options/sample-trader/index.ts')).SAMPLE_HELP,
    async run(args) {
      if (args.some((word) => word !== '--fast' && word !== '--anyway')) return null;
      const { launchSample } = await import('../options/sample-trader/index.ts');
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
    },
  },
});
