import { panelsEn } from '../../../renderer/app/panel-strings-en.ts';
import { panelsZh } from '../../../renderer/app/panel-strings-zh.ts';
import * as en from '../../../renderer/lib/i18n/strings/en.ts';
import * as zh from '../../../renderer/lib/i18n/strings/zh/zh.ts';

/** Every constant text of the English catalog with more than three words that differs in Chinese. */
export async function englishSentences(): Promise<string[]> {
  const chinese = new Set(await textsOf(zh, panelsZh));
  const sentences = (await textsOf(en, panelsEn)).filter((text) => text.split(/\s+/).length > 3 && !chinese.has(text));
  return [...new Set(sentences)];
}

async function textsOf(base: object, panels: Record<string, () => Promise<object>>): Promise<string[]> {
  const sections = await Promise.all(Object.values(panels).map((load) => load()));
  return [base, ...sections].flatMap(textsIn);
}

function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsIn) : [];
}
