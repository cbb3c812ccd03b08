import { Readable } from 'node:stream';
import { indexSeriesOf } from '../../core/market/history/index.ts';
import { isCalendarDate, Problem } from '../../core/platform/index.ts';
import type { MarketFile } from '../../core/quality/index.ts';
import { type Argument, choice, WrongArgument } from '../arguments.ts';
import type { Call } from '../command.ts';
import { MARKET_FILE_DIALOGUE } from '../import.ts';
import { plain } from '../text/lines.ts';
import { marketFileText } from '../text/market-file.ts';
import { type Dialogue, talk } from './dialogue.ts';

/** The file as it was read, or why it cannot be; `asks` names the field that only a person can fill in. */
type Outcome = { kind: 'read'; file: MarketFile } | { kind: 'refused'; told: string; asks: string | null };

const confirmation: Argument<string> = {
  ...choice(['import', 'cancel']),
  question: 'Import it? All users of this installation share market data.',
  options: async () => [
    { label: '✓ Import', value: 'import' },
    { label: '✗ Cancel', value: 'cancel' },
  ],
};

const symbol: Argument<string> = {
  placeholder: 'symbol',
  optional: false,
  rest: true,
  question: 'Whose prices are these? Send a symbol, an ISIN or an index, such as NIFTY50.',
  parse(word) {
    const text = word.trim().toUpperCase();
    if (text.length > 0 && text.length <= 64) return text;
    const told = 'A symbol has at most 64 characters.';
    throw new WrongArgument(told, { plainly: told });
  },
};

/** Shows what a file of prices or an exchange's list holds, and imports it once the owner agrees. */
export const marketFileDialogue: Dialogue = {
  name: MARKET_FILE_DIALOGUE,
  build: (parts) =>
    async function marketFile(conversation, _ctx, args: Record<string, string> = {}) {
      const { file_id = '', name = 'the file', caption = '' } = args;
      const { ask, send, workWithFile } = talk(conversation, parts);
      let told = fieldsOf(caption);
      const take = async (isPreview: boolean): Promise<Outcome> =>
        await workWithFile(
          file_id,
          async (call, bytes) => await takeFile(call, { name, bytes }, told, isPreview),
        );
      let outcome = await take(true);
      if (outcome.kind === 'refused' && outcome.asks === 'symbol') {
        told = { ...told, symbol: await ask('symbol', symbol, symbol.question ?? '') };
        outcome = await take(true);
      }
      if (outcome.kind === 'read') {
        const { file } = outcome;
        await send(() => ({ text: marketFileText(file) }));
        if ((await ask('agreed', confirmation, confirmation.question ?? '')) === 'cancel')
          return await send(() => ({ text: plain('Nothing was imported.') }));
        outcome = await take(false);
      }
      const last = outcome;
      return await send(() => ({
        text: last.kind === 'read' ? marketFileText(last.file) : plain(`${last.told} Nothing was imported.`),
      }));
    },
};

/** `NIFTY500 2026-04-01` or `2026-04-01 nifty 500` is an index list with its day; any other caption is a symbol. */
function fieldsOf(caption: string): { symbol?: string; index?: 'NIFTY50' | 'NIFTY500'; as_of?: string } {
  const words = caption.trim().split(/\s+/);
  const day = words.find(isCalendarDate);
  const index = indexSeriesOf(words.filter((word) => word !== day).join(' '))?.code;
  if (day !== undefined && (index === 'NIFTY50' || index === 'NIFTY500')) return { index, as_of: day };
  return caption.trim() === '' ? {} : { symbol: caption.trim().slice(0, 64) };
}

async function takeFile(
  { core, who }: Call,
  { name, bytes }: { name: string; bytes: Buffer },
  fields: ReturnType<typeof fieldsOf>,
  isPreview: boolean,
): Promise<Outcome> {
  try {
    const file = await core.marketFiles.take(
      who.userId,
      { name, stream: Readable.from([bytes]) },
      { ...fields, isPreview },
    );
    return { kind: 'read', file };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const [wrong] = error.errors ?? [];
    if (wrong?.field === 'index' || wrong?.field === 'as_of')
      return {
        kind: 'refused',
        told: 'This is an index list. Send it again with its index and date as the caption: NIFTY500 2026-04-01.',
        asks: null,
      };
    return { kind: 'refused', told: wrong?.message ?? error.detail, asks: wrong?.field ?? null };
  }
}
