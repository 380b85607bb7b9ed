import type { KeyStatus } from '#shared/contract/keys.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import s from '../connections.module.css';

interface KeyTroubleProps {
  keys: readonly KeyStatus[];
  onEnterAgain: (key: KeyStatus) => void;
}

/** Why keys can not be used, once for all that share a cause; they are entered again one after the other. */
export function KeyTrouble({ keys, onEnterAgain }: KeyTroubleProps) {
  const t = useStrings().connections;
  return (
    <>
      {(['other-origin', 'enter-again'] as const).map((state) => {
        const alike = keys.filter((key) => key.state === state);
        const [first] = alike;
        if (!first) return null;
        const cause = state === 'enter-again' ? t.keyGone[first.protection] : t.keyElsewhere;
        return (
          <div key={state} className={s.keyTrouble}>
            <Note
              intent="warn"
              action={
                <Button size="sm" onClick={() => onEnterAgain(first)}>
                  {alike.length === 1 ? t.enterKeyAgain : t.enterFirstAgain(first.alias)}
                </Button>
              }
            >
              {alike.map(({ alias }) => alias).join(', ')}: {cause}
            </Note>
          </div>
        );
      })}
    </>
  );
}
