import { strings } from '../i18n/strings.ts';
import type { ReadTexts, TextsProblem } from './text-column.ts';
import { takeText, textColumn } from './text-column.ts';
import { eachLine } from './text-lines.ts';

const words = () => strings().texts.reading;

interface Row {
  value: unknown;
  line: number;
}

/** Reads JSON values, one a line or all in one list: strings are texts, objects are rows. */
export async function readJsonTexts(text: string, asked: string | undefined): Promise<ReadTexts> {
  const problems: TextsProblem[] = [];
  const rows = listIn(text) ?? (await valuesByLine(text, problems));
  const records = rows.flatMap(({ value, line }) => {
    if (typeof value === 'string') return [{ line, fields: { text: value } as Record<string, string> }];
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [{ line, fields: plainFields(value) }];
    problems.push({ line, message: words().notText(nameOf(value)) });
    return [];
  });
  const columns = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
  const column = textColumn(
    columns,
    records.map(({ fields }) => fields),
    asked,
  );
  const items: ReadTexts['items'] = [];
  for (const { fields, line } of records) {
    const taken = takeText(fields, column ?? '', line);
    if ('item' in taken) items.push(taken.item);
    else problems.push(taken.problem);
  }
  return { kind: 'jsonl', columns, column, items, problems: problems.sort((one, other) => one.line - other.line) };
}

/** The entries of a text that is one JSON list, else `null`. */
function listIn(text: string): Row[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map((value: unknown, at) => ({ value, line: at + 1 })) : null;
  } catch {
    return null;
  }
}

async function valuesByLine(text: string, problems: TextsProblem[]): Promise<Row[]> {
  const rows: Row[] = [];
  await eachLine(text, (line, number) => {
    if (line.trim() === '') return;
    try {
      rows.push({ value: JSON.parse(line) as unknown, line: number });
    } catch {
      problems.push({ line: number, message: words().notJson });
    }
  });
  return rows;
}

/** Values that are no text are written as JSON, so that nothing of a row is lost; `null` says that there is no value. */
const plainFields = (record: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
    ]),
  );

const nameOf = (value: unknown) => {
  const { list, number, boolean } = words().values;
  return value === null ? 'null' : Array.isArray(value) ? list : typeof value === 'number' ? number : boolean;
};
