/** Bounds of one PDF. */
export interface PdfLimits {
  pages: number;
  /** Letters of all pages. */
  characters: number;
  /** Pieces of text on one page; the longest real ones have some hundreds. */
  runsOfPage: number;
  /** Bytes of one part when it is unpacked: a packed one may grow a thousandfold. */
  unpackedBytes: number;
}

export const PDF_LIMITS: PdfLimits = {
  pages: 500,
  characters: 8_000_000,
  runsOfPage: 20_000,
  unpackedBytes: 32 * 2 ** 20,
};
