import { eachLine } from '../../../lib/corpus/read-texts.ts';
import type { TextsProblem } from '../../../lib/corpus/text-column.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import type { Judgment } from '../model/judgments.ts';

export interface ReadJudgments {
  /** `trec`: `qid 0 docid rel`. `beir`: a table with the columns query-id, corpus-id and score. */
  format: 'trec' | 'beir';
  judgments: Judgment[];
  problems: TextsProblem[];
}

const words = () => strings().rerank.evaluation.problems;

/** The columns of BEIR's table of judgments, with which its first line begins. */
const beirColumns = ['query-id', 'corpus-id', 'score'] as const;

const trecLine = /^\S+\s+\S+\s+\S+\s+-?\d+$/;

/** Lines by which the format is recognized. */
const sampleLines = 10;

/** Returns the format of a text with judgments, by its first lines; `null` when it is something else. */
export function judgmentFormat(text: string): ReadJudgments['format'] | null {
  const start = text.slice(0, 8000).replace(/^\uFEFF/, '');
  const all = start.split(/\r\n|\n|\r/).map((line) => line.trim());
  // The last line of the sample may be cut.
  const lines = (all.length > 1 && start.length < text.length ? all.slice(0, -1) : all).filter((line) => line !== '');
  const cells = lines[0]?.split('\t').map((cell) => cell.trim().toLowerCase()) ?? [];
  if (beirColumns.every((name) => cells.includes(name))) return 'beir';
  const sample = lines.slice(0, sampleLines);
  const alike = sample.filter((line) => trecLine.test(line)).length;
  return alike > 0 && alike * 2 >= sample.length ? 'trec' : null;
}

/**
 * Reads relevance judgments. Never throws: a line that cannot be read is a problem with its number, and the rest is
 * kept. Of several grades for the same query and document the first is used, and the others are problems.
 */
export async function readJudgments(text: string, format: ReadJudgments['format']): Promise<ReadJudgments> {
  const judgments: Judgment[] = [];
  const problems: TextsProblem[] = [];
  const seen = new Map<string, number>();
  let columns: string[] | null = null;
  await eachLine(text.replace(/^\uFEFF/, ''), (line, number) => {
    if (line.trim() === '') return;
    const cells = (format === 'beir' ? line.split('\t') : line.trim().split(/\s+/)).map((cell) => cell.trim());
    if (format === 'beir' && columns === null) {
      columns = cells.map((cell) => cell.toLowerCase());
      return;
    }
    const expected = format === 'beir' ? (columns?.length ?? 0) : 4;
    if (cells.length !== expected) {
      problems.push({ line: number, message: words().columns(cells.length, expected) });
      return;
    }
    const [qid = '', docid = '', score = ''] =
      format === 'beir'
        ? beirColumns.map((name) => cells[columns?.indexOf(name) ?? -1])
        : [cells[0], cells[2], cells[3]];
    const grade = Number(score);
    if (qid === '' || docid === '') problems.push({ line: number, message: words().noId });
    else if (score === '' || !Number.isInteger(grade)) problems.push({ line: number, message: words().grade(score) });
    else {
      const key = `${qid}\t${docid}`;
      const before = seen.get(key);
      if (before === undefined) {
        seen.set(key, number);
        judgments.push({ qid, docid, grade });
      } else problems.push({ line: number, message: words().again(docid, qid, before) });
    }
  });
  return { format, judgments, problems };
}
