import type { Token, Tokens } from 'marked';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import s from './markdown.module.css';
import { MathFormula } from './math-formula.tsx';
import { type DrawContext, renderInline } from './render-inline.tsx';

/** Draws block tokens. */
export function renderBlocks(tokens: readonly Token[], context: DrawContext): ReactNode {
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
        <Tag key={key} className={s[`level${token.depth}`]}>
          {renderInline(token.tokens, context)}
        </Tag>
      );
    }
    case 'paragraph':
      return <p key={key}>{renderInline(token.tokens, context)}</p>;
    case 'text':
      return <span key={key}>{renderInline(token.tokens ?? [token], context)}</span>;
    case 'code':
      return <CodeBlock key={key} code={token.text} info={token.lang ?? ''} labels={context.env.labels} />;
    case 'blockquote':
      return <blockquote key={key}>{renderBlocks(token.tokens ?? [], context)}</blockquote>;
    case 'list':
      return renderList(token as Tokens.List, key, context);
    case 'table':
      return renderTable(token as Tokens.Table, key, context);
    case 'math':
      return (
        <div key={key} className={s.math}>
          <MathFormula tex={token.tex} display />
        </div>
      );
    case 'hr':
      return <hr key={key} />;
    case 'checkbox':
      return <span key={key}>{renderInline([token], context)}</span>;
    default:
      return <p key={key}>{token.raw}</p>;
  }
}

function renderList(list: Tokens.List, key: number, context: DrawContext): ReactNode {
  const items = list.items.map((item, at) => (
    <li key={at} className={item.task ? s.task : undefined}>
      {renderBlocks(item.tokens, context)}
    </li>
  ));
  if (!list.ordered) return <ul key={key}>{items}</ul>;
  return (
    <ol key={key} start={list.start === 1 || list.start === '' ? undefined : list.start}>
      {items}
    </ol>
  );
}

function renderTable(table: Tokens.Table, key: number, context: DrawContext): ReactNode {
  const cell = (Tag: 'th' | 'td') => (content: Tokens.TableCell, at: number) => (
    <Tag key={at} className={content.align ? s[content.align] : undefined}>
      {renderInline(content.tokens, context)}
    </Tag>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and a scrolling area must be reachable by keyboard
    <div key={key} className={s.tableFrame} tabIndex={0}>
      <table>
        <thead>
          <tr>{table.header.map(cell('th'))}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>{row.map(cell('td'))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
