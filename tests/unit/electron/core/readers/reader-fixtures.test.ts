import { describe, expect, test } from 'vitest';
import { badJsonFixtures } from '../../../../support/readers/bad-json-fixtures.ts';
import { chatFixtures } from '../../../../support/readers/chat-fixtures.ts';
import { errorFixtures } from '../../../../support/readers/error-fixtures.ts';
import { factFixtures } from '../../../../support/readers/fact-fixtures.ts';
import { foreignShapeFixtures } from '../../../../support/readers/foreign-shape-fixtures.ts';
import { formFixtures } from '../../../../support/readers/form-fixtures.ts';
import { framingFixtures } from '../../../../support/readers/framing-fixtures.ts';
import { logprobFixtures } from '../../../../support/readers/logprob-fixtures.ts';
import { nativeCallFixtures } from '../../../../support/readers/native-call-fixtures.ts';
import { nativeFixtures } from '../../../../support/readers/native-fixtures.ts';
import { numberingFixtures } from '../../../../support/readers/numbering-fixtures.ts';
import { oddValueFixtures } from '../../../../support/readers/odd-value-fixtures.ts';
import {
  type AnswerFixture,
  bytesOf,
  formIn,
  readPieces,
  readWhole,
  told,
} from '../../../../support/readers/read-answer.ts';
import { reasoningFixtures } from '../../../../support/readers/reasoning-fixtures.ts';
import { responseCallFixtures } from '../../../../support/readers/response-call-fixtures.ts';
import { responsesFixtures } from '../../../../support/readers/responses-fixtures.ts';
import { toolFixtures } from '../../../../support/readers/tool-fixtures.ts';
import { imageFixtures } from './image-fixtures.ts';
import { inlineImageFixtures } from './inline-image-fixtures.ts';
import { editFixtures, rankingFixtures } from './ranking-fixtures.ts';
import { responseItemFixtures } from './response-item-fixtures.ts';
import { taskFixtures } from './task-fixtures.ts';
import { transcriptFixtures } from './transcript-fixtures.ts';
import { vectorFixtures } from './vector-fixtures.ts';
import { wholeFixtures } from './whole-fixtures.ts';

const groups: Record<string, AnswerFixture[]> = {
  errors: errorFixtures,
  framing: framingFixtures,
  chat: chatFixtures,
  'images in the text': inlineImageFixtures,
  tools: toolFixtures,
  'numbering of calls': numberingFixtures,
  reasoning: reasoningFixtures,
  responses: responsesFixtures,
  'response calls': responseCallFixtures,
  'response items': responseItemFixtures,
  native: nativeFixtures,
  'forms of replies': formFixtures,
  'foreign shapes': foreignShapeFixtures,
  facts: factFixtures,
  'log probabilities': logprobFixtures,
  'bad JSON': badJsonFixtures,
  'native calls': nativeCallFixtures,
  'odd values': oddValueFixtures,
  whole: wholeFixtures,
  vectors: vectorFixtures,
  rankings: rankingFixtures,
  images: imageFixtures,
  edits: editFixtures,
  transcripts: transcriptFixtures,
  tasks: taskFixtures,
};

for (const [group, fixtures] of Object.entries(groups)) {
  describe(group, () => {
    test.each(fixtures)('$name', (fixture) => {
      const answer = readWhole(fixture);
      expect(told(answer.parts)).toEqual(fixture.tells);
      if (fixture.form) expect(formIn(answer.parts) ?? []).toEqual(fixture.form);
      expect({ verdict: answer.ending.verdict, code: answer.ending.error?.code }).toEqual({
        verdict: fixture.verdict,
        code: fixture.code,
      });
      expect(answer.parts[0]?.type).toBe('answer-start');
      if (fixture.finishReason !== undefined) expect(answer.ending.finishReason).toBe(fixture.finishReason);
      if (fixture.finished !== undefined) expect(answer.finished).toBe(fixture.finished);
      expect(() => structuredClone(answer.parts)).not.toThrow();
    });

    test.each(fixtures)('$name: the same in bytes and at every cut', (fixture) => {
      const bytes = bytesOf(fixture.body);
      const whole = readWhole(fixture);
      const text = JSON.stringify(whole);
      const single = [...bytes].map((byte) => Uint8Array.of(byte));
      expect(readPieces(fixture.kind, single, fixture.head)).toEqual(whole);
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
        const answer = readPieces(fixture.kind, pieces, fixture.head);
        if (JSON.stringify(answer) !== text) expect(answer, `cut at ${cut}`).toEqual(whole);
      }
    });
  });
}
