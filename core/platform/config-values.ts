import { isIP } from 'node:net';
import * as yup from 'yup';

/** A value that a variable cannot have; the message never holds the value. */
export class Unfit extends Error {}

export const text = (schema: yup.StringSchema<string | undefined>) => (value: string) => {
  try {
    return schema.validateSync(value) ?? '';
  } catch (error) {
    throw new Unfit(error instanceof Error ? error.message : String(error));
  }
};
export const oneOf =
  <T extends string>(...values: T[]) =>
  (value: string): T => {
    const found = values.find((candidate) => candidate === value.toLowerCase());
    if (found === undefined) throw new Unfit('not one of the allowed words');
    return found;
  };
export const flag = (value: string): boolean => {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true;
  if (['0', 'false', 'no', 'off', ''].includes(value.toLowerCase())) return false;
  throw new Unfit('neither on nor off');
};
export const whole = (min: number, max: number) => (value: string) => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) throw new Unfit('outside the allowed range');
  return number;
};
export const timeOfDay = (value: string) => {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) throw new Unfit('not a time of day');
  return value;
};
export const positive = (value: string) => {
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || !(number > 0)) throw new Unfit('not a positive number');
  return number;
};
/** A span in seconds, fractions included. */
export const seconds = (max: number) => (value: string) => {
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || number > max) throw new Unfit('outside the allowed range');
  return number;
};
/** Percentage points; a rate may be below zero. */
export const points = (value: string) => {
  const number = Number(value);
  if (!/^-?\d+(\.\d+)?$/.test(value) || Math.abs(number) > 100) throw new Unfit('not a percentage');
  return number;
};
export const url =
  (...protocols: string[]) =>
  (value: string) => {
    if (value === '') return null;
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      throw new Unfit('not a valid address');
    return value.replace(/\/$/, '');
  };
/** The address of an outside system, or null where it is switched off. */
export const outside = (value: string) =>
  value.toLowerCase() === 'off' ? null : url('http:', 'https:')(value);
/** Names or addresses of hosts, without ports, in small letters. */
export const hosts = (value: string): readonly string[] => {
  const names = value
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/\.$/, ''))
    .filter((name) => name !== '');
  const isName = (name: string) => name.length <= 253 && /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name);
  if (!names.every((name) => isIP(name) !== 0 || isName(name))) throw new Unfit('not a list of host names');
  return names;
};
export const optional = (value: string) => (value === '' ? null : value);
export const secretKey = (value: string) => {
  if (value !== '' && value.length < 24) throw new Unfit('too short');
  return optional(value);
};
