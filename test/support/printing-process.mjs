/** A process that prints the reports it is told on its standard input, and tells the hash of each file. */
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createReportPrinter } from '../../core/research/pdf/index.ts';

const reports = JSON.parse(await text(process.stdin));
const printer = createReportPrinter();
const hashes = [];
for (const report of reports)
  hashes.push(
    createHash('sha256')
      .update(await printer.print(report))
      .digest('hex'),
  );
await printer.close();
process.stdout.write(JSON.stringify(hashes));
