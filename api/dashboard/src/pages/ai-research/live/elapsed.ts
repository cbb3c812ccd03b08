const SECOND = 1000;
const two = (value: number): string => String(value).padStart(2, '0');

/** `0:07`, `12:30`, `1:02:05`; a clock that is behind the server’s begins at nothing. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** US dollars in cents; less than a cent keeps four places. */
export const usd = (value: number): string =>
  `$${value.toFixed(value !== 0 && Math.abs(value) < 0.01 ? 4 : 2)}`;
