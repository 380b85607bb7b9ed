import { expect, test } from 'vitest';
import { complete } from '../../../../../electron/cli/completion/complete.ts';

const known = {
  connections: [
    { name: 'work', baseAddress: 'https://gateway.test', keys: ['default', 'nightly'], models: ['gpt-5', 'llama3:8b'] },
    { name: 'My home', baseAddress: 'http://127.0.0.1:8080', keys: ['own'], models: ['qwen'] },
  ],
  tasks: [{ id: 'a1b2c3d4', prompt: 'a hill\nat dawn' }],
  prompts: ['Review code', 'Translate'],
  topics: [{ word: 'exit-codes' }],
  variables: ['PATH', 'TEAM_API_KEY'],
  scenarios: async () => [{ word: 'cut-mid-stream' }, { word: 'clean-eof' }],
};

/** The candidates for a command line whose last word is being typed. */
const offered = async (line: string) => {
  const { candidates, files } = await complete(line.split(' '), known);
  return [...candidates.map(({ word }) => word), ...(files ? ['<files>'] : [])];
};

test.each([
  ['ch', ['chat', 'check']],
  ['--v', ['--version']],
  ['tasks s', ['submit', 'stop']],
  ['tasks watch ', ['a1b2c3d4']],
  ['chat --prompt-name T', ['Translate']],
  ['prompts show ', ['Review code', 'Translate']],
  ['chat --mo', ['--model']],
  ['chat --model x --mo', []],
  ['chat -m x --mo', []],
  ['run images.edits --form a=b --fo', ['--form', '--force']],
  ['chat --connection ', ['work', 'My home']],
  ['chat -m ', ['gpt-5', 'llama3:8b', 'qwen']],
  ['chat --connection work -m ', ['gpt-5', 'llama3:8b']],
  ['chat --base-url http://127.0.0.1:8080/v1 -m ', ['qwen']],
  ['chat --demo -m demo-c', ['demo-chat']],
  ['check --connection work --keys default,', ['default,nightly']],
  ['check --level ', ['free', 'cheap', 'full']],
  ['check --level=f', ['--level=free', '--level=full']],
  ['check --routes models,chat', ['models,chat.completions']],
  ['run chat', ['chat.completions']],
  ['run images.edits ', ['<files>']],
  ['run --model x embed', ['embeddings']],
  ['chat --demo --scenario cut', ['cut-mid-stream']],
  ['chat --key-env ', ['TEAM_API_KEY']],
  ['chat --key-file ', ['<files>']],
  ['restore ', ['<files>']],
  ['connections u', ['use']],
  ['connections use ', ['work', 'My home']],
  ['connections use work -m ', ['gpt-5', 'llama3:8b']],
  ['keys remove --connection work ', ['default', 'nightly']],
  ['connections import ', ['<files>']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['help ex', ['exit-codes']],
  ['chat -- --mo', []],
  ['nosuch ', []],
])('%j offers %j', async (line, words) => {
  expect(await offered(line)).toEqual(words);
});

test('a candidate has its meaning', async () => {
  const { candidates } = await complete(['tasks', 'get', ''], known);
  expect(candidates).toEqual([{ word: 'a1b2c3d4', about: 'a hill at dawn' }]);
});
