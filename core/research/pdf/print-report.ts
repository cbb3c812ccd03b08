import { contentOf } from './content.ts';
import { drawFurniture, reserveBanners } from './furniture.ts';
import { cases, sections, watchList } from './parts/sections.ts';
import { committee, peers, segments } from './parts/companies.ts';
import { coverage } from './parts/coverage.ts';
import { evidence } from './parts/evidence.ts';
import { front } from './parts/front.ts';
import { keyCharts } from './parts/key-charts.ts';
import { qaIssues } from './parts/qa.ts';
import { disclaimer, stages } from './parts/stages.ts';
import { thesis } from './parts/thesis.ts';
import type { PrintedReport } from './printed-report.ts';
import { type FontFiles, openFaces } from './type/faces.ts';
import { bytesOf, newDocument } from './type/document.ts';
import { createPaper } from './type/paper.ts';
import { printable } from './type/printable.ts';
import { plain } from './words.ts';

/** In the order in which they are read. */
const PARTS = [
  front,
  qaIssues,
  thesis,
  keyCharts,
  coverage,
  sections,
  cases,
  watchList,
  segments,
  peers,
  committee,
  evidence,
  stages,
  disclaimer,
] as const;

/**
 * A report as the bytes of a PDF. Nothing of the process takes part in it, neither its time zone nor its locale nor the moment:
 * the same report always comes to the same bytes.
 * @param payloadHash `sha256:` and 64 hex digits of what is stored
 */
export async function printReport(
  report: PrintedReport,
  payloadHash: string,
  fonts: FontFiles,
): Promise<Uint8Array> {
  const content = contentOf(report, payloadHash);
  const written = content.publication?.generated_at ?? content.asOf;
  const faces = openFaces(fonts);
  const doc = newDocument({
    title: printable(`${content.company} (${content.symbol}): research report`, faces.has),
    subject: `Run ${report.run_id}, ${plain(report.status)}, ${payloadHash}`,
    created: written === null ? null : new Date(written),
  });
  const paper = createPaper(doc, faces);
  reserveBanners(paper, content);
  paper.newPage();
  for (const part of PARTS) part(paper, content);
  drawFurniture(paper, content);
  return await bytesOf(doc);
}
