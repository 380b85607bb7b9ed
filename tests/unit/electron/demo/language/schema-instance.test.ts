import { expect, test } from 'vitest';
import { instanceOf } from '#demo/language/schema-instance.ts';

test('fields are filled from the prompt', () => {
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string' },
      days: { type: 'integer', minimum: 1, maximum: 7 },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
      question: { type: 'string' },
      when: { type: 'string', format: 'date' },
      wanted: { type: 'boolean' },
    },
  };
  const prompt = 'Weather in New York for 30 days in Fahrenheit';
  expect(instanceOf(schema, prompt)).toEqual({
    city: 'New York',
    days: 7,
    unit: 'fahrenheit',
    question: prompt,
    when: '2026-01-31',
    wanted: true,
  });
});

test('numbers respect their limits and steps', () => {
  const number = (schema: object, prompt = '100') => instanceOf({ type: 'number', ...schema }, prompt);
  expect(number({ exclusiveMaximum: 1, minimum: 0 })).toBe(0.5);
  expect(number({ multipleOf: 0.5, maximum: 3 })).toBe(3);
  expect(number({ exclusiveMinimum: 0, exclusiveMaximum: 0.1 }, '')).toBeCloseTo(0.05);
  expect(instanceOf({ type: 'integer', exclusiveMinimum: 4 }, '')).toBe(5);
  expect(instanceOf({ type: 'integer', multipleOf: 5, minimum: 1 }, '2')).toBe(5);
});

test('references, unions, constants, lists and upper-case types are understood', () => {
  const schema = {
    type: 'OBJECT',
    $defs: { tag: { type: ['null', 'string'], maxLength: 3 } },
    properties: {
      kind: { const: 'demo' },
      tags: { type: 'ARRAY', items: { $ref: '#/$defs/tag' }, minItems: 3 },
      either: { anyOf: [{ type: 'null' }, { type: 'integer' }] },
      both: { allOf: [{ properties: { a: { type: 'integer' } } }, { properties: { b: { const: 1 } } }] },
    },
  };
  expect(instanceOf(schema, 'lovely spring in Paris 8')).toEqual({
    kind: 'demo',
    tags: ['lov', 'spr', 'Par'],
    either: 8,
    both: { a: 1, b: 1 },
  });
});

test('a schema that refers to itself ends', () => {
  const schema = { type: 'object', properties: { next: { $ref: '#' }, name: { type: 'string' } }, required: ['name'] };
  expect(JSON.stringify(instanceOf(schema, 'a chain'))).toContain('name');
  expect(instanceOf({ $ref: '#' }, 'nothing')).toBeDefined();
});
