import type { Token, Tokens } from 'marked';
import { memo, type ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import s from './markdown.module.css';
import { MathFormula } from './math-formula.tsx';
import { type DrawContext, deeper, maxDepth, renderInline } from './render-inline.tsx';

/**
 * The direction of a block by its first letters. Only a block that stands by itself has it: what is inside a list or a quote goes
 * with that, for a piece with a direction of its own is passed over when its parent looks for its first letters.
 */
const directionIn = ({ depth }: DrawContext) => (depth === 0 ? { dir: 'auto' as const } : {});

/** Draws block tokens. */
export function renderBlocks(tokens: readonly Token[], context: DrawContext): ReactNode {
  if (context.depth > maxDepth) return <p dir="auto">{tokens.map((token) => token.raw).join('')}</p>;
  return tokens.map((token, at) => renderBlock(token, at, context));
}

function renderBlock(token: Token, key: number, context: DrawContext): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'footnote-def':
      return null;
    case 'heading': {
      // The page and the panel hold the first two levels.
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
      return <CodeBlock key={key} code={token.text} info={token.lang ?? ''} labels={context.env.labels} />;
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

function renderList(list: Tokens.List, key: number, context: DrawContext): ReactNode {
  const items = stretches(list.items).map((part, at) => <Items key={at} items={part} {...deeper(context)} />);
  if (!list.ordered)
    return (
      <ul key={key} {...directionIn(context)}>
        {items}
      </ul>
    );
  return (
    <ol key={key} {...directionIn(context)} start={list.start === 1 || list.start === '' ? undefined : list.start}>
      {items}
    </ol>
  );
}

function renderTable(table: Tokens.Table, key: number, context: DrawContext): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and a scrolling area must be reachable by keyboard
    <div key={key} className={s.tableFrame} tabIndex={0} {...directionIn(context)}>
      <table>
        <thead>
          <Rows items={[table.header]} {...context} />
        </thead>
        <tbody>
          {stretches(table.rows).map((part, at) => (
            <Rows key={at} items={part} {...context} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

// Measured: a list or table of thousands grows by its last item; the stretches before it are passed over as a whole.
const Items = memo(function Items({ items, ...context }: StretchProps<Tokens.ListItem>) {
  return items.map((item, at) => (
    <li key={at} className={item.task ? s.task : undefined}>
      {renderBlocks(item.tokens, context)}
    </li>
  ));
}, holdSame);

const Rows = memo(function Rows({ items, ...context }: StretchProps<Tokens.TableCell[]>) {
  return items.map((cells, row) => (
    <tr key={row}>
      {cells.map((cell, at) => {
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

function holdSame<T>(before: StretchProps<T>, now: StretchProps<T>): boolean {
  return (
    before.env === now.env &&
    before.notes === now.notes &&
    before.items.length === now.items.length &&
    before.items.every((item, at) => item === now.items[at])
  );
}
