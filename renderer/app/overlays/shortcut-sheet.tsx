import { RotateCcw } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useStrings } from '../../lib/i18n/strings.ts';
import { type ActionId, actionOf, actions } from '../../lib/shortcuts/actions.ts';
import { keysLabel, keysLabels } from '../../lib/shortcuts/keys-label.ts';
import { changeKeys, keysOf, keysOfPress, resetKeys, usedBy, useOwnKeys } from '../../lib/shortcuts/own-keys.ts';
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useActionTitle, useScopeTitle } from './action-titles.ts';
import { closeOverlay } from './overlay-state.ts';
import s from './overlays.module.css';

/** Every shortcut that works where the user is now; or all of them, to be changed. */
export function ShortcutSheet() {
  const t = useStrings().frame;
  const [isEditing, setEditing] = useState(false);
  const own = useOwnKeys(({ keys }) => keys);
  return (
    <Dialog
      open
      onOpenChange={closeOverlay}
      title={t.shortcuts}
      closeLabel={t.close}
      size="lg"
      footer={
        isEditing ? (
          <>
            {Object.keys(own).length > 0 && <Button onClick={() => resetKeys()}>{t.keys.resetAll}</Button>}
            <Button intent="primary" onClick={() => setEditing(false)}>
              {t.keys.done}
            </Button>
          </>
        ) : (
          <Button onClick={() => setEditing(true)}>{t.keys.edit}</Button>
        )
      }
    >
      {isEditing ? <KeyEditor /> : <LiveShortcuts />}
    </Dialog>
  );
}

function LiveShortcuts() {
  const titleOf = useActionTitle();
  const scopeOf = useScopeTitle();
  // The one mounted last wins its keys.
  const byKeys = new Map(useShortcuts().map((shortcut) => [keysOf(shortcut.id), shortcut]));
  byKeys.delete('');
  const isOfPage = (id: ActionId) => actionOf(id).scope === 'page';
  const ordered = [...byKeys].toSorted(([, one], [, two]) => Number(isOfPage(two.id)) - Number(isOfPage(one.id)));
  const groups = Map.groupBy(ordered, ([, { id }]) => scopeOf(id));
  return (
    <div className={s.groups}>
      {[...groups].map(([group, members]) => (
        <section key={group} className={s.group}>
          <h3 className={s.caption}>{group}</h3>
          <dl>
            {members.map(([keys, { id, title }]) => (
              <div key={keys} className={s.row}>
                <dt>{titleOf(id, title)}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

const Keys = ({ keys }: { keys: string }) =>
  keysLabels(keys).map((label, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: presses of one chord have nothing but their place
    <Kbd key={index}>{label}</Kbd>
  ));

/** All actions with their keys. A row whose keys are selected takes the next press. */
function KeyEditor() {
  const t = useStrings().frame.keys;
  const titleOf = useActionTitle();
  const scopeOf = useScopeTitle();
  const own = useOwnKeys(({ keys }) => keys);
  const [heard, setHeard] = useState<ActionId | null>(null);
  const [taken, setTaken] = useState<{ id: ActionId; keys: string; from: ActionId } | null>(null);
  const all = (Object.keys(actions) as ActionId[]).filter((id) => !actionOf(id).fixed);
  const groups = Map.groupBy(all, scopeOf);

  const listen = (id: ActionId) => (event: KeyboardEvent) => {
    if (heard !== id || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return setHeard(null);
    const keys = event.key === 'Backspace' ? '' : keysOfPress(event);
    if (keys === null) return undefined;
    setHeard(null);
    const from = usedBy(id, keys);
    if (from) setTaken({ id, keys, from });
    else changeKeys(id, keys);
    return undefined;
  };

  return (
    <>
      <p className={s.hint}>{t.hint}</p>
      {taken && (
        <div role="alert">
          <Note
            intent="warn"
            action={
              <>
                <Button
                  size="sm"
                  onClick={() => {
                    changeKeys(taken.id, taken.keys);
                    setTaken(null);
                  }}
                >
                  {t.replace}
                </Button>
                <Button size="sm" intent="quiet" onClick={() => setTaken(null)}>
                  {t.cancel}
                </Button>
              </>
            }
          >
            {t.taken(keysLabel(taken.keys), titleOf(taken.from))}
          </Note>
        </div>
      )}
      <div className={s.groups}>
        {[...groups].map(([group, ids]) => (
          <section key={group} className={s.group} aria-label={group}>
            <h3 className={s.caption}>{group}</h3>
            {ids.map((id) => (
              <div key={id} className={s.row}>
                <span className="cut-text">{titleOf(id)}</span>
                <span className={s.keys}>
                  {own[id] !== undefined && (
                    <IconButton
                      size="sm"
                      icon={<Icon of={RotateCcw} size="s" />}
                      label={t.reset(titleOf(id))}
                      onClick={() => resetKeys(id)}
                    />
                  )}
                  <Button
                    size="sm"
                    intent="quiet"
                    pressed={heard === id}
                    aria-label={t.change(titleOf(id), keysLabel(keysOf(id)) || t.none)}
                    onClick={() => setHeard(heard === id ? null : id)}
                    onKeyDown={listen(id)}
                    onBlur={() => setHeard(null)}
                  >
                    {heard === id ? t.press : keysOf(id) === '' ? t.none : <Keys keys={keysOf(id)} />}
                  </Button>
                </span>
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
