import { type Command, exitCode } from './command.ts';
import { withCore } from './session.ts';

export const importInstruments: Command['run'] = async (args, { say }) => {
  const { importFiles, importWords } = await import('../market/instruments/index.ts');
  const words = importWords(args);
  if (words === null) return null;
  return await withCore(async ({ instruments }) => exitCode(await importFiles(instruments, words, say)));
};

export const priceImportHelp = async () => (await import('../market/index.ts')).PRICE_IMPORT_HELP;

export const importPrices: Command['run'] = async (args, { say }) => {
  const { importPriceFiles, priceImportWords } = await import('../market/index.ts');
  const words = priceImportWords(args);
  if (words === null) return null;
  const { priceEverybody } = await import('../portfolio/index.ts');
  return await withCore(async (core) => {
    const isWhole = await importPriceFiles(core.history, words, say);
    // Whatever came, old or new: a run before may have ended here.
    if (words.options.dryRun !== true) await priceEverybody(core.closes, say);
    return exitCode(isWhole);
  });
};
