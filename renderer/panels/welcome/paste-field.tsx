import { Check, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type AddressProblem, normalizeBase } from '#shared/protocol/address.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { mayBeKey, recognize } from '../../lib/recognize/recognize.ts';
import { nothingRecognized, type Recognized } from '../../lib/recognize/recognized.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import s from './welcome.module.css';

/**
 * What was found so far, in a form that is safe for component state: the key itself is stored elsewhere, only its
 * length is here.
 */
export interface Found extends Omit<Recognized, 'secret'> {
  /** Characters; `null` when there is no key. */
  keyLength: number | null;
  /** Keys that were pasted together with this one. */
  moreKeys: number;
  /** Origin that the key was pasted for; `null` while there is none. */
  keyFor: string | null;
}

const { secret: _none, ...nothing } = nothingRecognized;

export const nothingFound: Found = { ...nothing, keyLength: null, moreKeys: 0, keyFor: null };

const originOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address) ? new URL(address).origin : null;

/** Tells whether pasted text names another gateway than the one that the key was pasted for. */
export const isOtherGateway = ({ keyFor }: Found, { address }: Recognized): boolean =>
  keyFor !== null && address !== null && originOf(address) !== keyFor;

/**
 * Merges new input into what was found before: an address and a key may be pasted one after the other, in any order.
 * With another gateway everything starts over: a key must not go where it was not meant to.
 */
export function joinFound(earlier: Found, now: Recognized, moreKeys = 0): Found {
  if (now.kind === 'nothing' || now.kind === 'unknown') return earlier;
  const before = isOtherGateway(earlier, now) ? nothingFound : earlier;
  const address = now.address ?? before.address;
  const keyLength = now.secret?.length ?? before.keyLength;
  return {
    kind: now.kind,
    address,
    keyLength,
    moreKeys: now.secret ? moreKeys : before.moreKeys,
    keyFor: keyLength === null ? null : ((now.secret ? null : before.keyFor) ?? originOf(address)),
    nativeKeyStyle: now.nativeKeyStyle ?? before.nativeKeyStyle,
    keyHeader: now.keyHeader ?? before.keyHeader,
    headers: now.headers.length > 0 ? now.headers : before.headers,
    model: now.model ?? before.model,
    name: now.name ?? before.name,
  };
}

export interface PasteFieldProps {
  found: Found;
  onFound: (found: Found) => void;
  /** Called with a whole text that contains more than an address, to be parsed: pasted, or typed with a key. */
  onPasted: (text: string) => void;
  /** Called by Enter with an address that is complete, while there is no key. */
  onKeyMissing: () => void;
  /** There is a key: in the page, or saved. */
  hasKey: boolean;
  onClear: () => void;
}

/** What is remembered of the text in the field. The text itself exists only in the input: it may be a key. */
interface Glance extends Pick<Recognized, 'kind' | 'address'> {
  /** Why a text that is not recognized is no address; `null` where that is not known. */
  problem: AddressProblem | 'rest' | null;
  isMasked: boolean;
  /** The text is an address and nothing else. */
  isBare: boolean;
}

function glanceAt(text: string): Glance {
  const { kind, address } = recognize(text);
  const problem = kind === 'unknown' ? problemOf(text) : null;
  return { kind, address, problem, isMasked: mayBeKey(text), isBare: address === text };
}

function problemOf(text: string): Glance['problem'] {
  const scheme = normalizeBase(text).problems.find(({ code }) => code === 'unsupported-scheme');
  if (scheme) return scheme;
  return recognize(text.trim().split(/\s/, 1)[0] ?? '').kind === 'address' ? 'rest' : null;
}

/**
 * The one field. It shows an address as it is typed; a key is removed as soon as it is recognized, and letters that may
 * become one are masked from the first moment.
 */
export function PasteField({ found, onFound, onPasted, onKeyMissing, hasKey, onClear }: PasteFieldProps) {
  const { welcome: t, gateway } = useStrings();
  const input = useRef<HTMLInputElement>(null);
  const [now, setNow] = useState(() => glanceAt(found.address ?? ''));

  const show = (text: string) => {
    if (input.current) input.current.value = text;
    setNow(glanceAt(text));
  };
  const onInput = (text: string) => {
    const glance = glanceAt(text);
    setNow(glance);
    onFound({ ...found, address: glance.address, kind: glance.kind });
  };
  /** Takes a typed key out of the field, on blur and Enter. Returns whether there was one. */
  const takeKey = (): boolean => {
    const text = input.current?.value ?? '';
    const { kind, address } = recognize(text);
    if (kind !== 'key' && kind !== 'pair') return false;
    onPasted(text);
    show(address ?? found.address ?? '');
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || takeKey() || hasKey) return;
    if (normalizeBase(found.address ?? '').base === '') return;
    event.preventDefault();
    onKeyMissing();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const pasted = recognize(text);
    if (pasted.kind === 'address' && !isOtherGateway(found, pasted)) return;
    if (pasted.kind === 'unknown' && !text.includes('\n')) return;
    event.preventDefault();
    onPasted(text);
    show(pasted.address ?? found.address ?? '');
    // The field has one line: text of several that is not recognized cannot be shown in it, but must not vanish silently.
    if (pasted.kind === 'unknown') setNow((before) => ({ ...before, kind: 'unknown' }));
  };
  const clear = () => {
    show('');
    onClear();
    input.current?.focus();
  };

  const isTakenApart = now.kind === 'address' && found.kind !== 'key' && now.isBare && now.address === found.address;
  const shownKind = isTakenApart ? found.kind : now.kind;
  const isEmpty = now.kind === 'nothing' && found.keyLength === null;
  return (
    <>
      <div className={s.paste}>
        <input
          ref={input}
          className={s.input}
          type={now.isMasked ? 'password' : 'text'}
          defaultValue={found.address ?? ''}
          onInput={(event) => onInput(event.currentTarget.value)}
          onPaste={onPaste}
          onBlur={takeKey}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-1p-ignore=""
          data-lpignore="true"
          // biome-ignore lint/a11y/noAutofocus: this field is the only task of the page
          autoFocus
          aria-label={t.field}
          placeholder={t.placeholder}
        />
        {!isEmpty && (
          <IconButton label={t.clear} icon={<Icon of={X} size="s" />} intent="quiet" size="sm" onClick={clear} />
        )}
      </div>
      <p role="status" className={s.recognized}>
        {isEmpty ? (
          t.field
        ) : shownKind === 'unknown' ? (
          <>
            <Badge intent="warn">{t.kinds.unknown}</Badge>
            {now.problem === 'rest' ? t.rest : now.problem ? gateway.addressProblem(now.problem) : t.accepted}
          </>
        ) : (
          [
            shownKind !== 'nothing' && shownKind !== 'key' && t.kinds[shownKind],
            found.keyLength !== null &&
              (found.moreKeys > 0 ? t.heldKeys(found.moreKeys + 1) : t.heldKey(found.keyLength)),
            found.model && t.heldModel(found.model),
            found.headers.length > 0 && t.heldHeaders(found.headers.length),
          ].map(
            (part) =>
              part && (
                <span key={part}>
                  <Icon of={Check} size="xs" />
                  {part}
                </span>
              ),
          )
        )}
      </p>
    </>
  );
}
