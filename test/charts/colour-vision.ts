/** How far apart two colours look to people with the common forms of colour blindness. Test support. */

type Rgb = readonly [number, number, number];

/** Machado, Oliveira and Fernandes 2009, severity 1.0, applied to linear light. */
const deficiencies = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
} as const;

export type Vision = keyof typeof deficiencies;
export const visions = Object.keys(deficiencies) as Vision[];

function linear(hex: string): Rgb {
  const channel = (from: number): number => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function seen([red, green, blue]: Rgb, vision: Vision): Rgb {
  const m = deficiencies[vision];
  const mix = (a: number, b: number, c: number): number =>
    Math.min(1, Math.max(0, a * red + b * green + c * blue));
  return [mix(m[0], m[1], m[2]), mix(m[3], m[4], m[5]), mix(m[6], m[7], m[8])];
}

function lab([red, green, blue]: Rgb): Rgb {
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE76 distance of two hex colours under a form of colour vision; about 2 is just noticeable. */
export function distance(one: string, other: string, vision: Vision): number {
  const a = lab(seen(linear(one), vision));
  const b = lab(seen(linear(other), vision));
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** WCAG contrast of two hex colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const luminance = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const [low, high] = [luminance(linear(one)), luminance(linear(other))].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}
