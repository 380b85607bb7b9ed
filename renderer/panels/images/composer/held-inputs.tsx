import { useStore } from 'zustand';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import s from './composer.module.css';
import type { UnfitReason } from './input-faults.ts';
import { type HeldInput, intake, letGo, takeHeld } from './take-inputs.ts';

/** Files that were not taken: why, and what can be done. */
export function HeldInputs() {
  const held = useStore(intake, (state) => state.held);
  if (held.length === 0) return null;
  return (
    <div className={s.held} role="alert">
      {held.map((one) => (
        <HeldNote key={one.id} held={one} />
      ))}
    </div>
  );
}

function HeldNote({ held: { id, file, look, busy } }: { held: HeldInput }) {
  const t = useStrings().images.inputs;
  return (
    <Note
      intent={look.kind === 'unfit' ? 'warn' : 'bad'}
      action={
        <span className={s.offers}>
          {look.kind === 'unfit' && look.canRemake && (
            <Button size="sm" intent="primary" busy={busy} onClick={() => void takeHeld(id, 'remade')}>
              {look.reason === 'format' ? t.convert : t.shrink}
            </Button>
          )}
          {look.kind === 'unfit' && (
            <Button size="sm" busy={busy} onClick={() => void takeHeld(id, 'as-it-is')}>
              {t.asItIs}
            </Button>
          )}
          <Button size="sm" onClick={() => letGo(id)}>
            {t.leave}
          </Button>
        </span>
      }
    >
      <Why file={file} look={look} />
    </Note>
  );
}

function Why({ file, look }: Pick<HeldInput, 'file' | 'look'>) {
  const t = useStrings().images.inputs;
  if (look.kind === 'failed') return look.message;
  if (look.kind === 'too-many') return t.tooMany(file.name);
  if (look.kind === 'refused') return t.refused[look.reason](file.name);
  if (look.kind === 'foreign') return t.foreign(file.name, look.format);
  const { width, height, type } = look.head;
  const format = type.replace('image/', '').toUpperCase();
  const about: Record<UnfitReason, string> = {
    'too-large': formatBytes(file.size),
    format,
    incomplete: format,
    damaged: format,
    'too-many-pixels': `${formatNumber(width ?? 0)} × ${formatNumber(height ?? 0)}`,
  };
  return t.unfit[look.reason](file.name, about[look.reason]);
}
