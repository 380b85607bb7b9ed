import type { SnippetLanguage } from '#shared/contract/exchanges.ts';

const order: Record<SnippetLanguage, true> = {
  curl: true,
  fetch: true,
  'node-openai': true,
  'python-requests': true,
  'python-openai': true,
  httpie: true,
};

/** In the order in which menus show them. The schema has the same list; the page does without schemas. */
export const snippetLanguages = Object.keys(order) as SnippetLanguage[];
