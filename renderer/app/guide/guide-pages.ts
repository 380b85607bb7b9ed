/** One page of the guide, as stored in `docs/guide`. */
export interface GuidePage {
  /** Its file name without the extension. */
  id: string;
  title: string;
  text: string;
}

const texts = import.meta.glob<string>('../../../docs/guide/*.md', { query: '?raw', import: 'default', eager: true });
const images = import.meta.glob<string>('../../../docs/guide/*.png', { query: '?url', import: 'default', eager: true });

/** The pages in reading order, by group. */
const order = {
  start: ['first-minute', 'install', 'connect'],
  panels: [
    'chat',
    'images',
    'audio',
    'realtime',
    'video-and-tasks',
    'embeddings-and-rerank',
    'requests',
    'checks',
    'wire',
    'connections-and-keys',
  ],
  tasks: ['ci', 'report-a-problem', 'remote', 'proxy'],
  terminal: ['terminal', 'commands', 'scripting'],
  reference: ['demo-gateway', 'settings', 'backup-and-storage', 'troubleshooting'],
} as const;

export type GuideGroupId = keyof typeof order;

/** A heading in the list of pages, with its pages. */
export interface GuideGroup {
  id: GuideGroupId;
  pages: readonly GuidePage[];
}

const pageNamed = (id: string): GuidePage => {
  const text = texts[`../../../docs/guide/${id}.md`];
  if (text === undefined) throw new Error(`the guide has no page ${id}`);
  return { id, title: /^# (.+)$/m.exec(text)?.[1] ?? id, text };
};

export const guideGroups: readonly GuideGroup[] = (Object.keys(order) as GuideGroupId[]).map((id) => ({
  id,
  pages: order[id].map(pageNamed),
}));

/** Every page of the guide. */
export const guidePages: readonly GuidePage[] = guideGroups.flatMap(({ pages }) => pages);

/** A place in the guide: a page and, if named, a heading on it. */
export interface GuidePlace {
  page: string;
  heading: string | null;
}

/** Resolves a link between pages (`wire.md#the-drawer`, `#models`) found on page `here`; `null` for others. */
export function readPlace(href: string, here: string): GuidePlace | null {
  const found = /^(?:([\w-]+)\.md)?(?:#([\w-]+))?$/.exec(href);
  if (!found || href === '') return null;
  const page = found[1] ?? here;
  return guidePages.some(({ id }) => id === page) ? { page, heading: found[2] ?? null } : null;
}

/** Returns the address of an image that belongs to the guide, or `null`. */
export function imageOf(address: string): string | null {
  const found = /^([\w-]+\.png)$/.exec(address);
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
const pageOfPanel: Readonly<Record<string, GuidePlace>> = {
  chat: { page: 'chat', heading: null },
  images: { page: 'images', heading: null },
  audio: { page: 'audio', heading: null },
  realtime: { page: 'realtime', heading: null },
  video: { page: 'video-and-tasks', heading: null },
  embeddings: { page: 'embeddings-and-rerank', heading: null },
  rerank: { page: 'embeddings-and-rerank', heading: 'rerank-g-r' },
  request: { page: 'requests', heading: null },
  checks: { page: 'checks', heading: null },
  wire: { page: 'wire', heading: null },
  models: { page: 'connections-and-keys', heading: 'models' },
  connections: { page: 'connections-and-keys', heading: null },
  settings: { page: 'settings', heading: null },
};

/** Returns where the guide opens for a panel. */
export const placeOfPanel = (panel: string): GuidePlace =>
  pageOfPanel[panel] ?? { page: 'first-minute', heading: null };
