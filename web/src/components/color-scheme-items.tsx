import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { Icon } from './icon.tsx';

const SCHEMES: readonly { scheme: MantineColorScheme; label: string }[] = [
  { scheme: 'auto', label: 'Colours as the system has them' },
  { scheme: 'light', label: 'Light' },
  { scheme: 'dark', label: 'Dark' },
];

/** Light, dark, or whatever the system has. */
export function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return SCHEMES.map(({ scheme, label }) => (
    <Menu.Item
      key={scheme}
      role="menuitemradio"
      aria-checked={colorScheme === scheme}
      rightSection={colorScheme === scheme ? <Icon name="check" /> : null}
      onClick={() => setColorScheme(scheme)}
    >
      {label}
    </Menu.Item>
  ));
}
