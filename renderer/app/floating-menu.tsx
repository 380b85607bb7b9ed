import { type ReactElement, useState } from 'react';
import { Menu } from '../ui/menu.tsx';
import type { MenuItem } from '../ui/menu-items.tsx';
import { UiProvider } from '../ui/ui-provider.tsx';

/** A menu that is open from its first moment, because the press that asked for it came before its code. */
export function FloatingMenu(props: { button: ReactElement; items: readonly MenuItem[]; align: 'start' | 'end' }) {
  const [open, setOpen] = useState(true);
  return (
    <UiProvider>
      <Menu trigger={props.button} items={props.items} align={props.align} open={open} onOpenChange={setOpen} />
    </UiProvider>
  );
}
