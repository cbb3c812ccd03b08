const SHAPE = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

/** True when the code has the shape of an ISIN and its check digit is right (ISO 6166, Luhn over letters as numbers). */
export function isIsin(code: string): boolean {
  if (!SHAPE.test(code)) return false;
  let sum = 0;
  let double = false;
  for (let at = 11; at >= 0; at--) {
    const value = code.charCodeAt(at) - (code.charCodeAt(at) < 58 ? 48 : 55);
    // A letter stands for two digits; the right one comes first when going leftwards.
    sum += luhn(value % 10, double);
    double = !double;
    if (value > 9) {
      sum += luhn(Math.floor(value / 10), double);
      double = !double;
    }
  }
  return sum % 10 === 0;
}

function luhn(digit: number, double: boolean): number {
  if (!double) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
