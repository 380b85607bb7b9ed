import type { ReaderKind } from '#shared/protocol/route.ts';
import type { AnswerFixture } from '../../../../support/readers/read-answer.ts';

const unstreamed = { head: { streamAsked: false } };

/** A fixture of a whole JSON response for one reader, complete unless it says otherwise. */
export const answer =
  (kind: ReaderKind) =>
  (name: string, value: unknown, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
    name,
    kind,
    body: typeof value === 'string' ? value : JSON.stringify(value),
    tells,
    verdict: 'complete',
    ...unstreamed,
    ...rest,
  });
