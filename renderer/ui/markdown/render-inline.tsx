import { Image as ImageGlyph } from 'lucide-react';
import type { Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { readLink } from '#shared/links.ts';
import { type TextPlace, withSigns } from '../base/hidden-signs.tsx';
import { Icon } from '../base/icon.tsx';
import { LongText, ShownPart } from '../text/long-text.tsx';
import { decodeEntities } from './decode-entities.ts';
import { footnoteKey } from './footnote-book.ts';
import s from './markdown.module.css';
import type { MarkdownEnv } from './markdown-env.ts';
import { MathFormula } from './math-formula.tsx';

export interface DrawContext {
  env: MarkdownEnv;
  notes: ReadonlyMap<string, number>;
  /** How many quotes, list items and marks are around what is drawn. */
  depth: number;
}

/** Deeper nesting is drawn as it was written: a page of a thousand levels stops a browser. */
export const maxDepth = 60;

export function deeper(context: DrawContext): DrawContext {
  return { ...context, depth: context.depth + 1 };
}

/** Draws the content of a line. Tokens become elements and text; no HTML string is ever created. */
export function renderInline(tokens: readonly Token[] | undefined, context: DrawContext): ReactNode {
  if (!tokens) return null;
  if (context.depth > maxDepth) return drawText(tokens.map((token) => token.raw).join(''), context);
  if (tokens.length === 1 && tokens[0]) return renderPiece(tokens[0], context);
  const draw = (some: readonly Token[]) =>
    some.map((token, at) => <Fragment key={at}>{renderPiece(token, context)}</Fragment>);
  if (tokens.length <= pieceStep) return draw(tokens);
  return (
    <ShownPart total={tokens.length} step={pieceStep} label={context.env.labels.more}>
      {(shown) => draw(tokens.slice(0, shown))}
    </ShownPart>
  );
}

/** Formulas, links and marks of one paragraph that are drawn at once. */
const pieceStep = 1000;

const drawText = (text: string, { env }: DrawContext, place: TextPlace = 'prose'): ReactNode =>
  text.length <= 400 ? withSigns(text, place) : <LongText text={text} more={env.labels.more} place={place} />;

function renderPiece(token: Token, context: DrawContext): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens ? renderInline(token.tokens, context) : drawText(decodeEntities(token.text), context);
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{renderInline(token.tokens, deeper(context))}</strong>;
    case 'em':
      return <em>{renderInline(token.tokens, deeper(context))}</em>;
    case 'del':
      return renderStruck(token as Tokens.Del, context);
    case 'codespan':
      return (
        <code className={s.code} dir="ltr">
          {drawText(token.text, context, 'code')}
        </code>
      );
    case 'br':
      return <br />;
    case 'link':
      return renderLink(token as Tokens.Link, context);
    case 'image':
      return renderImage(token as Tokens.Image, context);
    case 'math':
      return <MathFormula tex={token.tex} display={token.display} />;
    case 'footnote-ref':
      return renderReference(token.label, token.raw, context);
    case 'checkbox':
      return <TaskMark checked={token.checked} env={context.env} />;
    default:
      return drawText(decodeEntities(token.raw), context);
  }
}

/** One tilde is a range ("20~30"), two strike through. */
function renderStruck(token: Tokens.Del, context: DrawContext): ReactNode {
  const inside = renderInline(token.tokens, deeper(context));
  if (token.raw.startsWith('~~')) return <del>{inside}</del>;
  return (
    <>
      {'~'}
      {inside}
      {'~'}
    </>
  );
}

function renderLink(token: Tokens.Link, context: DrawContext): ReactNode {
  const { env } = context;
  const asked = decodeEntities(token.href);
  const link = readLink(asked);
  const inside = renderInline(token.tokens, deeper(context));
  if (env.places?.has(asked))
    return (
      <button type="button" className={s.place} onClick={() => env.places?.open(asked)}>
        {inside}
      </button>
    );
  if (link === null) return inside;
  return (
    <a
      href={link.address}
      title={token.title ? decodeEntities(token.title) : undefined}
      rel="noreferrer noopener"
      onClick={(event) => {
        event.preventDefault();
        // As written: the confirmation says what was removed.
        env.openLink(asked);
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {inside}
    </a>
  );
}

/** An image in a reply is an address that somebody else chose: it is named, never fetched. */
function renderImage(token: Tokens.Image, { env }: DrawContext): ReactNode {
  const address = decodeEntities(token.href);
  const alt = decodeEntities(token.text);
  const own = env.places?.picture(address) ?? null;
  if (own !== null) return <img className={s.picture} src={own} alt={alt} loading="lazy" />;
  const inside = (
    <>
      <Icon of={ImageGlyph} size="xs" />
      <span className="sr-only">{env.labels.image}</span>
      {alt !== '' && <span className={s.imageAlt}>{alt}</span>}
      <span className={`cut-text ${s.imageAddress}`}>{withSigns(address, 'code')}</span>
    </>
  );
  const { openImage } = env;
  if (!openImage) return <span className={s.image}>{inside}</span>;
  return (
    <button type="button" className={s.image} onClick={() => openImage(address, alt)}>
      {inside}
    </button>
  );
}

function renderReference(label: string, raw: string, { env, notes }: DrawContext): ReactNode {
  const number = notes.get(footnoteKey(label));
  if (number === undefined) return raw;
  return (
    <sup>
      <button
        type="button"
        data-ref={`${env.idPrefix}${number}`}
        className={s.reference}
        aria-label={`${env.labels.footnotes} ${number}`}
        onClick={() => goTo(`#${CSS.escape(`${env.idPrefix}note-${number}`)}`)}
      >
        {number}
      </button>
    </sup>
  );
}

/** Scrolls and focuses without changing the address of the page. */
export function goTo(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector);
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}

function TaskMark({ checked, env }: { checked: boolean; env: MarkdownEnv }) {
  return (
    <span
      className={checked ? s.taskDone : s.taskOpen}
      role="img"
      aria-label={checked ? env.labels.taskDone : env.labels.taskOpen}
    />
  );
}
