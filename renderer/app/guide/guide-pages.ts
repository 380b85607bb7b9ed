import type { Language } from '#shared/contract/language.ts';

/** One page of the guide, as stored in `docs/guide` or, in Chinese, in `docs/guide/zh`. */
export interface GuidePage {
  /** Its file name without the extension. */
  id: string;
  title: string;
  text: string;
  /** English for a page that has no version in the language of the guide. */
  language: Language;
}

const images = import.meta.glob<string>('../../../docs/guide/*.png', { query: '?url', import: 'default', eager: true });

/** The pages in reading order, by group. */
const order = {
  start: ['first-minute', 'install', 'connect'],
  panels: [
    'chat',
    'compare',
    'images',
    'audio',
    'realtime',
    'video-and-tasks',
    'embeddings-and-rerank',
    'requests',
    'checks',
    'wire',
    'connections-and-keys',
    'cost',
  ],
  tasks: ['prompts', 'ci', 'report-a-problem', 'remote', 'proxy'],
  terminal: ['terminal', 'commands', 'scripting'],
  reference: ['demo-gateway', 'settings', 'backup-and-storage', 'troubleshooting'],
} as const;

export type GuideGroupId = keyof typeof order;

/** A heading in the list of pages, with its pages. */
export interface GuideGroup {
  id: GuideGroupId;
  pages: readonly GuidePage[];
}

type GuideTexts = Readonly<Record<string, string>>;

const folders: Readonly<Record<Language, string>> = { en: 'docs/guide', 'zh-CN': 'docs/guide/zh' };

/** Returns the guide in a language; `texts` contains its pages by their path. */
export const readGuide = (texts: GuideTexts, language: Language): readonly GuideGroup[] =>
  (Object.keys(order) as GuideGroupId[]).map((id) => ({
    id,
    pages: order[id].map((page) => readPage(texts, page, language)),
  }));

function readPage(texts: GuideTexts, id: string, language: Language): GuidePage {
  const text = texts[`../../../${folders[language]}/${id}.md`];
  if (text !== undefined) return { id, title: /^# (.+)$/m.exec(text)?.[1] ?? id, text, language };
  if (language === 'en') throw new Error(`the guide has no page ${id}`);
  return readPage(texts, id, 'en');
}

const pageIds: ReadonlySet<string> = new Set(Object.values(order).flat());

/** A place in the guide: a page and, if named, a heading on it. */
export interface GuidePlace {
  page: string;
  heading: string | null;
}

/**
 * Resolves a link between pages (`wire.md#the-drawer`, `#models`, `../commands.md` in a page in Chinese) found on page
 * `here`; `null` for others.
 */
export function readPlace(href: string, here: string): GuidePlace | null {
  const found = /^(?:(?:\.\.\/)?([\w-]+)\.md)?(?:#([\p{L}\p{N}_-]+))?$/u.exec(href);
  if (!found || href === '') return null;
  const page = found[1] ?? here;
  return pageIds.has(page) ? { page, heading: found[2] ?? null } : null;
}

/** Returns the address of an image that belongs to the guide, or `null`. */
export function imageOf(address: string): string | null {
  const found = /^(?:\.\.\/)?([\w-]+\.png)$/.exec(address);
  return found ? (images[`../../../docs/guide/${found[1]}`] ?? null) : null;
}

/** Returns the anchor of a heading, as the usual Markdown viewers make it. */
export const headingName = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-');

/** The page about each panel; a panel that is not listed gets the first page. */
const pageOfPanel: Readonly<Record<string, string>> = {
  chat: 'chat',
  compare: 'compare',
  images: 'images',
  audio: 'audio',
  realtime: 'realtime',
  video: 'video-and-tasks',
  embeddings: 'embeddings-and-rerank',
  rerank: 'embeddings-and-rerank',
  request: 'requests',
  checks: 'checks',
  wire: 'wire',
  models: 'connections-and-keys',
  connections: 'connections-and-keys',
  settings: 'settings',
};

/** The heading about a panel whose page begins with another one. */
const headingOfPanel: Readonly<Record<string, Record<Language, string>>> = {
  rerank: { en: 'rerank-g-r', 'zh-CN': '重排序g-r' },
  models: { en: 'models', 'zh-CN': '模型' },
};

/** Returns where the guide opens for a panel. */
export const placeOfPanel = (panel: string, language: Language): GuidePlace => ({
  page: pageOfPanel[panel] ?? 'first-minute',
  heading: headingOfPanel[panel]?.[language] ?? null,
});
