import { expect, test } from 'vitest';
import type { ModelList } from '#shared/contract/models.ts';
import { choicesFor } from '../../../../renderer/lib/model-picker.tsx';

test('typed words are always a choice, unless a model is called just so', () => {
  const models = ['gpt-4o', 'gpt-4o-mini', 'qwen3'].map((id) => ({ id })) as ModelList['models'];
  const ids = (query: string) =>
    choicesFor(models, query).map((choice) => (choice.kind === 'model' ? choice.model.id : `typed ${choice.id}`));
  expect(ids('')).toEqual(['gpt-4o', 'gpt-4o-mini', 'qwen3']);
  expect(ids('gpt-4o')).toEqual(['gpt-4o', 'gpt-4o-mini']);
  expect(ids('gpt')).toEqual(['gpt-4o', 'gpt-4o-mini', 'typed gpt']);
  expect(ids('faulty/x')).toEqual(['typed faulty/x']);
});
