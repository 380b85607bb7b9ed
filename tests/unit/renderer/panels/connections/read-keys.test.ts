import { expect, test } from 'vitest';
import { readKeys } from '../../../../../renderer/panels/connections/keys/paste-keys.tsx';

const brief = (text: string) => readKeys(text).map(({ alias, secret }) => `${alias} ${secret}`);

test('keys are listed one per line, with or without a name', () => {
  expect(brief('sk-aaaa1111\n\nteam-eval: sk-bbbb2222\nci sk-cccc3333\r\nmy lab key\tsk-dddd4444')).toEqual([
    'key 1 sk-aaaa1111',
    'team-eval sk-bbbb2222',
    'ci sk-cccc3333',
    'my lab key sk-dddd4444',
  ]);
});

test('.env lines name keys after their variable; other variables, comments and placeholders are left out', () => {
  const text = `# keys
    export NORTHWIND_CI_API_KEY="sk-aaaa1111"   # of the robot
    OPENAI_BASE_URL=https://gw.example
    OTHER_KEY=$FROM_SOMEWHERE
    X_TOKEN='sk-bbbb2222'`;
  expect(brief(text)).toEqual(['northwind-ci sk-aaaa1111', 'x sk-bbbb2222']);
});

test('a duplicated key is one key, and two keys of one name are distinguished', () => {
  expect(brief('a: sk-aaaa1111\nb: sk-aaaa1111\na: sk-bbbb2222')).toEqual(['a sk-aaaa1111', 'a 2 sk-bbbb2222']);
});

test('prose is not a key', () => {
  expect(brief('please find the keys attached\nthank you very much indeed')).toEqual([]);
});
