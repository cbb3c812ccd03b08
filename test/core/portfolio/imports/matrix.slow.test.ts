import assert from 'node:assert/strict';
import { ImportRefusal } from '../../../../core/portfolio/imports/files/refusal.ts';
import { collect } from './collect.ts';
import { INDIAN_SAMPLES } from './samples/india.ts';
import { SAMPLES } from './samples/index.ts';
import { bytesOf } from './samples/sample.ts';

const CUTS = 10;

describe('portfolio/import of samples that are cut or written otherwise', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);

  // Texts of Indian brokers are changed in more ways (importers/indian-variants.slow.test.ts).
  for (const sample of SAMPLES.filter(
    (one) => typeof one.content !== 'string' || !INDIAN_SAMPLES.includes(one),
  )) {
    const { name, format } = sample;
    it(`${format}: ${name}, cut, with other line ends or a BOM, is read as its own format or refused`, async () => {
      const bytes = bytesOf(sample);
      const variants = Array.from({ length: CUTS }, (_, at) =>
        bytes.subarray(0, Math.floor((bytes.length * (at + 1)) / (CUTS + 1))),
      );
      const whole: Buffer[] = [];
      if (typeof sample.content === 'string') {
        const lines = sample.content.replaceAll('\r\n', '\n');
        whole.push(Buffer.from(lines.replaceAll('\n', '\r\n')), Buffer.from(`\uFEFF${lines}`));
      }
      for (const [at, variant] of [...variants, ...whole].entries()) {
        const read = await collect(variant, {}, 65_536).catch((error: unknown) => {
          assert.ok(error instanceof ImportRefusal, String(error));
          return null;
        });
        if (read === null) assert.ok(at < CUTS, 'whole files are not refused');
        else assert.equal(read.detected_format, format, `variant ${at}`);
      }
    });
  }
});
