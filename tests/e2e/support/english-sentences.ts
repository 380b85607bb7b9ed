import { catalogs } from '../../support/catalogs.ts';

/** Every constant text of the English catalog with more than three words that differs in Chinese. */
export function englishSentences(): string[] {
  const chinese = new Set(textsIn(catalogs.zh));
  const sentences = textsIn(catalogs.en).filter((text) => text.split(/\s+/).length > 3 && !chinese.has(text));
  return [...new Set(sentences)];
}

function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsIn) : [];
}
