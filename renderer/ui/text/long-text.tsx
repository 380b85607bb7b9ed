import { Fragment, type ReactNode, useState } from 'react';
import { type TextPlace, withSigns } from '../base/hidden-signs.tsx';
import { Button } from '../controls/button.tsx';

/** Characters of a text that are drawn at once. Laying out ten times as many can block a page for seconds. */
export const textStep = 20_000;
/** A longer word gets places at which a line may break. */
const maxWordChars = 400;
const pieceLength = 200;
const joinsToPrevious = /^[\p{M}\u200c\u200d]/u;

/**
 * Splits a text into parts between which a line may break. Browsers find such places themselves, but in a word of
 * thousands of backslashes, brackets or the like their search takes quadratic time. Most texts are one part.
 */
export function breakPlaces(text: string): string[] {
  if (text.length <= maxWordChars) return [text];
  const pieces: string[] = [];
  let from = 0;
  let wordStart = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Space and every other white space that lets a line break; after the last character there is none.
    if (at < text.length && code !== 32 && code !== 10 && code !== 9 && code !== 13) continue;
    if (at - wordStart > maxWordChars)
      for (let next = pieceEnd(text, wordStart); next < at; next = pieceEnd(text, next)) {
        pieces.push(text.slice(from, next));
        from = next;
      }
    wordStart = at + 1;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/**
 * Ends after a whole character: neither inside a surrogate pair nor before what is drawn on the preceding character.
 */
function pieceEnd(text: string, from: number): number {
  const most = from + 2 * pieceLength;
  let end = from + pieceLength;
  while (end < most && (isTrail(text.charCodeAt(end)) || joinsToPrevious.test(text.slice(end, end + 2)))) end += 1;
  return isTrail(text.charCodeAt(end)) ? end + 1 : end;
}

const isTrail = (code: number) => code >= 0xdc00 && code <= 0xdfff;

interface LongTextProps {
  text: string;
  more: string;
  place?: TextPlace | undefined;
}

/** A text of any length from outside, in prose or as code. `more` is the label of the button that draws more of a very long one. */
export function LongText({ text, more, place = 'prose' }: LongTextProps): ReactNode {
  if (text.length <= textStep) return withBreaks(text, place);
  return (
    <ShownPart total={text.length} step={textStep} label={more}>
      {(shown) => withBreaks(text.slice(0, shown), place)}
    </ShownPart>
  );
}

function withBreaks(text: string, place: TextPlace): ReactNode {
  const pieces = breakPlaces(text);
  if (pieces.length === 1) return withSigns(text, place);
  return pieces.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {withSigns(piece, place)}
    </Fragment>
  ));
}

interface ShownPartProps {
  total: number;
  /** This many are drawn at first, and more with each press. */
  step: number;
  /** The label of the button. */
  label: string;
  children: (shown: number) => ReactNode;
}

/** Draws the beginning of what would hold the page if all of it were drawn at once; a button draws more. */
export function ShownPart({ total, step, label, children }: ShownPartProps) {
  const [asked, setAsked] = useState(step);
  return (
    <>
      {children(Math.min(asked, total))}
      {asked < total && (
        <Button size="sm" intent="quiet" onClick={() => setAsked(asked + step)}>
          {label}
        </Button>
      )}
    </>
  );
}
