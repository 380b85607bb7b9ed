import type { Token, Tokens } from 'marked';
import { Fragment, memo, type ReactNode } from 'react';
import { LongText, ShownPart } from '../text/long-text.tsx';
import { CodeBlock } from './code-block.tsx';
import { shownLanguage } from './code-colors.ts';
import { Diagram } from './diagram.tsx';
import s from './markdown.module.css';
import { MathFormula } from './math-formula.tsx';
import { type DrawContext, deeper, maxDepth, renderInline } from './render-inline.tsx';

/**
 * Sets the direction of a block by its first letters. Only a top-level block has it: content of a list or a quote
 * follows that, because an element with a direction of its own is ignored when its parent looks for its first letters.
 */
const directionIn = ({ depth }: DrawContext) => (depth === 0 ? { dir: 'auto' as const } : {});

/** Draws block tokens. */
export function renderBlocks(tokens: readonly Token[], context: DrawContext): ReactNode {
  if (context.depth > maxDepth) return renderPlain(tokens.map((token) => token.raw).join(''), context);
  return tokens.map((token, at) => renderBlock(token, at, context));
}

function renderBlock(token: Token, key: number, context: DrawContext): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'footnote-def':
      return null;
    case 'heading': {
      // The page and the panel use the first two levels.
      const Tag = `h${Math.min(6, token.depth + 2)}` as 'h3';
      return (
        <Tag key={key} {...directionIn(context)} className={s[`level${token.depth}`]}>
          {renderInline(token.tokens, context)}
        </Tag>
      );
    }
    case 'paragraph':
      return (
        <p key={key} {...directionIn(context)}>
          {renderInline(token.tokens, context)}
        </p>
      );
    case 'text':
      return <span key={key}>{renderInline(token.tokens ?? [token], context)}</span>;
    case 'code':
      return renderCode(token as Tokens.Code, key, context);
    case 'blockquote':
      return (
        <blockquote key={key} {...directionIn(context)}>
          {renderBlocks(token.tokens ?? [], deeper(context))}
        </blockquote>
      );
    case 'list':
      return renderList(token as Tokens.List, key, context);
    case 'table':
      return renderTable(token as Tokens.Table, key, context);
    case 'math':
      return (
        <div key={key} className={s.math} dir="ltr">
          <MathFormula tex={token.tex} display />
        </div>
      );
    case 'hr':
      return <hr key={key} />;
    case 'plain':
      return <Fragment key={key}>{renderPlain(token.raw, context)}</Fragment>;
    case 'checkbox':
      return <span key={key}>{renderInline([token], context)}</span>;
    default:
      return (
        <p key={key} {...directionIn(context)}>
          {token.raw}
        </p>
      );
  }
}

function renderCode({ text, lang = '' }: Tokens.Code, key: number, { env }: DrawContext): ReactNode {
  const Block = shownLanguage(lang).toLowerCase() === 'mermaid' ? Diagram : CodeBlock;
  return <Block key={key} code={text} info={lang} labels={env.labels} />;
}

/** As it was written, with its lines. */
const renderPlain = (text: string, { env }: DrawContext) => (
  <p dir="auto" className={s.plain}>
    <LongText text={text} more={env.labels.more} />
  </p>
);

function renderList(list: Tokens.List, key: number, context: DrawContext): ReactNode {
  const drawn = (shown: number) =>
    stretches(list.items.slice(0, shown)).map((part, at) => <Items key={at} items={part} {...deeper(context)} />);
  const start = list.start === 1 || list.start === '' ? undefined : list.start;
  return (
    <ShownPart key={key} total={list.items.length} step={itemStep} label={context.env.labels.more}>
      {(shown) =>
        list.ordered ? (
          <ol {...directionIn(context)} start={start}>
            {drawn(shown)}
          </ol>
        ) : (
          <ul {...directionIn(context)}>{drawn(shown)}</ul>
        )
      }
    </ShownPart>
  );
}

/** Items of a list, cells and columns of a table that are drawn at once: about 150 ms of work. */
const itemStep = 1000;
const cellStep = 3000;
const columnStep = 150;

function renderTable(table: Tokens.Table, key: number, context: DrawContext): ReactNode {
  const { header, rows } = table;
  const { moreColumns, moreRows } = context.env.labels;
  const rowStep = Math.ceil(cellStep / Math.min(header.length, columnStep));
  return (
    <ShownPart key={key} total={header.length} step={columnStep} label={moreColumns}>
      {(columns) => (
        <ShownPart total={rows.length} step={rowStep} label={moreRows}>
          {(shown) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and a scrolling area must be reachable by keyboard
            <div className={s.tableFrame} tabIndex={0} {...directionIn(context)}>
              <table>
                <thead>
                  <Rows items={[header]} columns={columns} {...context} />
                </thead>
                <tbody>
                  {stretches(rows.slice(0, shown)).map((part, at) => (
                    <Rows key={at} items={part} columns={columns} {...context} />
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </ShownPart>
      )}
    </ShownPart>
  );
}

// Measured: a list or table of thousands grows by its last item; the steps before it are skipped as a whole.
const Items = memo(function Items({ items, ...context }: StretchProps<Tokens.ListItem>) {
  return items.map((item, at) => (
    <li key={at} className={item.task ? s.task : undefined}>
      {renderBlocks(item.tokens, context)}
    </li>
  ));
}, holdSame);

const Rows = memo(function Rows({
  items,
  columns,
  ...context
}: StretchProps<Tokens.TableCell[]> & { columns: number }) {
  return items.map((cells, row) => (
    <tr key={row}>
      {cells.slice(0, columns).map((cell, at) => {
        const Tag = cell.header ? 'th' : 'td';
        return (
          <Tag key={at} className={cell.align ? s[cell.align] : undefined}>
            {renderInline(cell.tokens, context)}
          </Tag>
        );
      })}
    </tr>
  ));
}, holdSame);

interface StretchProps<T> extends DrawContext {
  items: readonly T[];
}

const stretchSize = 32;

function stretches<T>(items: readonly T[]): (readonly T[])[] {
  const count = Math.ceil(items.length / stretchSize);
  return Array.from({ length: count }, (_, at) => items.slice(at * stretchSize, (at + 1) * stretchSize));
}

function holdSame<T>(
  before: StretchProps<T> & { columns?: number },
  now: StretchProps<T> & { columns?: number },
): boolean {
  return (
    before.columns === now.columns &&
    before.env === now.env &&
    before.notes === now.notes &&
    before.items.length === now.items.length &&
    before.items.every((item, at) => item === now.items[at])
  );
}
