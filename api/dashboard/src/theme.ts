import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { fontFamily, themes } from '../../../charts/index.ts';

const ink: MantineColorsTuple = [
  '#e8f3ff',
  '#d0e4fb',
  '#a2c8f2',
  '#6faae9',
  '#4791e1',
  '#2d81dd',
  '#1a74d4',
  '#0b62b5',
  '#00569f',
  '#004a8a',
];

/** Dark surroundings in the colours of the charts: 7 is the surface of cards, 8 the page behind them. */
const dark: MantineColorsTuple = [
  '#eef1f6',
  '#c8d0dc',
  '#a3aebd',
  '#7c8797',
  '#3c4656',
  '#2f3847',
  '#222936',
  '#171c26',
  '#0f131b',
  '#0a0d13',
];

export { themes };

export const theme = createTheme({
  colors: { ink, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  fontFamily,
  headings: { fontFamily, fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  components: {
    Tooltip: {
      defaultProps: {
        multiline: true,
        maw: 320,
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Alert: {
      vars: (_: unknown, { color }: { color?: string }) => ({
        root: {
          '--alert-bg': `color-mix(in srgb, var(--mantine-color-${color ?? 'ink'}-6) 8%, var(--surface))`,
          '--alert-bd': `1px solid color-mix(in srgb, var(--mantine-color-${color ?? 'ink'}-6) 35%, var(--surface))`,
        },
      }),
    },
    Badge: { defaultProps: { tt: 'none' } },
    Modal: { defaultProps: { centered: true }, styles: { title: { fontWeight: 600 } } },
  },
});

/** Variables of our own style sheets, the same in both schemes as the charts have them. */
export const cssVariables: CSSVariablesResolver = () => {
  const of = (name: keyof typeof themes) => ({
    '--page': name === 'light' ? '#f5f7fa' : '#0f131b',
    '--surface': themes[name].surface,
    '--line': themes[name].grid,
    '--gain': themes[name].gain,
    '--loss': themes[name].loss,
    '--mantine-color-dimmed': themes[name].muted,
    '--mantine-color-text': themes[name].text,
  });
  return {
    variables: {},
    light: {
      ...of('light'),
      // Mantine's own stay under a contrast of 4.5 to 1 on their badges.
      '--mantine-color-teal-light-color': '#06704f',
      '--mantine-color-orange-light-color': '#b23a08',
      '--mantine-color-yellow-light-color': '#855300',
    },
    dark: of('dark'),
  };
};
