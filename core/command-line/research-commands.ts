import type { CommandLine } from './options-commands.ts';
import { withCore } from './session.ts';

interface Says {
  say: (text: string) => void;
  complain: (text: string) => void;
}

const load = async () => await import('../research/index.ts');
/** As `EVALUATION_ERROR` has it, which is loaded only where the command runs. */
const UNDECIDED = 3;

/** The commands of research: evidence from files, and two reports compared. */
export const researchCommandLine = ({ say, complain }: Says): Record<string, CommandLine> => ({
  'import-evidence': {
    usage: 'npm run import-evidence -- folder [--dry-run]',
    summary:
      'Imports filings, lists, closes and pages for research from a folder. Importing twice adds nothing.',
    more: async () => (await load()).EVIDENCE_IMPORT_HELP,
    async run(args) {
      const research = await load();
      const words = research.evidenceImportWords(args);
      if (words === null) return null;
      return await withCore(async (core) => ((await research.importEvidence(core, words, say)) ? 0 : 1));
    },
  },
  evaluate: {
    usage:
      'npm run evaluate -- --left file --right file --tier name --seed int --output file [--judges place]',
    summary: 'Has several judges compare two research reports without knowing whose is whose.',
    more: async () => (await load()).EVALUATION_HELP,
    errorCode: UNDECIDED,
    async run(args) {
      const research = await load();
      const words = research.evaluationWords(args);
      if ('wrong' in words) {
        complain(words.wrong);
        return null;
      }
      const files = await research.readEvaluationFiles(words);
      // Stays unless there is a verdict, also where the process is stopped before it begins.
      let code: number = research.EVALUATION_ERROR;
      await withCore(async (core, signal) => {
        const { id } = await core.identity.users.ensureOwner();
        const chains = async () => await core.llm.singlesFor('system', 'research_evaluation');
        code = await research.runEvaluation({ ...core, chains }, id, files, { say, signal });
        return code;
      }, true);
      return code;
    },
  },
});
