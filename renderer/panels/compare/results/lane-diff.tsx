import { countWords, mergeTexts, normalizeJson } from '../../../lib/diff/diff-text.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { DiffMode } from '../compare.ts';
import s from './lane-diff.module.css';

interface LaneDiffProps {
  /** The reply of the baseline. */
  base: string;
  text: string;
  mode: DiffMode;
  /** The letter of the baseline. */
  letter: string;
}

/** A reply with what differs from the baseline: added words are tinted, removed ones struck through. */
export function LaneDiff({ base, text, mode, letter }: LaneDiffProps) {
  const t = useStrings().compare.diff;
  const [left, right] = mode === 'json' ? [normalizeJson(base, true), normalizeJson(text, true)] : [base, text];
  if (left === null || right === null) return <p className={s.note}>{t.notJson}</p>;
  const pieces = mergeTexts(left, right, mode === 'words' ? 'words' : 'lines');
  const { added, removed } = countWords(pieces);
  return (
    <>
      <p className={s.note}>{added + removed === 0 ? t.same(letter) : t.counts(letter, added, removed)}</p>
      <p className={mode === 'words' ? s.text : s.code} dir="auto">
        {pieces.map((piece, at) =>
          piece.kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
            <span key={at}>{piece.text}</span>
          ) : piece.kind === 'added' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
            <ins key={at}>{piece.text}</ins>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
            <del key={at}>{piece.text}</del>
          ),
        )}
      </p>
    </>
  );
}
