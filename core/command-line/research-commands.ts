import { type Command, exitCode } from './command.ts';
import { withCore } from './session.ts';

const load = async () => await import('../research/index.ts');

export const evidenceImportHelp = async () => (await load()).EVIDENCE_IMPORT_HELP;

export const importEvidence: Command['run'] = async (args, { say }) => {
  const research = await load();
  const words = research.evidenceImportWords(args);
  if (words === null) return null;
  return await withCore(async (core) => exitCode(await research.importEvidence(core, words, say)));
};

export const evaluationHelp = async () => (await load()).EVALUATION_HELP;

/** Two reports compared by several judges. */
export const evaluate: Command['run'] = async (args, { say, complain }) => {
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
};
