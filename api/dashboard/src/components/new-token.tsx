/** Making a token, which is shown once. */
import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CopyText } from './copy-text.tsx';
import { Notice } from './notice.tsx';

interface TokenFormProps {
  label: string;
  placeholder: string;
  action: string;
  isPending: boolean;
  /** @param onCreated empties the field */
  onCreate: (name: string, onCreated: () => void) => void;
  /** Further fields. */
  children?: ReactNode;
}

export function TokenForm({ label, placeholder, action, isPending, onCreate, children }: TokenFormProps) {
  const [name, setName] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onCreate(name.trim(), () => setName(''));
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={label}
          placeholder={placeholder}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          style={{ flex: '1 1 180px' }}
          maw={280}
        />
        {children}
        <Button type="submit" variant="default" loading={isPending} disabled={name.trim() === ''}>
          {action}
        </Button>
      </Group>
    </form>
  );
}

interface NewTokenProps {
  name: string;
  token: string;
  /** How to try it. */
  children?: ReactNode;
}

/** The token itself, which is shown this once. */
export const NewToken = ({ name, token, children }: NewTokenProps) => (
  <Notice
    tone="caution"
    title={`Token for ${name}`}
    action={<CopyText value={token} label="Copy the token" />}
  >
    <Stack gap="xs">
      <Code style={{ overflowWrap: 'anywhere' }}>{token}</Code>
      <Text size="sm">Copy it now: Munim keeps no copy and cannot show it again.</Text>
      {children}
    </Stack>
  </Notice>
);
