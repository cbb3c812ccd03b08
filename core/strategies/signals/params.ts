import type { FieldError } from '../../platform/index.ts';
import type { StrategyParam } from './strategy.ts';

/** Numbers by the names of params. */
export type ParamValues = Readonly<Record<string, number>>;

/** Values for all params: those given, and the defaults of the others. */
export function withDefaults(params: readonly StrategyParam[], given: ParamValues): ParamValues {
  const values: Record<string, number> = {};
  for (const param of params) values[param.name] = given[param.name] ?? param.default;
  return values;
}

/** What is wrong with values given for the params of a strategy, one error a name. */
export function wrongParams(
  strategy: string,
  params: readonly StrategyParam[],
  given: ParamValues,
): FieldError[] {
  const errors: FieldError[] = [];
  const names = params.map(({ name }) => name).join(', ');
  for (const [name, value] of Object.entries(given)) {
    const param = params.find((one) => one.name === name);
    const message =
      param === undefined ? `${strategy} has no param ${name}. It takes ${names}.` : wrongValue(param, value);
    if (message !== null) errors.push({ field: name, message });
  }
  return errors;
}

function wrongValue({ name, min, max, whole }: StrategyParam, value: number): string | null {
  if (!Number.isFinite(value) || value < min || value > max || (whole && !Number.isInteger(value)))
    return `${name} must be a${whole ? ' whole' : ''} number from ${min} to ${max}.`;
  return null;
}
