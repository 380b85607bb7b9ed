import { scoreRange } from '#shared/contract/compare-words.ts';
import type { Grade } from '#shared/contract/judge.ts';
import { jsonIn } from '../assert-reply.ts';
import { gradeName } from './judge-draft.ts';

const [lowest, highest] = scoreRange;

/** Reads the reply of a judge: a grade for each of that many replies, in order; or what is wrong with it. */
export function readGrades(text: string, replies: number): Pick<Grade, 'score' | 'reason'>[] | { problem: string } {
  const json = jsonIn(text)?.value;
  if (json === undefined) return { problem: 'The reply of the judge is not JSON.' };
  if (typeof json !== 'object' || json === null) return { problem: 'The reply of the judge is not a JSON object.' };
  const grades: Pick<Grade, 'score' | 'reason'>[] = [];
  for (let at = 0; at < replies; at += 1) {
    const name = gradeName(at);
    const grade = (json as Record<string, unknown>)[name];
    if (typeof grade !== 'object' || grade === null) return { problem: `The reply of the judge has no “${name}”.` };
    const { score, reason } = grade as Record<string, unknown>;
    if (typeof score !== 'number' || !Number.isInteger(score) || score < lowest || score > highest)
      return { problem: `The score of “${name}” is not an integer from ${lowest} to ${highest}.` };
    if (typeof reason !== 'string') return { problem: `“${name}” has no reason.` };
    grades.push({ score, reason });
  }
  return grades;
}
