import { Menu as Base } from '@base-ui/react/menu';
import { cloneElement, type HTMLAttributes, type MouseEvent, type ReactElement, useState } from 'react';
import { MenuPopup, type MenuProps } from './menu.tsx';

export interface ContextMenuProps {
  items: MenuProps['items'];
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * Right click, long press or the menu key on the child opens its actions at the position of the press. Every action must
 * also be reachable without it. It is mounted by its first press: a list has one for each row.
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
      {place && (
        <Base.Root open={isOpen} onOpenChange={(next) => setOpen(next)} modal={false}>
          <MenuPopup
            items={items}
            anchor={{ getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) }}
            align="start"
            side="bottom"
            sideOffset={0}
          />
        </Base.Root>
      )}
    </>
  );
}
