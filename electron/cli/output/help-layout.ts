/** Wider lines are hard to read. */
const mostColumns = 120;

/** A description with less space than this starts on its own line. */
const leastRoom = 24;
const ownLineIndent = 6;

/** `  --option NAME      what it does`, as written in the source of a help text; a long option leaves one space. */
const optionRow = /^( {2}--.{21}(?= \S)| {2,}\S.*?(?= {2})) +(\S.*)$/;
const continuation = /^ {20,}(\S.*)$/;
const command = /^ +(?:patchbay|cat|ssh) /;
/** An argument of a command, an option with its value, or a redirection. */
const commandWord = /(?:(?:-{1,2}\w[\w-]*|[<|]) (?![-<|]))?(?:"[^"]*"|[^\s"])+/g;

/**
 * Wraps a help text at `columns`. Paragraphs and descriptions are reflowed; shell lines are continued with a backslash,
 * so that they can still be pasted. A word longer than a line stays whole.
 */
export function layOut(text: string, columns: number): string {
  const width = Math.min(columns, mostColumns);
  const rows: string[] = [];
  for (const line of text.split('\n')) {
    const last = rows.at(-1) ?? '';
    const [, more] = continuation.exec(line) ?? [];
    // Rejoins a sentence that was broken into several rows.
    if (more !== undefined) rows.push(`${rows.pop()} ${more}`);
    else if (/^\S/.test(line) && /^\S/.test(last)) rows.push(`${rows.pop()} ${line}`);
    else rows.push(line);
  }
  return rows.flatMap((row) => layOutRow(row, width)).join('\n');
}

function layOutRow(row: string, width: number): string[] {
  if (row.length <= width) return [row];
  const [, term, about = ''] = optionRow.exec(row) ?? [];
  if (term !== undefined) {
    const at = row.length - about.length;
    const hasRoom = width - at >= leastRoom;
    const indent = ' '.repeat(hasRoom ? at : ownLineIndent);
    const lines = fill(about.split(' '), width - indent.length).map((line) => `${indent}${line}`);
    return hasRoom ? [row.slice(0, at) + (lines[0] ?? '').slice(at), ...lines.slice(1)] : [term.trimEnd(), ...lines];
  }
  const indent = /^ */.exec(row)?.[0] ?? '';
  const isCommand = command.test(row);
  const hang = indent === '' ? '' : `${indent}    `;
  const words = isCommand ? (row.match(commandWord) ?? []) : row.trim().split(' ');
  const lines = fill(words, width - hang.length - (isCommand ? 2 : 0));
  return lines.map((line, at) => {
    const end = isCommand && at < lines.length - 1 ? ' \\' : '';
    return `${at === 0 ? indent : hang}${line}${end}`;
  });
}

/** Wraps words into lines of at most `width` characters. */
function fill(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
