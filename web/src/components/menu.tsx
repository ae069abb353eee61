import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu as MantineMenu } from '@mantine/core';
import { Fragment } from 'react';
import { Icon } from './icon.tsx';
import css from './menu.module.css';
import type { MenuButtonProps, MenuEntry } from './menu-button.tsx';

/** What {@link MenuButton} becomes with its first click: opened, the first line in focus. */
export default function Menu({ label, className, children, groups, position = 'bottom-start' }: MenuButtonProps) {
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
