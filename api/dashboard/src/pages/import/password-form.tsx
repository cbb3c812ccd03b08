import { Button, Group, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

interface PasswordFormProps {
  file: string;
  isPending: boolean;
  onPassword: (password: string) => void;
}

/** The password of one file: sent with it, and kept nowhere. */
export function PasswordForm({ file, isPending, onPassword }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onPassword(password);
    setPassword('');
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <PasswordInput
          label={`Password of ${file}`}
          description="Used once to open the file. Munim does not keep it."
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          maxLength={128}
          autoComplete="off"
          style={{ flex: '1 1 260px' }}
          maw={420}
        />
        <Button type="submit" loading={isPending} disabled={password === ''}>
          Open
        </Button>
      </Group>
    </form>
  );
}
