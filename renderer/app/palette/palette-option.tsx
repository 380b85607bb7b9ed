import type { ReactNode } from 'react';
import { keysLabels } from '../../lib/page/shortcuts.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Glyph } from '../glyph.tsx';
import s from './palette.module.css';
import type { ShownRow } from './palette-rows.ts';

export interface PaletteOptionProps {
  id: string;
  row: ShownRow;
  /** Stands above the first row of a group. */
  caption: string | null;
  selected: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

/** One row: what will happen, with the letters that matched, and its shortcut. The keys belong to the field above. */
export function PaletteOption({ id, row, caption, selected, onChoose, onPoint }: PaletteOptionProps) {
  return (
    <>
      {caption && (
        <div className={s.caption} role="presentation">
          {caption}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and the keys */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field names the active option */}
      <div
        id={id}
        role="option"
        aria-selected={selected}
        className={s.row}
        onClick={onChoose}
        onPointerMove={() => selected || onPoint()}
      >
        <Glyph name={row.glyph} />
        <span className={classes('cut-text', row.mono && 'mono')}>{marked(row.text, row.marks)}</span>
        <span className={s.trail}>
          {row.badge && !selected && <Badge intent={row.badge.intent}>{row.badge.text}</Badge>}
          {row.badge && selected && row.badge.text}
          {row.note}
          {row.keys &&
            // biome-ignore lint/suspicious/noArrayIndexKey: presses of one chord have nothing but their place
            keysLabels(row.keys).map((label, index) => <Kbd key={index}>{label}</Kbd>)}
        </span>
      </div>
    </>
  );
}

function marked(text: string, marks: readonly [number, number][]): ReactNode[] {
  let from = 0;
  const pieces: ReactNode[] = [];
  for (const [start, end] of marks) {
    pieces.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  return [...pieces, text.slice(from)];
}
