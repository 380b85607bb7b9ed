import type { ToolDefinition } from './tool-definition.ts';

/** A tool to begin with, and an output that such a tool returns. */
export interface ToolTemplate extends ToolDefinition {
  output: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function template(name: string, description: string, properties: object, required: string[], output: object) {
  return {
    ...{ name, description },
    parameters: json({ type: 'object', properties, required, additionalProperties: false }),
    output: json(output),
  };
}

const text = (description: string) => ({ type: 'string', description });

/** Tools that are common in applications. Names and schemas are in English, as models are trained on them. */
export const toolTemplates: readonly ToolTemplate[] = [
  template(
    'get_weather',
    'Current weather in a city',
    { city: text('Name of the city'), unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    ['city'],
    { city: 'Paris', temperature: 18, unit: 'celsius', sky: 'partly cloudy' },
  ),
  template(
    'search',
    'Search the web and return the best matches',
    { query: text('What to search for'), limit: { type: 'integer', minimum: 1, maximum: 10 } },
    ['query'],
    { results: [{ title: 'Example Domain', url: 'https://docs.example/', snippet: 'For use in documentation.' }] },
  ),
  template(
    'calculator',
    'Evaluate an arithmetic expression',
    { expression: text('For example (3 + 4) * 12') },
    ['expression'],
    { result: 84 },
  ),
  template(
    'get_time',
    'Current date and time in a time zone',
    { time_zone: text('IANA name, for example Europe/Paris') },
    ['time_zone'],
    { time: '2026-01-05T09:30:00+01:00' },
  ),
  template('lookup_order', 'Status of an order', { order_id: text('Number of the order') }, ['order_id'], {
    order_id: 'A-1042',
    status: 'shipped',
    delivery: 'Thursday',
  }),
];
