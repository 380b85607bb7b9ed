import { useStrings } from '../../lib/i18n/strings.ts';
import { keysLabels, type Shortcut, useShortcuts } from '../../lib/page/shortcuts.ts';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { closeOverlay } from './overlay-state.ts';
import s from './shortcut-sheet.module.css';

/** Every shortcut that works where the person is now. */
export function ShortcutSheet() {
  const t = useStrings().frame;
  const shortcuts = useShortcuts();
  const isOfFrame = ({ group }: Shortcut) => group === t.shortcutGroups.page;
  const ordered = shortcuts.toSorted((first, second) => Number(isOfFrame(second)) - Number(isOfFrame(first)));
  const groups = Map.groupBy(ordered, ({ group }) => group);
  return (
    <Dialog open onOpenChange={closeOverlay} title={t.shortcuts} closeLabel={t.close} size="md">
      <div className={s.groups}>
        {[...groups].map(([group, members]) => (
          <section key={group} className={s.group}>
            <h3 className={s.caption}>{group}</h3>
            <dl>
              {members.map(({ id, title, keys }) => (
                <div key={`${id} ${keys}`} className={s.row}>
                  <dt>{title}</dt>
                  <dd>
                    {keysLabels(keys).map((label, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: presses of one chord have nothing but their place
                      <Kbd key={index}>{label}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
