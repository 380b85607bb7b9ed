import { Fragment, type ReactNode } from 'react';
import { breakPlaces, textStep } from './break-places.ts';
import { ShownPart } from './shown-part.tsx';

/** A text of any length from outside. `more` is what the button says that draws more of a very long one. */
export function LongText({ text, more }: { text: string; more: string }): ReactNode {
  if (text.length <= textStep) return withBreaks(text);
  return (
    <ShownPart total={text.length} step={textStep} label={more}>
      {(shown) => withBreaks(text.slice(0, shown))}
    </ShownPart>
  );
}

function withBreaks(text: string): ReactNode {
  const pieces = breakPlaces(text);
  if (pieces.length === 1) return text;
  return pieces.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
