import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { Kbd } from '../controls/kbd.tsx';
import p from './popup.module.css';

export interface MenuAction {
  kind: 'action';
  id: string;
  label: string;
  /** A few words at the right: what the row is about. */
  hint?: string | undefined;
  shortcut?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  onSelect: () => void;
}

/** Rows have no icons: a mark at the left means that the row is chosen. */
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
  | { kind: 'submenu'; id: string; label: string; items: readonly MenuItem[] }
  | { kind: 'separator'; id: string };

export interface MenuProps {
  /** A button; it has the accessible name. */
  trigger: ReactElement;
  /** As a function they are created when the menu is open, which keeps long lists of rows with menus cheap. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  align?: 'start' | 'center' | 'end' | undefined;
  /** Where the focus goes after a choice. Default, and with `null`: back to the button. */
  nextFocus?: (() => HTMLElement | null) | undefined;
}

/** Actions behind a button: arrow keys move, typing jumps, Escape closes and returns the focus. */
export function Menu({ trigger, items, align = 'start', nextFocus }: MenuProps) {
  const chose = useRef(false);
  return (
    <Base.Root
      modal={false}
      onOpenChange={(open, { reason }) => {
        chose.current = !open && reason === 'item-press';
      }}
    >
      <Base.Trigger render={trigger} />
      <MenuPopup
        items={items}
        align={align}
        side="bottom"
        finalFocus={nextFocus && (() => (chose.current && nextFocus()) || true)}
      />
    </Base.Root>
  );
}

interface MenuPopupProps extends Pick<Base.Positioner.Props, 'anchor' | 'side' | 'align' | 'sideOffset'> {
  items: MenuProps['items'];
  finalFocus?: Base.Popup.Props['finalFocus'];
}

/** The floating box of a menu with its rows. */
export function MenuPopup({ items, sideOffset = 4, finalFocus, ...place }: MenuPopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner className={p.positioner} sideOffset={sideOffset} {...place}>
        <Base.Popup className={p.popup} finalFocus={finalFocus}>
          <MenuItems items={items} />
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/**
 * The rows of a menu as data; the same list serves menus, submenus and context menus. All rows start at the same edge:
 * there is room for a mark before them only where one of them can be chosen.
 */
function MenuItems({ items: given }: Pick<MenuProps, 'items'>) {
  const items = typeof given === 'function' ? given() : given;
  const hasMarks = items.some(({ kind }) => kind === 'check' || kind === 'radio');
  const row = classes(p.item, p.row, hasMarks && p.marked);
  return items.map((item) => <MenuRow key={item.id} item={item} row={row} />);
}

function MenuRow({ item, row }: { item: MenuItem; row: string }) {
  switch (item.kind) {
    case 'action':
      return (
        <Base.Item
          className={classes(row, item.danger && p.danger)}
          disabled={item.disabled}
          onClick={item.onSelect}
          label={item.label}
        >
          <RowText label={item.label} hint={item.hint} />
          {item.shortcut !== undefined && <Kbd>{item.shortcut}</Kbd>}
        </Base.Item>
      );
    case 'check':
      return (
        <Base.CheckboxItem className={row} checked={item.checked} onCheckedChange={(on) => item.onCheckedChange(on)}>
          <Base.CheckboxItemIndicator className={classes(p.lead, p.chosen)}>
            <Icon of={Check} size="s" />
          </Base.CheckboxItemIndicator>
          <RowText label={item.label} />
        </Base.CheckboxItem>
      );
    case 'radio':
      return (
        <Base.Group>
          <Base.GroupLabel className={p.caption}>{item.label}</Base.GroupLabel>
          <Base.RadioGroup value={item.value} onValueChange={(value: string) => item.onValueChange(value)}>
            {item.options.map((option) => (
              <Base.RadioItem key={option.value} value={option.value} className={row} closeOnClick>
                <Base.RadioItemIndicator className={classes(p.lead, p.chosen)}>
                  <Icon of={Check} size="s" />
                </Base.RadioItemIndicator>
                <RowText label={option.label} hint={option.hint} />
              </Base.RadioItem>
            ))}
          </Base.RadioGroup>
        </Base.Group>
      );
    case 'submenu':
      return (
        <Base.SubmenuRoot>
          <Base.SubmenuTrigger className={row}>
            <RowText label={item.label} />
            <span className={p.trail}>
              <Icon of={ChevronRight} size="s" />
            </span>
          </Base.SubmenuTrigger>
          <MenuPopup items={item.items} sideOffset={2} />
        </Base.SubmenuRoot>
      );
    case 'separator':
      return <Base.Separator className={p.separator} />;
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
