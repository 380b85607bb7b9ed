import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { MenuItem } from '../ui/menu-items.tsx';

const loadMenu = () => import('./floating-menu.tsx');
const FloatingMenu = lazy(async () => ({ default: (await loadMenu()).FloatingMenu }));

export interface LazyMenuProps {
  /** Draws the button; the given props open the menu and belong onto it. */
  button: (open: { onClick?: () => void; onPointerEnter?: () => void; 'aria-haspopup': 'menu' }) => ReactElement;
  items: () => readonly MenuItem[];
  align?: 'start' | 'end';
}

/** A menu of the frame whose floating code comes when the pointer nears the button, or at the first press. */
export function LazyMenu({ button, items, align = 'start' }: LazyMenuProps) {
  const [wanted, setWanted] = useState(false);
  const plain = button({
    'aria-haspopup': 'menu',
    onClick: () => setWanted(true),
    onPointerEnter: () => void loadMenu(),
  });
  if (!wanted) return plain;
  return (
    <Suspense fallback={plain}>
      <FloatingMenu button={button({ 'aria-haspopup': 'menu' })} items={items()} align={align} />
    </Suspense>
  );
}
