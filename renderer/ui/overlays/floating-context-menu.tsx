import { Menu } from '@base-ui/react/menu';
import { UiProvider } from '../base/ui-provider.tsx';
import type { ContextMenuProps } from './context-menu.tsx';
import { MenuItems } from './menu-items.tsx';
import p from './popup.module.css';

interface FloatingContextMenuProps {
  items: ContextMenuProps['items'];
  /** Where the pointer was, px of the viewport. */
  place: { x: number; y: number };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The actions at the place of the press. */
export function FloatingContextMenu({ items, place, open, onOpenChange }: FloatingContextMenuProps) {
  const anchor = { getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) };
  return (
    <UiProvider>
      <Menu.Root open={open} onOpenChange={(next) => onOpenChange(next)} modal={false}>
        <Menu.Portal>
          <Menu.Positioner className={p.positioner} anchor={anchor} side="bottom" align="start">
            <Menu.Popup className={p.popup}>
              <MenuItems items={typeof items === 'function' ? items() : items} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </UiProvider>
  );
}
