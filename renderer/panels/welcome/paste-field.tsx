import { ArrowRight, Check, KeyRound } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { mayBeKey, recognise } from '../../lib/recognise/recognise.ts';
import type { Recognised } from '../../lib/recognise/recognised.ts';
import { useStrings } from '../../lib/strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import s from './welcome.module.css';

export interface PasteFieldProps {
  found: Recognised;
  onFound: (found: Recognised) => void;
  /** Takes a whole pasted text apart. */
  onPasted: (text: string) => void;
  canContinue: boolean;
  onContinue: () => void;
}

/**
 * The one field. It shows an address as it is written; a key is taken out as soon as it is recognised, and letters that
 * may become one are masked from the first moment.
 */
export function PasteField({ found, onFound, onPasted, canContinue, onContinue }: PasteFieldProps) {
  const t = useStrings().welcome;
  const [typed, setTyped] = useState(found.address ?? '');
  const masked = mayBeKey(typed);
  const now = recognise(typed);

  const type = (text: string) => {
    setTyped(text);
    onFound({ ...found, address: recognise(text).address, kind: recognise(text).kind });
  };
  /** A key that was typed leaves the field when the field is left. */
  const takeKey = () => {
    if (now.kind !== 'key') return;
    onFound({ ...found, kind: 'key', secret: now.secret });
    setTyped(found.address ?? '');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || now.kind !== 'key') return;
    event.preventDefault();
    takeKey();
    onContinue();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const pasted = recognise(text);
    if (pasted.kind === 'address' || (pasted.kind === 'unknown' && !text.includes('\n'))) return;
    event.preventDefault();
    onPasted(text);
    setTyped(pasted.address ?? found.address ?? '');
  };

  const isTakenApart = now.kind === 'address' && found.kind !== 'key' && typed === found.address;
  const shownKind = isTakenApart ? found.kind : now.kind === 'nothing' && found.secret ? 'key' : now.kind;
  return (
    <div className={s.paste}>
      <input
        className={s.input}
        type={masked ? 'password' : 'text'}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onPaste={onPaste}
        onBlur={takeKey}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-1p-ignore=""
        data-lpignore="true"
        // biome-ignore lint/a11y/noAutofocus: the page has one task and this field is it
        autoFocus
        aria-label={t.field}
        placeholder={t.placeholder}
      />
      <Held found={found} onFound={onFound} />
      <div className={s.pasteFoot}>
        <span role="status">
          {shownKind === 'unknown' ? (
            <Badge intent="warn">{t.kinds.unknown}</Badge>
          ) : (
            shownKind !== 'nothing' && (
              <Badge intent="live" icon={<Icon of={Check} size="xs" />}>
                {t.kinds[shownKind]}
              </Badge>
            )
          )}
        </span>
        <span className={s.or}>{shownKind === 'nothing' ? t.anything : t.or}</span>
        <Button
          type="submit"
          intent="primary"
          disabledReason={canContinue || now.kind === 'key' ? undefined : t.needSomething}
        >
          {t.continue}
          <Icon of={ArrowRight} size="xs" />
        </Button>
      </div>
    </div>
  );
}

/** What is held besides the address: never the key itself, only that there is one. */
function Held({ found, onFound }: { found: Recognised; onFound: (found: Recognised) => void }) {
  const t = useStrings().welcome;
  if (!found.secret && !found.model && found.headers.length === 0) return null;
  return (
    <div className={s.held}>
      {found.secret && (
        <Chip
          icon={<Icon of={KeyRound} size="xs" />}
          onRemove={() => onFound({ ...found, secret: null })}
          removeLabel={t.removeKey}
        >
          {t.heldKey(found.secret.length)}
        </Chip>
      )}
      {found.model && (
        <Chip onRemove={() => onFound({ ...found, model: null })} removeLabel={t.removeModel}>
          {t.heldModel(found.model)}
        </Chip>
      )}
      {found.headers.length > 0 && (
        <Chip onRemove={() => onFound({ ...found, headers: [] })} removeLabel={t.removeHeaders}>
          {t.heldHeaders(found.headers.length)}
        </Chip>
      )}
    </div>
  );
}
