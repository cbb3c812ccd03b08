import { looksLikeFlex } from '../../../brokers/statements/index.ts';
import { decodeText as decode } from '../../../platform/index.ts';
import { ImportRefusal } from './refusal.ts';

/**
 * The text of a file that may be a CSV or a Flex statement, in whatever encoding.
 * @throws ImportRefusal for an empty, foreign, binary or oversized file, and where the bytes break the encoding
 */
export function decodeText(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  return decode(source, {
    maxBytes,
    refuse: (code, message, options) => new ImportRefusal(code, message, options),
    xml: {
      isKnown: looksLikeFlex,
      otherwise:
        'This is an XML file, but not a Flex statement from Interactive Brokers. Download the report from your broker as CSV.',
    },
  });
}
