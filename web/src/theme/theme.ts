import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Mantine's components in the measures of the app … */
export const theme = createTheme({
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '10px' },
  fontFamily: 'var(--af-font)',
  fontFamilyMonospace: 'var(--af-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  respectReducedMotion: true,
});

/** … and in the colours of tokens.css. */
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
