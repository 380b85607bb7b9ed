import { plural } from './plural.ts';

/** Words of actions that many panels offer. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  remove: 'Delete',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy',
  viewRequest: 'View request',
  moreActions: 'More actions',
};

/** Words of a list of documents from the library. A panel adds those that name its documents. */
export const library = {
  untitled: 'Untitled',
  more: common.moreActions,
  star: 'Star',
  unstar: 'Remove star',
  starredMark: 'Starred',
  rename: 'Rename…',
  remove: common.remove,
  cancel: common.cancel,
  name: 'Name',
  save: 'Save',
  failed: 'This action failed. Nothing was changed.',
  noHits: (text: string) => `No results for “${text}”`,
  hits: (count: number) => plural(count, 'result', 'results'),
  starred: 'Starred',
  today: 'Today',
  ahead: 'Dated in the future',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  earlier: 'Earlier',
};
