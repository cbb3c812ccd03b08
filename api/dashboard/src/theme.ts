import {
  createTheme,
  type CSSVariablesResolver,
  DEFAULT_THEME,
  type MantineColorsTuple,
} from '@mantine/core';
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

/** A colour of Mantine whose shades 6 and 7, which fill buttons and badges, are dark enough for white words on them. */
const filledWith = (name: string, fill: string): MantineColorsTuple => {
  const [a, b, c, d, e, f, , , i, j] = DEFAULT_THEME.colors[name] as unknown as MantineColorsTuple;
  return [a, b, c, d, e, f, fill, fill, i, j];
};

/** White words need a background below this luminance for a contrast of 4.5 to 1, black ones one above it. */
const EQUAL_CONTRAST = 0.179;

export { themes };

export const theme = createTheme({
  colors: {
    ink,
    dark,
    red: filledWith('red', '#c92a2a'),
    orange: filledWith('orange', '#c2410c'),
    yellow: filledWith('yellow', '#8f5b00'),
    teal: filledWith('teal', '#087f5b'),
    green: filledWith('green', '#2b7a3b'),
    blue: filledWith('blue', '#1971c2'),
  },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  fontFamily,
  headings: { fontFamily, fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  luminanceThreshold: EQUAL_CONTRAST,
  components: {
    Tooltip: {
      defaultProps: {
        multiline: true,
        maw: 320,
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
      },
    },
    // Told from the words around it by more than its colour.
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { tt: 'none' } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 600 } },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // the page has one header
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
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
    '--mantine-color-placeholder': themes[name].muted,
    '--mantine-color-text': themes[name].text,
  });
  return {
    variables: {},
    light: {
      ...of('light'),
      // Mantine's own stay under a contrast of 4.5 to 1 on their badges.
      '--mantine-color-red-light-color': '#b32424',
      '--mantine-color-green-light-color': '#20692d',
      '--mantine-color-teal-light-color': '#06704f',
      '--mantine-color-orange-light-color': '#b23a08',
      '--mantine-color-yellow-light-color': '#855300',
    },
    dark: { ...of('dark'), '--mantine-color-error': 'var(--mantine-color-red-4)' },
  };
};
