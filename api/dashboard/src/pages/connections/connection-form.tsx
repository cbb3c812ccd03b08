import { Checkbox, Modal, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { BrokerChoice, Connection, ConnectionRole } from '../../api/types.ts';
import { problemsOf } from '../../components/draft.ts';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { PortfolioField } from '../../components/portfolio-select.tsx';
import { done } from '../../components/toast.tsx';
import { ROLES } from './words.ts';

interface ConnectionFormProps {
  /** The one to edit, `new` for another one, null while closed. */
  connection: Connection | 'new' | null;
  brokers: BrokerChoice[];
  onClose: () => void;
  onSaved: (connection: Connection, isNew: boolean) => void;
}

/** Adds a connection or changes one; its fields are what the broker asks for. */
export function ConnectionForm({ connection, ...props }: ConnectionFormProps) {
  const title = connection === 'new' ? 'New connection' : connection ? `Edit ${connection.label}` : '';
  return (
    <Modal opened={connection !== null} onClose={props.onClose} title={title}>
      {connection && <Fields connection={connection === 'new' ? null : connection} {...props} />}
    </Modal>
  );
}

type FieldsProps = Omit<ConnectionFormProps, 'connection'> & { connection: Connection | null };

function Fields({ connection, brokers, onClose, onSaved }: FieldsProps) {
  const [name, setName] = useState(
    connection?.broker ?? brokers.find((one) => one.is_on)?.broker ?? 'zerodha',
  );
  const broker = brokers.find((one) => one.broker === name);
  const [label, setLabel] = useState(connection?.label ?? '');
  const [role, setRole] = useState<ConnectionRole>(connection?.role ?? 'SYNC');
  const [portfolio, setPortfolio] = useState('');
  const [credentials, setCredentials] = useState<Record<string, string>>({});
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(new Set());
  const save = usePortfolioChange(() => {
    const given = Object.entries(credentials).filter(([, text]) => text.trim() !== '');
    const sent = Object.fromEntries([
      ...given.map(([field, text]) => [field, text.trim()]),
      ...[...forgotten].map((field) => [field, '']),
    ]) as Record<string, string>;
    const common = { label: label.trim() || (broker?.title ?? name), role, credentials: sent };
    if (connection) return api.connections.update(connection.id, common);
    return api.connections.create({
      broker: name,
      ...common,
      ...(portfolio.trim() === '' ? {} : { portfolio: portfolio.trim() }),
    });
  });
  const submit = (): void =>
    save.mutate(undefined, {
      onSuccess: (saved) => {
        done(connection ? `${saved.label} saved.` : `${saved.label} added.`);
        onClose();
        onSaved(saved, connection === null);
      },
    });
  const problems = problemsOf(save.error);
  const roles = broker?.roles ?? ['SYNC'];

  return (
    <Form change={save} onSubmit={submit} onCancel={onClose} action={connection ? 'Save' : 'Add and sync'}>
      {connection === null && (
        <Select
          label="Broker"
          data={brokers.map((one) => ({ value: one.broker, label: one.title }))}
          value={name}
          onChange={(value) => {
            const chosen = brokers.find((one) => one.broker === value);
            if (!chosen) return;
            setName(chosen.broker);
            setCredentials({});
            if (!chosen.roles.includes(role)) setRole(chosen.roles[0] ?? 'SYNC');
          }}
          allowDeselect={false}
          error={problems['broker']}
          data-autofocus
        />
      )}
      {broker && !broker.is_on && (
        <Notice tone="caution">
          {broker.title} is switched off on this server. To switch it on, set {broker.switched_on_by}. Until
          then Munim does not contact it.
        </Notice>
      )}
      {broker && (
        <Text size="sm" c="dimmed">
          Read {broker.rhythm}.{broker.needs_login && ' It asks you to log in on its own page.'}
        </Text>
      )}
      <TextInput
        label="Name"
        description="To tell several connections apart"
        placeholder={broker?.title}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={problems['label']}
        maxLength={80}
        data-autofocus={connection !== null || undefined}
      />
      {roles.length > 1 && (
        <Select
          label="Role"
          description={ROLES[role].meaning}
          data={roles.map((one) => ({ value: one, label: ROLES[one].label }))}
          value={role}
          onChange={(value) => setRole(roles.find((one) => one === value) ?? role)}
          allowDeselect={false}
          error={problems['role']}
        />
      )}
      {connection === null && (
        <PortfolioField
          value={portfolio}
          onChange={setPortfolio}
          label="Into portfolio"
          description="Leave empty to create one named after the broker and the account"
          error={problems['portfolio']}
        />
      )}
      <Stack gap="sm" role="group" aria-label="Credentials">
        {(broker?.fields ?? []).map((field) => {
          const stored = connection?.credentials.find((one) => one.name === field.name);
          const isStored = stored?.present === true;
          const Input = field.secret ? PasswordInput : TextInput;
          const isGone = forgotten.has(field.name);
          return (
            <Stack key={field.name} gap={4}>
              <Input
                label={field.label}
                description={field.hint}
                placeholder={
                  isStored
                    ? `Stored${stored.last4 === null ? '' : `, ends in ${stored.last4}`}: leave empty to keep`
                    : ''
                }
                value={credentials[field.name] ?? ''}
                onChange={(event) => {
                  const text = event.currentTarget.value;
                  setCredentials((before) => ({ ...before, [field.name]: text }));
                }}
                error={problems[`credentials.${field.name}`] ?? problems[field.name]}
                required={field.required && !isStored}
                disabled={isGone}
                autoComplete="off"
                spellCheck={false}
                data-1p-ignore
              />
              {isStored && !field.required && (
                <Checkbox
                  size="xs"
                  label={`Remove the stored ${field.label}`}
                  checked={isGone}
                  onChange={(event) => {
                    const next = new Set(forgotten);
                    if (event.currentTarget.checked) next.add(field.name);
                    else next.delete(field.name);
                    setForgotten(next);
                  }}
                />
              )}
            </Stack>
          );
        })}
        <Text size="xs" c="dimmed">
          Stored encrypted. Munim only ever shows the last four characters.
        </Text>
      </Stack>
    </Form>
  );
}
