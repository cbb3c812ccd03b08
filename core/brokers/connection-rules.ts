import { type FieldError, invalid } from '../platform/index.ts';
import type { PortfolioSync } from './sync/portfolio-sync.ts';
import type { BrokerAdapter } from './adapter.ts';
import type { BrokerTable } from './broker-table.ts';
import { LONGEST_PORTFOLIO } from './connection-view.ts';
import { type ConnectionChange, type ConnectionInput, type ConnectionRole, ROLES } from './inputs.ts';

const LONGEST_LABEL = 60;
const LONGEST_CREDENTIAL = 4096;

/** Roles a connection of this broker may have. */
export function rolesOf(adapter: BrokerAdapter): ConnectionRole[] {
  return adapter.canTrade ? [...ROLES] : ['SYNC'];
}

/** @throws 422 VALIDATION_ERROR naming the brokers there are. */
export function knownBroker(table: BrokerTable, broker: string): BrokerAdapter {
  const found = table.find(broker);
  if (found !== undefined) return found.adapter;
  const names = table.all().map(({ adapter }) => adapter.broker);
  throw invalid([{ field: 'broker', message: `must be one of ${names.join(', ')}.` }]);
}

/** The input with its texts trimmed. @throws 422 VALIDATION_ERROR with one line for each wrong field, and no value in it. */
export function checkedInput(
  adapter: BrokerAdapter,
  input: ConnectionInput,
  portfolioSync: Pick<PortfolioSync, 'nameFault'>,
): Required<ConnectionInput> {
  const errors: FieldError[] = [];
  const label = checkedLabel(input.label, errors);
  checkRole(adapter, input.role, errors);
  const portfolio = input.portfolio?.trim() ?? '';
  const nameFault =
    portfolio.length > LONGEST_PORTFOLIO
      ? `has at most ${LONGEST_PORTFOLIO} characters.`
      : portfolioSync.nameFault(portfolio);
  if (nameFault !== null) errors.push({ field: 'portfolio', message: nameFault });
  const credentials = checkedCredentials(adapter, {}, input.credentials, errors);
  if (errors.length > 0) throw invalid(errors);
  return { broker: input.broker, label, role: input.role, credentials, portfolio };
}

/** What a change comes to. @throws 422 VALIDATION_ERROR */
export function checkedChange(
  adapter: BrokerAdapter,
  before: Readonly<Record<string, string>> | null,
  change: ConnectionChange,
): { label?: string; role?: ConnectionRole; credentials?: Record<string, string> } {
  const errors: FieldError[] = [];
  const checked: ReturnType<typeof checkedChange> = {};
  if (change.label !== undefined) checked.label = checkedLabel(change.label, errors);
  if (change.role !== undefined) {
    checkRole(adapter, change.role, errors);
    checked.role = change.role;
  }
  if (change.credentials !== undefined && Object.keys(change.credentials).length > 0)
    checked.credentials = checkedCredentials(adapter, before ?? {}, change.credentials, errors);
  if (errors.length > 0) throw invalid(errors);
  return checked;
}

function checkedLabel(text: string, errors: FieldError[]): string {
  const label = text.trim().replace(/\s+/g, ' ');
  if (label === '' || label.length > LONGEST_LABEL)
    errors.push({ field: 'label', message: `must have 1 to ${LONGEST_LABEL} characters.` });
  return label;
}

function checkRole(adapter: BrokerAdapter, role: ConnectionRole, errors: FieldError[]): void {
  const roles = rolesOf(adapter);
  if (!roles.includes(role))
    errors.push({ field: 'role', message: `must be ${roles.join(' or ')} for ${adapter.title}.` });
}

function checkedCredentials(
  adapter: BrokerAdapter,
  before: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
  errors: FieldError[],
): Record<string, string> {
  const credentials: Record<string, string> = { ...before };
  for (const [name, value] of Object.entries(given)) {
    const field = adapter.fields.find((one) => one.name === name);
    const at = `credentials.${name.slice(0, 40)}`;
    const text = value.trim();
    if (field === undefined) {
      const names = adapter.fields.map((one) => one.name).join(', ');
      errors.push({ field: at, message: `is not one of ${adapter.title}'s: ${names}.` });
    } else if (text === '') delete credentials[name];
    else if (text.length > LONGEST_CREDENTIAL || (field.pattern !== undefined && !field.pattern.test(text)))
      errors.push({ field: at, message: `does not look like ${field.label}. ${field.hint}` });
    else credentials[name] = text;
  }
  for (const { name, label, hint, required } of adapter.fields) {
    if (
      required &&
      credentials[name] === undefined &&
      !errors.some(({ field }) => field === `credentials.${name}`)
    )
      errors.push({ field: `credentials.${name}`, message: `is missing: ${label}. ${hint}` });
  }
  return credentials;
}
