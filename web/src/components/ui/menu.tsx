import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { type CSSVariablesResolver, createTheme, Menu as MantineMenu, MantineProvider } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useColorScheme } from '../../theme/color-scheme.ts';
import { Icon } from './icon.tsx';
import css from './menu.module.css';

/** A line of a menu. */
export interface MenuEntry {
  label: string;
  /** Of a choice: whether it is the present one. */
  isChosen?: boolean;
  onChoose: () => void;
}

/** Lines that belong together; a rule stands between groups. */
export interface MenuGroup {
  title?: string | undefined;
  entries: readonly MenuEntry[];
}

export interface MenuButtonProps {
  /** What is read aloud where the button shows no words. */
  label?: string;
  className: string;
  children: ReactNode;
  groups: readonly MenuGroup[];
  position?: 'bottom-start' | 'bottom-end';
}

/** What {@link MenuButton} becomes with its first click: opened, the first line in focus. */
export default function Menu(props: MenuButtonProps) {
  const scheme = useColorScheme();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(scheme !== 'auto' && { forceColorScheme: scheme })}
      getStyleNonce={styleNonce}
    >
      <OpenedMenu {...props} />
    </MantineProvider>
  );
}

/** What the server allows styles under in this answer. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

function OpenedMenu({ label, className, children, groups, position = 'bottom-start' }: MenuButtonProps) {
  return (
    <MantineMenu
      defaultOpened
      withInitialFocusPlaceholder={false}
      position={position}
      shadow="none"
      withinPortal={false}
      transitionProps={{ duration: 0 }}
    >
      <MantineMenu.Target>
        <button type="button" className={className} aria-label={label}>
          {children}
        </button>
      </MantineMenu.Target>
      <MantineMenu.Dropdown className={css.list}>
        {groups.map(({ title, entries }, index) => (
          <Fragment key={title ?? entries[0]?.label}>
            {index > 0 && <MantineMenu.Divider />}
            {title !== undefined && <MantineMenu.Label>{title}</MantineMenu.Label>}
            {entries.map(entry => (
              <Entry key={entry.label} {...entry} />
            ))}
          </Fragment>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}

function Entry({ label, isChosen, onChoose }: MenuEntry) {
  if (isChosen === undefined) return <MantineMenu.Item onClick={onChoose}>{label}</MantineMenu.Item>;
  return (
    <MantineMenu.RadioItem
      value={label}
      checked={isChosen}
      closeMenuOnClick
      checkIcon={<Icon name="check" />}
      onChange={onChoose}
    >
      {label}
    </MantineMenu.RadioItem>
  );
}

/** Mantine's components in the measures of the app … */
const theme = createTheme({
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '10px' },
  fontFamily: 'var(--af-font)',
  fontFamilyMonospace: 'var(--af-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  respectReducedMotion: true,
});

/** … and in the colours of tokens.css. */
const cssVariables: CSSVariablesResolver = () => {
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
