import { type ClipboardEvent, useRef, useState } from 'react';
import type { Failure } from '#shared/protocol/failure.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { failureOf } from '../../../lib/failures/failures.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { secretOf } from '../../../lib/recognize/recognized.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import s from '../connections.module.css';
import { checkKey } from './check-key.ts';

/** What the preview shows of a key. The secret itself is in `secrets`, outside the state of any component. */
interface ShownKey {
  at: number;
  alias: string;
  length: number;
  isTicked: boolean;
  failure: Failure | null;
}

/** Adds several keys at once, one per line or as `.env` lines. Nothing is stored before the user has reviewed and selected it. */
export function PasteKeys({ connectionId, onDone }: { connectionId: string; onDone: () => void }) {
  const { connections: t, gateway } = useStrings();
  const secrets = useRef<string[]>([]);
  const [shown, setShown] = useState<ShownKey[] | null>(null);
  const take = (text: string) => {
    const found = readKeys(text);
    secrets.current = found.map(({ secret }) => secret);
    setShown(
      found.map(({ alias, secret }, at) => ({ at, alias, length: secret.length, isTicked: true, failure: null })),
    );
  };
  const leave = () => {
    secrets.current = [];
    onDone();
  };
  const change = (at: number, by: Partial<ShownKey>) =>
    setShown((keys) => keys?.map((key) => (key.at === at ? { ...key, ...by } : key)) ?? null);
  const chosen = shown?.filter(({ isTicked }) => isTicked) ?? [];
  const save = useAction(async () => {
    const saved: string[] = [];
    const failed: ShownKey[] = [];
    for (const key of chosen) {
      try {
        const secret = secrets.current[key.at] ?? '';
        const status = await client.keys.put({ connectionId, alias: key.alias.trim() || gateway.firstAlias, secret });
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
          {shown.map(({ at, alias, length, isTicked, failure }) => (
            <li key={at} className={s.foundRow}>
              <Tick checked={isTicked} onCheckedChange={(next) => change(at, { isTicked: next })} ariaLabel={alias} />
              <TextField
                value={alias}
                onValueChange={(next) => change(at, { alias: next })}
                maxLength={80}
                size="sm"
                width={200}
                aria-label={gateway.keyAlias}
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

/** A key found in a pasted text. The secret must not reach the state of a component. */
interface FoundKey {
  alias: string;
  secret: string;
}

const assignment = /^(?:export\s+|set\s+|\$env:)?([A-Za-z_][\w.-]*)\s*[=:]\s*(\S.*)$/;
const keyName = /(^|[_.-])(api[_-]?key|key|token|secret)$/i;

/**
 * Returns the keys of a text with one key per line: bare, with a name before it (`team-eval: sk-...`, `team-eval
 * sk-...`), or as `.env` lines. Comments, repeated keys and lines without a key are left out.
 */
export function readKeys(text: string): FoundKey[] {
  const found = new Map<string, FoundKey>();
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || /^(#|\/\/|;)/.test(line)) continue;
    const key = keyIn(line);
    if (key && !found.has(key.secret)) found.set(key.secret, key);
  }
  return withOwnNames([...found.values()]);
}

function keyIn(line: string): FoundKey | null {
  const assigned = assignment.exec(line);
  if (assigned) {
    const [, name = '', value = ''] = assigned;
    const secret = bare(value);
    const isEnv = /^[A-Z][A-Z0-9_]*$/.test(name);
    if (isEnv && !keyName.test(name)) return null;
    return secret ? { alias: isEnv ? aliasOfVariable(name) : name, secret } : null;
  }
  const words = line.split(/[\s,;|]+/).filter(Boolean);
  const secret = bare(words.at(-1) ?? '');
  if (!secret || words.length > 4) return null;
  return { alias: words.slice(0, -1).join(' ').replace(/[:=]$/, ''), secret };
}

/** Returns a secret without quotes and comments; `null` for a placeholder or anything too short to be one. */
function bare(text: string): string | null {
  const value =
    /^(["'`])(.*?)\1/.exec(text.trim())?.[2] ??
    text
      .trim()
      .replace(/(?<!\s)\s+#[\s\S]*/, '')
      .replace(/[,;]$/, '');
  const secret = secretOf(value.replace(/^bearer\s+/i, ''));
  return secret && secret.length >= 8 && /^[\x21-\x7e]+$/.test(secret) ? secret : null;
}

/** `NORTHWIND_CI_API_KEY` -> `northwind-ci`. */
const aliasOfVariable = (name: string) =>
  name
    .replace(/_?(API_?KEY|KEY|TOKEN|SECRET)$/, '')
    .toLowerCase()
    .replaceAll('_', '-');

/** Numbers keys without a name, and names that occur twice. */
function withOwnNames(keys: readonly FoundKey[]): FoundKey[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return keys.map(({ alias, secret }, index) => {
    const wanted = (alias || `key ${index + 1}`).slice(0, 72);
    let name = wanted;
    let count = counts.get(wanted) ?? 2;
    for (; taken.has(name); count += 1) name = `${wanted} ${count}`;
    counts.set(wanted, count);
    taken.add(name);
    return { alias: name, secret };
  });
}
