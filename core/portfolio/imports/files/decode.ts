import { looksLikeFlex } from '../../../brokers/statements/index.ts';
import { decodeText as decode } from '../../../platform/index.ts';
import { statementOf } from '../statements/index.ts';
import { ImportRefusal } from './refusal.ts';

/**
 * The text of a file that may be a CSV or a Flex statement, in whatever encoding.
 * @throws ImportRefusal for an empty, foreign, binary or oversized file, and where the bytes break the encoding
 */
export function decodeText(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  return decode(source, {
    maxBytes,
    refuse: (code, message, options) => new ImportRefusal(code, message, options),
    json: { isKnown: isStatement },
    xml: {
      isKnown: (beginning) => looksLikeFlex(beginning) || isStatement(beginning),
      otherwise:
        'This is an XML file, but neither a Flex statement of Interactive Brokers nor OFX. Download the report from your broker as CSV.',
    },
  });
}

const isStatement = (text: string): boolean => statementOf('text', { text }) !== null;
