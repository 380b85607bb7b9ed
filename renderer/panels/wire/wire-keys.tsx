import { useStrings } from '../../lib/i18n/strings.ts';
import { copyCurl, replay } from '../../lib/inspector/wire-acts.ts';
import { type Shortcut, useShortcut } from '../../lib/page/shortcuts.ts';
import { askToForget, compareMeant, pinMeant } from './acts.ts';
import { editExchange } from './edit-exchange.ts';
import { useWireState, wire } from './store.ts';

/** What the keys do while the table is there. */
export const wireKeys = { replay: 'r', edit: 'e', curl: 'c', pin: 'p', compare: 'd', forget: 'Delete' } as const;

/** The shortcuts of the table; they are about the exchange where the keys are, or about all that are chosen. */
export function WireKeys() {
  const t = useStrings().wirePanel.keys;
  const hasCursor = useWireState((state) => state.cursorId !== null);
  const shortcut = (name: keyof typeof wireKeys): Shortcut => ({
    id: `wire.${name}`,
    keys: wireKeys[name],
    title: t.titles[name],
    group: t.group,
  });
  const withCursor = (act: (id: string) => void) => () => {
    const { cursorId } = wire.getState();
    if (cursorId) act(cursorId);
  };
  useShortcut(
    shortcut('replay'),
    withCursor((id) => void replay(id)),
    hasCursor,
  );
  useShortcut(
    shortcut('edit'),
    withCursor((id) => void editExchange(id)),
    hasCursor,
  );
  useShortcut(
    shortcut('curl'),
    withCursor((id) => void copyCurl(id)),
    hasCursor,
  );
  useShortcut(shortcut('pin'), () => void pinMeant(), hasCursor);
  useShortcut(shortcut('compare'), compareMeant, hasCursor);
  useShortcut(shortcut('forget'), () => askToForget(), hasCursor);
  return null;
}
