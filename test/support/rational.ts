/** A fraction of two whole numbers: nothing is ever rounded unless one asks for it. Slow, and meant to be. */
export class Rational {
  static readonly ZERO = new Rational(0n);
  readonly n: bigint;
  readonly d: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    const divisor = gcd(numerator < 0n ? -numerator : numerator, denominator);
    this.n = numerator / divisor;
    this.d = denominator / divisor;
  }

  /** Reads '12', '-0.25'. */
  static of(text: string): Rational {
    const found = /^(-?)(\d*)\.?(\d*)$/.exec(text);
    if (found === null) throw new TypeError(`"${text}" is not a number`);
    const [, sign, whole = '', decimals = ''] = found;
    const size = new Rational(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
    return sign === '-' ? size.negated() : size;
  }

  plus(other: Rational): Rational {
    if (other.n === 0n) return this;
    if (this.n === 0n) return other;
    return new Rational(this.n * other.d + other.n * this.d, this.d * other.d);
  }
  minus(other: Rational): Rational {
    return this.plus(other.negated());
  }
  times(other: Rational): Rational {
    return new Rational(this.n * other.n, this.d * other.d);
  }
  over(other: Rational): Rational {
    if (other.n === 0n) throw new RangeError('division by nothing');
    const sign = other.n < 0n ? -1n : 1n;
    return new Rational(sign * this.n * other.d, sign * this.d * other.n);
  }
  negated(): Rational {
    return new Rational(-this.n, this.d);
  }
  size(): Rational {
    return this.n < 0n ? this.negated() : this;
  }

  /** Below, at or above zero. */
  get sign(): -1 | 0 | 1 {
    if (this.n === 0n) return 0;
    return this.n < 0n ? -1 : 1;
  }
  isBelow(other: Rational): boolean {
    return this.n * other.d < other.n * this.d;
  }
  equals(other: Rational): boolean {
    return this.n === other.n && this.d === other.d;
  }

  /** To so many decimals: towards zero, away from it, or to the nearest, of two the even one. */
  toPlaces(places: number, how: 'down' | 'up' | 'even'): Rational {
    const scale = 10n ** BigInt(places);
    const scaled = this.n * scale;
    const size = scaled < 0n ? -scaled : scaled;
    let whole = size / this.d;
    const rest = size % this.d;
    const isUp =
      how === 'up'
        ? rest > 0n
        : how === 'even' && (2n * rest > this.d || (2n * rest === this.d && whole % 2n === 1n));
    if (isUp) whole += 1n;
    return new Rational(this.n < 0n ? -whole : whole, scale);
  }

  /** Exact text where 40 decimals are enough, else cut there. */
  toString(): string {
    const scaled = (this.n * 10n ** 40n) / this.d;
    const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(41, '0');
    const decimals = digits.slice(-40).replace(/0+$/, '');
    return `${scaled < 0n ? '-' : ''}${digits.slice(0, -40)}${decimals === '' ? '' : `.${decimals}`}`;
  }
  toNumber(): number {
    return Number(this.toString());
  }
}

export function sumOf(values: Iterable<Rational>): Rational {
  let sum = Rational.ZERO;
  for (const value of values) sum = sum.plus(value);
  return sum;
}

function gcd(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}
