import { Group, Text } from '@mantine/core';

/** The mark and the name; the mark alone on a phone, where its place is wanted. */
export function Brand({ size = 28, isShort = false }: { size?: number; isShort?: boolean }) {
  return (
    <Group gap={10} wrap="nowrap">
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
        <rect width="32" height="32" rx="7" fill="#0b62b5" />
        <path
          d="M8 23V10.5c0-1 1.2-1.5 1.9-.8l6.1 6.5 6.1-6.5c.7-.7 1.9-.2 1.9.8V23"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="16" cy="23" r="1.9" fill="#f0b84a" />
      </svg>
      <Text
        fw={600}
        fz={size * 0.68}
        lh={1}
        component="span"
        {...(isShort ? { visibleFrom: 'sm' as const } : {})}
      >
        Munim
      </Text>
    </Group>
  );
}
