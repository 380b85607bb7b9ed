import { ContextMenu as Base } from '@base-ui/react/context-menu';
import type { ReactElement } from 'react';
import { type MenuItem, MenuItems } from './menu-items.tsx';
import p from './popup.module.css';

/** Right click, long press or the menu key on the child opens its actions. Every action must also be reachable without it. */
export function ContextMenu({ items, children }: { items: readonly MenuItem[]; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className={p.positioner}>
          <Base.Popup className={p.popup}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
