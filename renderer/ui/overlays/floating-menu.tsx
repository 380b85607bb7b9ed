import { Menu } from '@base-ui/react/menu';
import { UiProvider } from '../base/ui-provider.tsx';
import type { MenuProps } from './menu.tsx';
import { MenuPopup } from './menu-items.tsx';

/** A menu that is open from its first moment, because the press that asked for it came before its code. */
export function FloatingMenu({ trigger, items, align, side }: MenuProps) {
  return (
    <UiProvider>
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger render={trigger} />
        <MenuPopup items={typeof items === 'function' ? items() : items} align={align} side={side} />
      </Menu.Root>
    </UiProvider>
  );
}
