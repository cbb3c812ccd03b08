import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '../icons.ts';
import { useEffect, useRef, useState } from 'react';

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Searches a moment after the last key; `/` puts the cursor into it. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useDebouncedCallback((next: string) => {
    sent.current = next;
    onSearch(next);
  }, 300);
  // a link or the back button may change what is searched for
  useEffect(() => {
    if (value.trim() !== sent.current.trim()) setText(value);
    sent.current = value;
  }, [value]);
  const change = (next: string): void => {
    setText(next);
    search(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      data-search
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />
      }
      maxLength={64}
      style={{ flex: '1 1 200px' }}
    />
  );
}
