import { Menu } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { UiProvider } from '../base/ui-provider.tsx';
import { Kbd } from '../controls/kbd.tsx';
import type { MenuItem, MenuProps } from './menu.tsx';
import p from './popup.module.css';

const given = (items: MenuProps['items']) => (typeof items === 'function' ? items() : items);

/** A menu that is open when it mounts, because the press that opened it came before its code had loaded. */
export function FloatingMenu({ trigger, items, align = 'start', nextFocus }: MenuProps) {
  const chose = useRef(false);
  return (
    <UiProvider>
      <Menu.Root
        defaultOpen
        modal={false}
        onOpenChange={(open, { reason }) => {
          chose.current = !open && reason === 'item-press';
        }}
      >
        <Menu.Trigger render={trigger} />
        <MenuPopup
          items={given(items)}
          align={align}
          side="bottom"
          finalFocus={nextFocus && (() => (chose.current && nextFocus()) || true)}
        />
      </Menu.Root>
    </UiProvider>
  );
}

interface FloatingContextMenuProps {
  items: MenuProps['items'];
  /** Where the pointer was, px of the viewport. */
  place: { x: number; y: number };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The actions at the position of the press. */
export function FloatingContextMenu({ items, place, open, onOpenChange }: FloatingContextMenuProps) {
  const anchor = { getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) };
  return (
    <UiProvider>
      <Menu.Root open={open} onOpenChange={(next) => onOpenChange(next)} modal={false}>
        <MenuPopup items={given(items)} anchor={anchor} align="start" side="bottom" sideOffset={0} />
      </Menu.Root>
    </UiProvider>
  );
}

interface MenuPopupProps {
  items: readonly MenuItem[];
  anchor?: Menu.Positioner.Props['anchor'];
  side?: 'bottom';
  align?: MenuProps['align'];
  sideOffset?: number;
  finalFocus?: Menu.Popup.Props['finalFocus'];
}

/** The floating box of a menu with its rows. */
function MenuPopup({ items, sideOffset = 4, finalFocus, ...place }: MenuPopupProps) {
  return (
    <Menu.Portal>
      <Menu.Positioner className={p.positioner} sideOffset={sideOffset} {...place}>
        <Menu.Popup className={p.popup} finalFocus={finalFocus}>
          <MenuItems items={items} />
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

/**
 * The rows of a menu as data; the same list serves menus, submenus and context menus. All rows start at the same edge:
 * there is room for a mark before them only where one of them can be chosen.
 */
function MenuItems({ items }: { items: readonly MenuItem[] }) {
  const hasMarks = items.some(({ kind }) => kind === 'check' || kind === 'radio');
  const row = classes(p.item, p.row, hasMarks && p.marked);
  return items.map((item) => <MenuRow key={item.id} item={item} row={row} />);
}

function MenuRow({ item, row }: { item: MenuItem; row: string }) {
  switch (item.kind) {
    case 'action':
      return (
        <Menu.Item
          className={classes(row, item.danger && p.danger)}
          disabled={item.disabled}
          onClick={item.onSelect}
          label={item.label}
        >
          <RowText label={item.label} hint={item.hint} />
          {item.shortcut !== undefined && <Kbd>{item.shortcut}</Kbd>}
        </Menu.Item>
      );
    case 'check':
      return (
        <Menu.CheckboxItem className={row} checked={item.checked} onCheckedChange={(on) => item.onCheckedChange(on)}>
          <Menu.CheckboxItemIndicator className={classes(p.lead, p.chosen)}>
            <Icon of={Check} size="s" />
          </Menu.CheckboxItemIndicator>
          <RowText label={item.label} />
        </Menu.CheckboxItem>
      );
    case 'radio':
      return (
        <Menu.Group>
          <Menu.GroupLabel className={p.caption}>{item.label}</Menu.GroupLabel>
          <Menu.RadioGroup value={item.value} onValueChange={(value: string) => item.onValueChange(value)}>
            {item.options.map((option) => (
              <Menu.RadioItem key={option.value} value={option.value} className={row} closeOnClick>
                <Menu.RadioItemIndicator className={classes(p.lead, p.chosen)}>
                  <Icon of={Check} size="s" />
                </Menu.RadioItemIndicator>
                <RowText label={option.label} hint={option.hint} />
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Group>
      );
    case 'submenu':
      return (
        <Menu.SubmenuRoot>
          <Menu.SubmenuTrigger className={row}>
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
    <>
      <span className={p.text}>{label}</span>
      {hint !== undefined && <span className={`cut-text ${p.note}`}>{hint}</span>}
    </>
  );
}
