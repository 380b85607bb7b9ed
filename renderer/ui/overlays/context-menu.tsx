import { cloneElement, type HTMLAttributes, type MouseEvent, type ReactElement, useState } from 'react';
import { lazyPart } from '../base/lazy-module.ts';
import type { MenuProps } from './menu.tsx';

const FloatingContextMenu = lazyPart(async () => (await import('./floating-menu.tsx')).FloatingContextMenu);

export interface ContextMenuProps {
  items: MenuProps['items'];
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * Right click, long press or the menu key on the child opens its actions. Every action must also be reachable without
 * it.
 */
export function ContextMenu({ items, children }: ContextMenuProps) {
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null);
  const [isOpen, setOpen] = useState(false);
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
      {place && <FloatingContextMenu items={items} place={place} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
