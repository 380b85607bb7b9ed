import type { Part } from '#shared/protocol/part.ts';
import { asText } from '../intake/json-value.ts';

/** Tells the id and the model of an answer as soon as they are known, and again when the other one follows. */
export function createResponseId() {
  let id: string | null = null;
  let model: string | null = null;
  return {
    take(newId: unknown, newModel: unknown): Part[] {
      const before = [id, model];
      id ??= asText(newId);
      model ??= asText(newModel);
      return id === before[0] && model === before[1] ? [] : [{ type: 'answer-id', id, model }];
    },
  };
}
