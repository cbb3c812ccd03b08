/** The thread in which long statements are read; statement-queue.ts starts it and tells it what to read. */
import { parentPort } from 'node:worker_threads';
import type { SheetRow } from '../../../platform/index.ts';
import { lowerThreadPriority } from '../../../platform/worker-thread.ts';
import { STATEMENTS, type StatementFormatOf, StatementRefusal } from '../statements/index.ts';
import { ImportRefusal, type RefusalCode } from './refusal.ts';
import {
  ROWS_AT_ONCE,
  type StatementAnswer,
  type StatementQuestion,
  type StatementToRead,
} from './statement-messages.ts';
import { isSourceKind, readWholeStatement, type SourceKind } from './statement-source.ts';

function* answersTo({ format, source, wanted, limits }: StatementToRead): Generator<StatementAnswer> {
  const known = STATEMENTS.find((one) => one.format === format);
  if (known === undefined || !isSourceKind(known.kind)) throw new Error(`there is no format ${format}`);
  try {
    const { rows, realised, ...rest } = readWholeStatement(
      known as StatementFormatOf<SourceKind>,
      source,
      wanted,
      limits,
    );
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield { rows: rows.slice(at, at + ROWS_AT_ONCE) };
    const lots = realised?.lots ?? [];
    for (let at = 0; at < lots.length; at += ROWS_AT_ONCE) yield { lots: lots.slice(at, at + ROWS_AT_ONCE) };
    yield { reading: realised === undefined ? rest : { ...rest, realised: { ...realised, lots: [] } } };
  } catch (error) {
    if (error instanceof StatementRefusal) yield { refusal: 'statement', message: error.message };
    else if (error instanceof ImportRefusal)
      yield { refusal: error.code as RefusalCode, message: error.message };
    else throw error;
  }
}

/** A statement whose rows are still coming in. */
interface Coming {
  asked: StatementToRead;
  sheets: { name: string; rows: SheetRow[] }[] | null;
}

function serve(port: NonNullable<typeof parentPort>): void {
  lowerThreadPriority({ isAwaited: true });
  const answer = (one: StatementAnswer): void => port.postMessage(one);
  let coming: Coming | null = null;
  let answers: Iterator<StatementAnswer> = [].values();
  port.on('message', (question: StatementQuestion) => {
    if (question === 'go on') {
      if (coming !== null) {
        const { asked, sheets } = coming;
        answers = answersTo(sheets === null ? asked : { ...asked, source: { sheets } });
      }
      coming = null;
      const next = answers.next();
      if (next.done !== true) answer(next.value);
    } else if ('format' in question) {
      const { source } = question;
      const sheets = 'sheets' in source ? source.sheets.map(({ name }) => ({ name, rows: [] })) : null;
      coming = { asked: question, sheets };
    } else {
      coming?.sheets?.[question.sheet]?.rows.push(...question.rows);
      answer('more');
    }
  });
}

if (parentPort !== null) serve(parentPort);
