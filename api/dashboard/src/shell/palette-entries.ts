/** Something that the palette offers. */
export interface Entry {
  id: string;
  title: string;
  /** Beside it, and searched too. */
  about?: string;
  run: () => void;
}

/** Those that have every word that was typed, those whose title begins with it first. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const text = words.join(' ');
  const has = ({ title, about = '' }: Entry): boolean => {
    const all = `${title} ${about}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const isFirst = ({ title }: Entry): boolean => title.toLowerCase().startsWith(text);
  const found = entries.filter(has);
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))];
}
