import { Menu } from '@base-ui/react/menu';
import { Check, ChevronRight, Dot } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { Kbd } from '../controls/kbd.tsx';
import p from './popup.module.css';

export interface MenuAction {
  kind: 'action';
  id: string;
  label: string;
  icon?: ReactNode;
  hint?: string | undefined;
  shortcut?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  onSelect: () => void;
}

export type MenuItem =
  | MenuAction
  | { kind: 'check'; id: string; label: string; checked: boolean; onCheckedChange: (checked: boolean) => void }
  | {
      kind: 'radio';
      id: string;
      label: string;
      value: string;
      options: readonly { value: string; label: string; hint?: string | undefined }[];
      onValueChange: (value: string) => void;
    }
  | { kind: 'group'; id: string; label: string; items: readonly MenuItem[] }
  | { kind: 'submenu'; id: string; label: string; icon?: ReactNode; items: readonly MenuItem[] }
  | { kind: 'separator'; id: string };

/** The rows of a menu as data; the same list serves menus, submenus and context menus. */
export function MenuItems({ items }: { items: readonly MenuItem[] }) {
  return items.map((item) => <MenuRow key={item.id} item={item} />);
}

function MenuRow({ item }: { item: MenuItem }) {
  switch (item.kind) {
    case 'action':
      return (
        <Menu.Item
          className={classes(p.item, item.danger && p.danger)}
          disabled={item.disabled}
          onClick={item.onSelect}
          label={item.label}
        >
          <span className={p.lead}>{item.icon}</span>
          <RowText label={item.label} hint={item.hint} />
          {item.shortcut !== undefined && <Kbd>{item.shortcut}</Kbd>}
        </Menu.Item>
      );
    case 'check':
      return (
        <Menu.CheckboxItem className={p.item} checked={item.checked} onCheckedChange={(on) => item.onCheckedChange(on)}>
          <span className={p.lead}>
            <Menu.CheckboxItemIndicator className={p.chosen}>
              <Icon of={Check} size="s" />
            </Menu.CheckboxItemIndicator>
          </span>
          <RowText label={item.label} />
        </Menu.CheckboxItem>
      );
    case 'radio':
      return (
        <Menu.Group>
          <Menu.GroupLabel className={p.caption}>{item.label}</Menu.GroupLabel>
          <Menu.RadioGroup value={item.value} onValueChange={(value: string) => item.onValueChange(value)}>
            {item.options.map((option) => (
              <Menu.RadioItem key={option.value} value={option.value} className={p.item} closeOnClick>
                <span className={p.lead}>
                  <Menu.RadioItemIndicator className={p.chosen}>
                    <Icon of={Dot} />
                  </Menu.RadioItemIndicator>
                </span>
                <RowText label={option.label} hint={option.hint} />
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Group>
      );
    case 'group':
      return (
        <Menu.Group>
          <Menu.GroupLabel className={p.caption}>{item.label}</Menu.GroupLabel>
          <MenuItems items={item.items} />
        </Menu.Group>
      );
    case 'submenu':
      return (
        <Menu.SubmenuRoot>
          <Menu.SubmenuTrigger className={p.item}>
            <span className={p.lead}>{item.icon}</span>
            <RowText label={item.label} />
            <span className={p.trail}>
              <Icon of={ChevronRight} size="s" />
            </span>
          </Menu.SubmenuTrigger>
          <MenuPopup items={item.items} sideOffset={2} />
        </Menu.SubmenuRoot>
      );
    case 'separator':
      return <Menu.Separator className={p.separator} />;
  }
}

function RowText({ label, hint }: { label: string; hint?: string | undefined }) {
  return (
    <span className={p.text}>
      {label}
      {hint !== undefined && <span className={p.hint}>{hint}</span>}
    </span>
  );
}

export interface MenuPopupProps {
  items: readonly MenuItem[];
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  sideOffset?: number | undefined;
}

/** The floating box of a menu with its rows. */
export function MenuPopup({ items, side, align, sideOffset = 4 }: MenuPopupProps) {
  return (
    <Menu.Portal>
      <Menu.Positioner className={p.positioner} side={side} align={align} sideOffset={sideOffset}>
        <Menu.Popup className={p.popup}>
          <MenuItems items={items} />
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}
