import PDFDocument from 'pdfkit';
import { A4 } from './styles.ts';

/**
 * A document without anything that depends on when or where it is made.
 * @param created the moment that the file names; null for one that nobody knows, which stands as 1 January 1970
 */
export function newDocument({
  title,
  subject,
  created,
}: {
  title: string;
  subject: string;
  created: Date | null;
}): PDFKit.PDFDocument {
  return new PDFDocument({
    size: [A4.width, A4.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-IN',
    displayTitle: true,
    // Its own fonts alone: none of those that a reader brings along.
    font: '',
    autoFirstPage: false,
    // The foot of each page tells how many there are.
    bufferPages: true,
    info: {
      Title: title,
      Subject: subject,
      Author: 'Munim',
      Creator: 'Munim',
      Producer: 'Munim',
      CreationDate: created ?? new Date(0),
    },
  });
}

/** The bytes of a document that is drawn. */
export async function bytesOf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve);
    doc.once('error', reject);
  });
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
