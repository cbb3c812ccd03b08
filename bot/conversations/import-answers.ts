import { ASSET_CLASSES } from '../../core/market/instruments/index.ts';
import { type Argument, choice, WrongArgument } from '../arguments.ts';
import { ANSWERS_DIALOGUE, type FileAnswers, importCard } from '../import-card.ts';
import { type Dialogue, talk } from './dialogue.ts';

/** Currencies that are offered; any other can be typed. */
const OFFERED = ['INR', 'USD', 'EUR', 'GBP', 'SGD', 'AED'];

const currency: Argument<string> = {
  placeholder: 'currency',
  optional: false,
  rest: false,
  question: 'Which currency are the rows in?',
  parse(word) {
    const code = word.trim().toUpperCase();
    if (!/^[A-Z]{3}$/.test(code)) {
      const told = 'A currency has three letters, such as INR or USD.';
      throw new WrongArgument(told, { plainly: told });
    }
    return code;
  },
  options: async () => OFFERED.map((value) => ({ label: value, value })),
};

const dateOrder: Argument<string> = {
  ...choice(['dmy', 'mdy']),
  question: 'Is 05/03/2024 5 March, or May 3?',
  options: async () => [
    { label: '5 March (day first)', value: 'dmy' },
    { label: 'May 3 (month first)', value: 'mdy' },
  ],
};

const QUESTIONS: Readonly<Record<keyof FileAnswers, Argument<string>>> = {
  currency,
  default_asset_class: { ...choice(ASSET_CLASSES), rest: true, question: 'What kind of holdings are these?' },
  date_order: dateOrder,
};

/** Asks what a file does not say, question by question, and shows the file again with the answers. */
export const importAnswersDialogue: Dialogue = {
  name: ANSWERS_DIALOGUE,
  build: (parts) =>
    async function importAnswers(conversation, _ctx, args: Record<string, string> = {}) {
      const { import_id = '', target = null } = args;
      const { ask, send, work } = talk(conversation, parts);
      const fields = await work(async ({ core, who }) => {
        const { questions } = await core.portfolio.imports.get(who.userId, import_id);
        return questions.map(({ field }) => field);
      });
      const answers: FileAnswers = {};
      for (const field of fields)
        answers[field] = await ask(field, QUESTIONS[field], QUESTIONS[field].question);
      await send(
        async (call) =>
          await importCard(call, await call.core.portfolio.imports.get(call.who.userId, import_id), {
            target,
            answers,
          }),
      );
    },
};
