import { Fragment, type ReactNode } from 'react';
import { turning, unseenInCode } from '#shared/unseen.ts';
import s from './hidden-signs.module.css';

/** Where a text is drawn: prose keeps the marks that scripts and emoji need; in code and names nothing may be unseen. */
export type TextPlace = 'prose' | 'code';

const signs = { prose: turning, code: unseenInCode } as const;

interface SeenPiece {
  text: string;
  /** The number of a character that would be invisible ("U+202E"), which is drawn instead of it. */
  sign: string | null;
}

/** Cuts a text at its invisible characters; the pieces joined are the text. `null`: it has none. */
export function cutAtHidden(text: string, place: TextPlace): SeenPiece[] | null {
  if (text.search(signs[place]) < 0) return null;
  return text
    .split(signs[place])
    .map((piece, at) => ({ text: piece, sign: at % 2 === 1 ? signOf(piece) : null }))
    .filter(({ text: piece }) => piece !== '');
}

/** Every character that code shows as a sign, alone; for what is drawn by a library. */
export const hiddenInCode = signs.code;

/** The class and attributes that draw such a character as its sign. */
export const signAttributes = (character: string) => ({
  class: s.sign ?? '',
  attributes: { 'data-sign': signOf(character) },
});

const signOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Returns what draws a text from outside. Characters that are invisible, or change the order of others, are drawn as
 * signs with their number, so that what is read is what is there; copying still gives the text itself.
 */
export function withSigns(text: string, place: TextPlace): ReactNode {
  const pieces = cutAtHidden(text, place);
  if (pieces === null) return text;
  return pieces.map((piece, at) =>
    piece.sign === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <Fragment key={at}>{piece.text}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <span key={at} className={s.sign} data-sign={piece.sign}>
        {piece.text}
      </span>
    ),
  );
}

/** Returns the same as nodes, for what is drawn without React. */
export function nodesWithSigns(text: string): Node[] {
  const pieces = cutAtHidden(text, 'code') ?? [{ text, sign: null }];
  return pieces.map((piece) => {
    if (piece.sign === null) return document.createTextNode(piece.text);
    const sign = document.createElement('span');
    sign.className = s.sign ?? '';
    sign.setAttribute('data-sign', piece.sign);
    sign.textContent = piece.text;
    return sign;
  });
}
