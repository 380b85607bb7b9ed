import { expect, test } from 'vitest';
import { loadStrings } from '../../../../../../renderer/lib/i18n/strings.ts';
import {
  isTestFile,
  judgmentFormat,
  readEntries,
  readJudgments,
  readTestFile,
  type TestFile,
  withTestSet,
} from '../../../../../../renderer/panels/rerank/evaluation/test-set.ts';
import { queriesOf } from '../../../../../../renderer/panels/rerank/model/queries.ts';
import { newRankSet } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';

await loadStrings();

const lines = (problems: readonly { line: number }[]) => problems.map(({ line }) => line);

test('TREC qrels are read with any white space and line ending; wrong lines are named and the others kept', async () => {
  const text =
    '301 0 FR-1 1\r\n301\tQ0\tFR-2\t0\r\n\r\n302 0 FR-1\n302 0 FR-3 high\n302 0 FR-4 -1\n301 0 FR-1 2\n303 0 a b 1';
  expect(judgmentFormat(text)).toBe('trec');
  const { judgments, problems } = await readJudgments(text, 'trec');
  expect(judgments).toEqual([
    { qid: '301', docid: 'FR-1', grade: 1 },
    { qid: '301', docid: 'FR-2', grade: 0 },
    { qid: '302', docid: 'FR-4', grade: -1 },
  ]);
  expect(problems).toEqual([
    { line: 4, message: '3 columns instead of 4.' },
    { line: 5, message: 'The grade “high” is not a whole number.' },
    { line: 7, message: 'Document FR-1 is already judged for query 301 in line 1.' },
    { line: 8, message: '5 columns instead of 4.' },
  ]);
});

test('BEIR judgments are read by the names of their columns, with ids that contain spaces', async () => {
  const text = '\uFEFFquery-id\tcorpus-id\tscore\nq 1\td 1\t2\nq 1\td 2\t1.0\nq 2\td 1\nq 2\t\t1\nq 2\td 3\t0.5';
  expect(judgmentFormat(text)).toBe('beir');
  const { judgments, problems } = await readJudgments(text, 'beir');
  expect(judgments).toEqual([
    { qid: 'q 1', docid: 'd 1', grade: 2 },
    { qid: 'q 1', docid: 'd 2', grade: 1 },
  ]);
  expect(problems).toEqual([
    { line: 4, message: '2 columns instead of 3.' },
    { line: 5, message: 'The query or document ID is empty.' },
    { line: 6, message: 'The grade “0.5” is not a whole number.' },
  ]);
  const { judgments: swapped } = await readJudgments('corpus-id\tquery-id\tscore\nd\tq\t1', 'beir');
  expect(swapped).toEqual([{ qid: 'q', docid: 'd', grade: 1 }]);
});

test('plain texts, run files and tables are not taken for judgments', () => {
  for (const text of ['one line\nanother', 'q1 Q0 d1 1 0.5 tag', 'id,text\n1,a', '{"_id": "1", "text": "a"}', ''])
    expect(judgmentFormat(text), text).toBeNull();
  expect(isTestFile('{"_id": "1", "text": "a"}')).toBe(true);
  expect(isTestFile('{"id": "1", "text": "a"}')).toBe(false);
});

test('entries need an id and a text; wrong lines are named', async () => {
  const text =
    '{"_id": 1, "text": "a"}\n{"_id": "2"}\n{"text": "b"}\nnot JSON\n["_id"]\n{"_id": "1", "text": "c"}\n\n{"_id": "3", "title": "T", "text": ""}';
  const { entries, problems } = await readEntries(text, 'some.jsonl');
  expect(entries).toEqual([
    { id: '1', text: 'a', title: '' },
    { id: '3', text: '', title: 'T' },
  ]);
  expect(lines(problems)).toEqual([2, 3, 4, 5, 6]);
  expect(problems[4]?.message).toBe('The ID 1 was used before, in line 1.');
});

test('queries and documents are told apart by the name of the file, else by titles', async () => {
  const role = async (name: string, text: string) => (await readEntries(text, name)).role;
  expect(await role('queries.jsonl', '{"_id": "1", "text": "a", "title": ""}')).toBe('queries');
  expect(await role('corpus.jsonl', '{"_id": "1", "text": "a"}')).toBe('documents');
  expect(await role('data.jsonl', '{"_id": "1", "text": "a", "title": ""}')).toBe('documents');
  expect(await role('data.jsonl', '{"_id": "1", "text": "a"}')).toBe('queries');
});

const files = async (): Promise<TestFile[]> => {
  const read = await Promise.all([
    readTestFile('test.tsv', 'query-id\tcorpus-id\tscore\nq1\td2\t1\nq1\td9\t1\nq9\td1\t1'),
    readTestFile('queries.jsonl', '{"_id": "q1", "text": "first"}\n{"_id": "q2", "text": "second"}'),
    readTestFile(
      'corpus.jsonl',
      '{"_id": "d1", "title": "One", "text": "body"}\n{"_id": "d2", "title": "", "text": "two"}',
    ),
  ]);
  return read.filter((file) => file !== null);
};

test('a test set is imported in any order of its files, and what does not match is counted', async () => {
  const { set, report } = withTestSet(newRankSet('id'), await files(), false);
  expect(report).toEqual({
    documents: 2,
    queries: 2,
    known: 0,
    matching: { matched: 1, unknownDocuments: 1, unknownQueries: 1 },
  });
  expect(set.documents.map(({ text, docid }) => [docid, text])).toEqual([
    ['d1', 'One body'],
    ['d2', 'two'],
  ]);
  expect(queriesOf(set).map(({ qid, query, grades }) => [qid, query, grades])).toEqual([
    ['q1', 'first', { 2: 1 }],
    ['q2', 'second', {}],
  ]);
  expect(set.baseline).toBe(true);
});

test('a second import adds nothing twice; replacing starts over', async () => {
  const once = withTestSet(newRankSet('id'), await files(), false).set;
  const twice = withTestSet(once, await files(), false);
  expect(twice.report).toMatchObject({ documents: 0, queries: 0, known: 4 });
  expect(twice.set.documents).toEqual(once.documents);
  const replaced = withTestSet(once, await files(), true);
  expect(replaced.report).toMatchObject({ documents: 2, queries: 2, known: 0, matching: { matched: 1 } });
  expect(replaced.set.documents.map(({ id }) => id)).toEqual([3, 4]);
});
