import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core';

/** Ten shades round the accent of the tokens: 7 in light, 3 in dark. */
const LEDGER = [
  '#eef8f5',
  '#dff0eb',
  '#a9e0d3',
  '#6fd0bc',
  '#45b8a3',
  '#259c88',
  '#0f766a',
  '#0b655a',
  '#094f47',
  '#063a34',
] as const;

/** The two variants whose text would not reach the contrast that the tokens have. */
const softVariants: VariantColorsResolver = input => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'light' && input.variant !== 'subtle') return colors;
  return {
    ...colors,
    background: input.variant === 'light' ? 'var(--af-accent-soft)' : 'transparent',
    hover: 'var(--af-hover)',
    color: 'var(--af-accent)',
  };
};

/** Mantine's components in the colours of tokens.css. */
export const theme = createTheme({
  primaryColor: 'ledger',
  primaryShade: { light: 7, dark: 3 },
  colors: { ledger: LEDGER },
  autoContrast: true,
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '10px' },
  fontFamily: 'var(--af-font)',
  fontFamilyMonospace: 'var(--af-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  focusRing: 'auto',
  respectReducedMotion: true,
  variantColorResolver: softVariants,
});

export const cssVariables: CSSVariablesResolver = () => {
  const variables = {
    '--mantine-color-body': 'var(--af-surface)',
    '--mantine-color-text': 'var(--af-ink)',
    '--mantine-color-dimmed': 'var(--af-ink-3)',
    '--mantine-color-default': 'var(--af-surface)',
    '--mantine-color-default-hover': 'var(--af-hover)',
    '--mantine-color-default-border': 'var(--af-line)',
    '--mantine-color-placeholder': 'var(--af-ink-3)',
  };
  return { variables: {}, light: variables, dark: variables };
};
