import type { Token, Tokens } from 'marked';

type Lex = (text: string) => Token[];
/** Closes the marks that are half open at the end of a text. */
type CloseMarks = (text: string) => string;
type Row = Tokens.TableCell[];

/** What is known of a list or table that still grows: everything before its last item or row. */
interface Known {
  /** Tokens in front of it in the same block ("Here are three:"). */
  before: readonly Token[];
  /** The list or table as it was first read; its items or rows are replaced. */
  shape: Tokens.List | Tokens.Table;
  /** Head and delimiter line, so that a single row can be read as a table. Empty for lists. */
  head: string;
  items: Tokens.ListItem[];
  rows: Row[];
  /** A blank line between two items makes the whole list loose. */
  loose: boolean;
  /** Offset of the last item or row. */
  until: number;
}

/**
 * Reads the open block repeatedly while it grows. Of a long list or table only the last item or row is read, so that a
 * frame costs the same at the tenth row and at the thousandth. Its result is for display only: when the block is
 * finished, all of it is read once more as a whole.
 */
export class GrowingBlock {
  private source = '';
  private known: Known | null = null;
  private readonly lex: Lex;
  private readonly closeMarks: CloseMarks;

  constructor(lex: Lex, closeMarks: CloseMarks) {
    this.lex = lex;
    this.closeMarks = closeMarks;
  }

  read(source: string): readonly Token[] {
    const isContinued = this.known !== null && source.startsWith(this.source);
    this.source = source;
    const added = isContinued && this.known ? this.readOn(source, this.known) : null;
    if (added) return added;
    const tokens = this.lex(this.closeMarks(source));
    this.known = know(tokens, source);
    return tokens;
  }

  private readOn(source: string, known: Known): readonly Token[] | null {
    const piece = source.slice(known.until);
    const tokens = this.lex(known.head + this.closeMarks(piece)).filter((token) => token.type !== 'space');
    const [token] = tokens;
    if (tokens.length !== 1 || token?.type !== known.shape.type) return null;
    const whole =
      token.type === 'list'
        ? addItems(known, token as Tokens.List, piece)
        : addRows(known, token as Tokens.Table, piece);
    return whole && [...known.before, whole];
  }
}

function know(tokens: readonly Token[], source: string): Known | null {
  const at = tokens.findLastIndex((token) => token.type !== 'space');
  const last = tokens[at];
  const before = tokens.slice(0, Math.max(0, at));
  const start = before.reduce((sum, token) => sum + token.raw.length, 0);
  if (last?.type === 'list') {
    const shape = last as Tokens.List;
    const items = shape.items.slice(0, -1);
    const raw = items.map((item) => item.raw).join('');
    if (!source.startsWith(raw, start)) return null;
    return { before, shape, head: '', items, rows: [], loose: shape.loose, until: start + raw.length };
  }
  if (last?.type === 'table') {
    const shape = last as Tokens.Table;
    const head = shape.raw.split('\n', 2).join('\n').concat('\n');
    if (!source.startsWith(head, start)) return null;
    return { before, shape, head, items: [], rows: [], loose: false, until: start + head.length };
  }
  return null;
}

function addItems(known: Known, tail: Tokens.List, piece: string): Tokens.List | null {
  const shape = known.shape as Tokens.List;
  const finished = tail.items.slice(0, -1);
  const raw = finished.map((item) => item.raw).join('');
  if (tail.ordered !== shape.ordered || !piece.startsWith(raw)) return null;
  known.items.push(...finished);
  known.until += raw.length;
  const endsWithBlank = /\n[ \t]*\n[ \t]*$/.test(known.items.at(-1)?.raw ?? '');
  if (!known.loose && (tail.loose || endsWithBlank)) {
    known.loose = true;
    known.items = known.items.map(loosen);
  }
  const items = [...known.items, ...tail.items.slice(-1)];
  return { ...shape, loose: known.loose, items: known.loose ? items.map(loosen) : items };
}

function loosen(item: Tokens.ListItem): Tokens.ListItem {
  if (item.loose) return item;
  const tokens = item.tokens.map((token) =>
    token.type === 'text' ? ({ ...token, type: 'paragraph' } as Token) : token,
  );
  return { ...item, loose: true, tokens };
}

function addRows(known: Known, tail: Tokens.Table, piece: string): Tokens.Table | null {
  const finished = tail.rows.slice(0, -1);
  const lines = piece.split('\n');
  // A row is a line; anything else was not read as it is written.
  if (tail.rows.length !== lines.filter((line) => line !== '').length) return null;
  known.rows.push(...finished);
  known.until += lines.slice(0, finished.length).reduce((sum, line) => sum + line.length + 1, 0);
  return { ...(known.shape as Tokens.Table), rows: [...known.rows, ...tail.rows.slice(-1)] };
}
