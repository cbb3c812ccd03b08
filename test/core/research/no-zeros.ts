/** What a missing value was turned into a number by, in the code of one file: no comments, and no text. */
export function zerosIn(source: string): { line: number; what: string }[] {
  const code = withoutWords(source);
  return COERCIONS.flatMap(({ name, pattern }) =>
    [...code.matchAll(pattern)].map(({ index }) => ({
      line: code.slice(0, index).split('\n').length,
      what: name,
    })),
  );
}

/** Zero, as a number or as text of one; words are emptied before, so text is marked. */
const ZERO = String.raw`(?:-?0(?:\.0+)?n?(?![\w.])|§0§|new Decimal\(\s*(?:0|§0§)\s*\)|decimal\(\s*(?:0|§0§)\s*\))`;
/** What comes out of text that is known to be digits, a group of a match or a piece of a day, and of a comparison. */
const DIGITS = String.raw`(?:[^()]*(?:===|[<>])[^()]*|[\w.]+\[\d\]|\w+\??\.slice\([^()]*\)|\w+\.groups\??\.\w+|\w*(?:year|month|day|match|digits?|quarter)\w*)`;

const COERCIONS = [
  { name: 'a missing value becomes 0', pattern: new RegExp(String.raw`(?:\?\?|\|\|)=?\s*${ZERO}`, 'g') },
  {
    name: 'what is null or undefined becomes 0',
    pattern: new RegExp(
      String.raw`===?\s*(?:null|undefined)\s*\?\s*${ZERO}\s*:|!==?\s*(?:null|undefined)\s*\?[^:;?]*:\s*${ZERO}`,
      'g',
    ),
  },
  {
    name: 'Number() makes 0 of nothing',
    pattern: new RegExp(String.raw`\bNumber\((?!\s*${DIGITS}\s*\))|[(,]\s*Number\s*[),]`, 'g'),
  },
  { name: 'a sign makes a number of anything', pattern: /(?:[=(,:?&|]|return)\s*\+\s*[A-Za-z_$]/g },
  {
    name: 'parseFloat() and parseInt() read the beginning of anything',
    pattern: /\bparse(?:Float|Int)\s*\(/g,
  },
  { name: 'bits make 0 of anything', pattern: /\|\s*0\b(?!\s*\|)|~~\s*[\w(]|>>>?\s*0\b/g },
  {
    name: 'a failure becomes 0',
    pattern: new RegExp(
      String.raw`\.catch\(\s*(?:\(\s*\w*\s*\)|\w+)\s*=>\s*\(?${ZERO}|catch\s*(?:\(\w+\))?\s*\{\s*return\s+${ZERO}`,
      'g',
    ),
  },
  {
    name: 'a default of 0 stands for what is missing',
    pattern: new RegExp(
      String.raw`\b(?:value|amount|price|close|eps|revenue|profit)\w*\s*=\s*${ZERO}\s*[,)}]`,
      'g',
    ),
  },
];

/** Code with its comments and regular expressions blanked and its text emptied, but for text of a zero; lines stay. */
function withoutWords(source: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const token =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[=(,:[!&|?{;]\s*|return\s)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;
  return source.replace(token, (text) => {
    if (text.startsWith('`')) return templateCode(text);
    if (/^['"]-?0(?:\.0+)?['"]$/.test(text)) return '§0§';
    return /^['"]/.test(text) ? "''" : blank(text);
  });
}

/** What is worked out within a template. */
function templateCode(text: string): string {
  const inner = [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, code = '']) => ` (${code}) `).join('');
  return `''${inner}${'\n'.repeat(text.split('\n').length - 1 - (inner.split('\n').length - 1))}`;
}
