import { cloneElement, type HTMLAttributes, type MouseEvent, type ReactElement, useState } from 'react';
import { lazyModule, useLazyModule } from '../base/lazy-module.ts';
import type { MenuItem } from './menu-items.tsx';

const floating = lazyModule(() => import('./floating-context-menu.tsx'));

export interface ContextMenuProps {
  /** As a function they are made when the menu is open, which spares long lists of rows with menus. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** Right click, long press or the menu key on the child opens its actions. Every action must also be reachable without it. */
export function ContextMenu({ items, children }: ContextMenuProps) {
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const loaded = useLazyModule(floating, place !== null);
  const { onContextMenu } = children.props;
  return (
    <>
      {cloneElement(children, {
        onContextMenu: (event: MouseEvent<HTMLElement>) => {
          onContextMenu?.(event);
          if (event.defaultPrevented) return;
          event.preventDefault();
          setPlace({ x: event.clientX, y: event.clientY });
          setOpen(true);
        },
      })}
      {place && loaded && (
        <loaded.FloatingContextMenu items={items} place={place} open={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}
