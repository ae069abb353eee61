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

/** A menu item. */
export interface MenuEntry {
  label: string;
  /** For a radio item: whether it is selected. */
  isChosen?: boolean;
  onChoose: () => void;
}

/** Items that belong together; a divider separates groups. */
export interface MenuGroup {
  title?: string | undefined;
  entries: readonly MenuEntry[];
}

export interface MenuButtonProps {
  /** Accessible name of a button without text. */
  label?: string;
  className: string;
  children: ReactNode;
  groups: readonly MenuGroup[];
  position?: 'bottom-start' | 'bottom-end';
}

/** Replaces {@link MenuButton} on its first click: opened, with the first item focused. */
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

/** The nonce that the content security policy of this response allows for styles. */
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

/** Mantine's theme with the app's sizes. */
const theme = createTheme({
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '10px' },
  fontFamily: 'var(--af-font)',
  fontFamilyMonospace: 'var(--af-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  respectReducedMotion: true,
});

/** Maps Mantine's colours to tokens.css. */
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
