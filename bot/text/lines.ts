import { FormattedString } from '@grammyjs/parse-mode';

export type Line = FormattedString | string | null | undefined | false;

/** Lines one under the other; nothing, null and false are left out, '' is an empty line. */
export function lines(...parts: (Line | Line[])[]): FormattedString {
  const shown = parts
    .flat()
    .filter(
      (part): part is FormattedString | string => part !== null && part !== undefined && part !== false,
    );
  return FormattedString.join(shown, '\n');
}

export const bold = (text: string): FormattedString => FormattedString.bold(text);
export const code = (text: string): FormattedString => FormattedString.code(text);
export const link = (text: string, url: string): FormattedString => FormattedString.link(text, url);
export const italic = (text: string): FormattedString => FormattedString.italic(text);

/** Pieces on one line. */
export function inline(...parts: (FormattedString | string)[]): FormattedString {
  return FormattedString.join(parts, '');
}

export const plain = (text: string): FormattedString => new FormattedString(text);
