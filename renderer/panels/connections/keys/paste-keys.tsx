import { type ClipboardEvent, useRef, useState } from 'react';
import type { Failure } from '#shared/protocol/failure.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { failureOf } from '../../../lib/failures/failures.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import s from '../connections.module.css';
import { checkKey } from './check-key.ts';
import { readKeys } from './read-keys.ts';

/** What the preview shows of a key. The secret itself waits in `secrets`, outside the state of any component. */
interface ShownKey {
  at: number;
  alias: string;
  length: number;
  isChosen: boolean;
  failure: Failure | null;
}

/** Several keys at once, one in each line or as `.env` lines. Nothing is stored before it was seen and ticked. */
export function PasteKeys({ connectionId, onDone }: { connectionId: string; onDone: () => void }) {
  const t = useStrings().connections;
  const secrets = useRef<string[]>([]);
  const [shown, setShown] = useState<ShownKey[] | null>(null);
  const take = (text: string) => {
    const found = readKeys(text);
    secrets.current = found.map(({ secret }) => secret);
    setShown(
      found.map(({ alias, secret }, at) => ({ at, alias, length: secret.length, isChosen: true, failure: null })),
    );
  };
  const leave = () => {
    secrets.current = [];
    onDone();
  };
  const change = (at: number, by: Partial<ShownKey>) =>
    setShown((keys) => keys?.map((key) => (key.at === at ? { ...key, ...by } : key)) ?? null);
  const chosen = shown?.filter(({ isChosen }) => isChosen) ?? [];
  const save = useAction(async () => {
    const saved: string[] = [];
    const failed: ShownKey[] = [];
    for (const key of chosen) {
      try {
        const secret = secrets.current[key.at] ?? '';
        const status = await client.keys.put({ connectionId, alias: key.alias.trim() || t.firstAlias, secret });
        secrets.current[key.at] = '';
        saved.push(status.id);
      } catch (thrown) {
        failed.push({ ...key, failure: failureOf(thrown) });
      }
    }
    await queryClient.invalidateQueries({ queryKey: ['keys'] });
    for (const keyId of saved) void checkKey(connectionId, keyId);
    if (failed.length > 0) setShown(failed);
    else leave();
  });
  const browse = async () => {
    const [file] = await chooseFiles({ accept: '.env,.txt,.csv,text/plain', multiple: false });
    if (file) take(await file.text());
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    take(event.clipboardData.getData('text/plain'));
  };
  return (
    <section className={s.pasteKeys} aria-label={t.pasteKeys}>
      {shown === null ? (
        <>
          <textarea
            className={s.pasteTarget}
            rows={2}
            aria-label={t.pasteHere}
            placeholder={t.pasteHere}
            value=""
            onChange={() => undefined}
            onPaste={onPaste}
            autoComplete="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: it was opened to paste
            autoFocus
          />
          <p className={s.quiet}>{t.pasteKeysHint}</p>
        </>
      ) : shown.length === 0 ? (
        <p role="status">{t.noKeysFound}</p>
      ) : (
        <ul className={s.found} aria-label={t.foundKeys}>
          {shown.map(({ at, alias, length, isChosen, failure }) => (
            <li key={at} className={s.foundRow}>
              <Tick checked={isChosen} onCheckedChange={(next) => change(at, { isChosen: next })} ariaLabel={alias} />
              <TextField
                value={alias}
                onValueChange={(next) => change(at, { alias: next })}
                maxLength={80}
                size="sm"
                width={200}
                aria-label={t.keyAlias}
              />
              <span className={s.quiet}>{t.hiddenKey(length)}</span>
              {failure && (
                <span className={s.bad}>
                  <FailureText failure={failure} alone brief />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={s.acts}>
        {shown !== null && shown.length > 0 && (
          <Button
            size="sm"
            intent="primary"
            busy={save.busy}
            disabledReason={chosen.length > 0 ? undefined : t.tickOne}
            onClick={() => void save.run()}
          >
            {t.saveKeys(chosen.length)}
          </Button>
        )}
        {shown === null ? (
          <Button size="sm" onClick={() => void browse()}>
            {t.keysFromFile}
          </Button>
        ) : (
          <Button size="sm" intent="quiet" onClick={() => setShown(null)}>
            {t.pasteOthers}
          </Button>
        )}
        <Button size="sm" intent="quiet" onClick={leave}>
          {t.cancel}
        </Button>
      </div>
      {save.failure && <FailureCard failure={save.failure} />}
    </section>
  );
}
