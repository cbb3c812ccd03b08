/** Signing in: a name, then the digits that came to the chat or stand on the server's terminal: six, or twelve. */
import {
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
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../api/client.ts';
import { api } from '../api/endpoints.ts';
import { useRefreshSession } from '../api/session.tsx';
import { Brand } from '../shell/brand.tsx';
import { SchemeSwitch } from '../shell/scheme-switch.tsx';
import { Notice } from '../components/notice.tsx';

/** Digits of a code: twelve once strangers have guessed at a login too often. */
const USUAL = 6;
const LONG = 12;

/** The code in a pasted text; null where there is none. People copy it with spaces, dashes and line ends. */
function pastedCode(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && (digits.length === USUAL || digits.length === LONG) ? digits : null;
}

const reasonOf = (error: Error): string => {
  if (!(error instanceof ApiError)) return 'Something went wrong. Reload the page and try again.';
  if (error.status === 429)
    return `Too many tries. Wait ${error.retryAfter ? `${error.retryAfter} seconds` : 'a moment'}, then request a new code, or run npm run login-code on the machine where Munim runs.`;
  return error.message;
};

/** Login of the address that Munim prints beside a code, `/#code=owner`; null in any other address. */
const printedLogin = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('code');

export default function SignIn() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const printed = printedLogin(hash);
  const [login, setLogin] = useState(printed ?? 'owner');
  const [isCodeAsked, setIsCodeAsked] = useState(printed !== null);
  // Used once: after a sign-out no code is expected.
  useEffect(() => {
    if (printed === null) return;
    setLogin(printed);
    setIsCodeAsked(true);
    void navigate({ pathname, search }, { replace: true });
  }, [printed, pathname, search, navigate]);
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
          description="Unless you changed it, this is owner."
          value={login}
          onChange={(event) => onLogin(event.currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
        {request.error && <Notice tone="failure">{reasonOf(request.error)}</Notice>}
        <Button type="submit" loading={request.isPending}>
          Send me a code
        </Button>
        <Group justify="center">
          <Anchor component="button" type="button" size="sm" onClick={onSent}>
            I already have a code
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

function CodeStep({ login, onBack }: { login: string; onBack: () => void }) {
  const refresh = useRefreshSession();
  const [code, setCode] = useState('');
  const [isLong, setIsLong] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const verify = useMutation({
    mutationFn: (digits: string) => api.auth.verify(login.trim(), digits),
    onSuccess: refresh,
    onError: () => setCode(''),
  });
  // Once it can be written in again: a disabled field takes no focus.
  useEffect(() => {
    if (verify.isError) first.current?.focus();
  }, [verify.isError]);
  const length = isLong ? LONG : USUAL;
  const paste = (event: ClipboardEvent) => {
    const digits = pastedCode(event.clipboardData.getData('text/plain'));
    if (digits === null) return;
    event.preventDefault();
    event.stopPropagation();
    setIsLong(digits.length === LONG);
    setCode(digits);
    verify.mutate(digits);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === length) verify.mutate(code);
      }}
    >
      <Stack>
        <Title order={1} size="h3">
          Enter your code
        </Title>
        <Text size="sm" c="dimmed">
          {isLong ? 'Twelve' : 'Six'} digits for <b>{login}</b>. It works once, within five minutes.
        </Text>
        <Box onPasteCapture={paste}>
          {isLong ? (
            <TextInput
              ref={first}
              aria-label="Twelve-digit code"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              size="lg"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, LONG))}
              error={verify.isError}
              disabled={verify.isPending}
            />
          ) : (
            <PinInput
              ref={first}
              length={USUAL}
              type="number"
              oneTimeCode
              autoFocus
              size="lg"
              value={code}
              onChange={setCode}
              onComplete={(digits) => verify.mutate(digits)}
              error={verify.isError}
              disabled={verify.isPending}
              getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${USUAL}` })}
              styles={{ root: { justifyContent: 'space-between' } }}
            />
          )}
        </Box>
        {verify.error && <Notice tone="failure">{reasonOf(verify.error)}</Notice>}
        <Button type="submit" disabled={code.length !== length} loading={verify.isPending}>
          Sign in
        </Button>
        <Notice tone="info" title="Where is my code?">
          <Stack gap={6}>
            <Text size="sm">In your Telegram chat with Munim, if one is linked.</Text>
            <Text size="sm">Otherwise, in the terminal where Munim runs.</Text>
            <Text size="sm">
              Cannot see the terminal? On that machine, run <Code>npm run login-code</Code> in Munim's folder.
            </Text>
          </Stack>
        </Notice>
        <Group justify="center">
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setCode('');
              setIsLong(!isLong);
            }}
          >
            {isLong ? 'My code has six digits' : 'My code has twelve digits'}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Use another login, or get a new code
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
