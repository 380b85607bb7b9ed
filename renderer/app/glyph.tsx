import s from './glyph.module.css';
import { type GlyphName, glyphs } from './glyphs.ts';

/** A line drawing of the frame; decoration, so the word stands beside it or names its button. */
export function Glyph({ name, px = 16 }: { name: GlyphName; px?: number }) {
  return (
    <svg
      className={s.glyph}
      viewBox="0 0 16 16"
      width={px}
      height={px}
      strokeWidth={px > 16 ? 1.3 : px < 14 ? 1.7 : 1.4}
      aria-hidden
    >
      <path d={glyphs[name]} />
    </svg>
  );
}
