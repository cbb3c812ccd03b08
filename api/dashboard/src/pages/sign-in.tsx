/** Signing in: a name, then the six digits that came to the chat or stand on the server's terminal. */
import {
  Alert,
  Anchor,
  Box,
  Button,
  Center,
  Code,
  Group,
  Paper,
  PinInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { api } from '../api/endpoints.ts';
import { useRefreshSession } from '../api/session.tsx';
import { Brand } from '../shell/brand.tsx';
import { SchemeSwitch } from '../shell/scheme-switch.tsx';

const reasonOf = (error: Error): string => {
  if (!(error instanceof ApiError)) return 'Something went wrong. Reload the page and try again.';
  if (error.status === 429)
    return `Too many tries. Wait ${error.retryAfter ? `${error.retryAfter} seconds` : 'a moment'}, then ask for a new code.`;
  return error.message;
};

export function SignIn() {
  const [login, setLogin] = useState('owner');
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  useEffect(() => {
    document.title = 'Sign in · Munim';
  }, []);

  return (
    <Center mih="100vh" p="md" component="main">
      <Box pos="fixed" top={12} right={12}>
        <SchemeSwitch />
      </Box>
      <Paper className="panel" p="xl" w="100%" maw={420}>
        <Stack gap="lg">
          <Brand size={36} />
          {isCodeAsked ? (
            <CodeStep login={login} onBack={() => setIsCodeAsked(false)} />
          ) : (
            <LoginStep login={login} onLogin={setLogin} onSent={() => setIsCodeAsked(true)} />
          )}
        </Stack>
      </Paper>
    </Center>
  );
}

function LoginStep({
  login,
  onLogin,
  onSent,
}: {
  login: string;
  onLogin: (login: string) => void;
  onSent: () => void;
}) {
  const request = useMutation({ mutationFn: () => api.auth.requestCode(login.trim()), onSuccess: onSent });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (login.trim() !== '') request.mutate();
      }}
    >
      <Stack>
        <Title order={1} size="h3">
          Sign in
        </Title>
        <TextInput
          label="Your login"
          description="The first start of Munim made one called owner."
          value={login}
          onChange={(event) => onLogin(event.currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
        {request.error && (
          <Alert color="orange" role="alert">
            {reasonOf(request.error)}
          </Alert>
        )}
        <Button type="submit" loading={request.isPending}>
          Send me a code
        </Button>
        <Group justify="center">
          <Anchor component="button" type="button" size="sm" onClick={onSent}>
            I have a code already
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

function CodeStep({ login, onBack }: { login: string; onBack: () => void }) {
  const refresh = useRefreshSession();
  const [code, setCode] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const verify = useMutation({
    mutationFn: (digits: string) => api.auth.verify(login.trim(), digits),
    onSuccess: refresh,
    onError: () => {
      setCode('');
      first.current?.focus();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6) verify.mutate(code);
      }}
    >
      <Stack>
        <Title order={1} size="h3">
          Enter your code
        </Title>
        <Text size="sm" c="dimmed">
          Six digits for <b>{login}</b>, valid for five minutes, usable once.
        </Text>
        <PinInput
          ref={first}
          length={6}
          type="number"
          oneTimeCode
          autoFocus
          size="lg"
          value={code}
          onChange={setCode}
          onComplete={(digits) => verify.mutate(digits)}
          error={verify.isError}
          disabled={verify.isPending}
          getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of 6` })}
          styles={{ root: { justifyContent: 'space-between' } }}
        />
        {verify.error && (
          <Alert color="orange" role="alert">
            {reasonOf(verify.error)}
          </Alert>
        )}
        <Button type="submit" disabled={code.length !== 6} loading={verify.isPending}>
          Sign in
        </Button>
        <Alert variant="light" title="Where is my code?">
          <Stack gap={6}>
            <Text size="sm">In your Telegram chat with Munim, when it is linked.</Text>
            <Text size="sm">Otherwise on the terminal where Munim runs.</Text>
            <Text size="sm">
              No terminal in sight? On that machine, run <Code>npm run login-code</Code> in Munim's folder.
            </Text>
          </Stack>
        </Alert>
        <Group justify="center">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Another login, or a new code
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
