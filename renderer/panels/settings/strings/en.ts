import type { UpdateState } from '#shared/contract/updates.ts';
import { plural } from '../../../lib/i18n/strings/plural.ts';

/** Strings about backups. */
const backups = {
  title: 'Backups',
  about:
    'Patchbay backs up its history once a day and keeps three backups. A backup of your own is one file with everything that is kept: connections, conversations, exchanges, files, settings. Keys are never in it.',
  make: 'Back up everything',
  made: (name: string) => `Saved ${name}`,
  restoreFile: 'Restore a backup…',
  restore: 'Restore',
  restoreOf: (when: string) => `Restore the backup of ${when}`,
  ask: (when: string) => `Restore the backup of ${when}?`,
  askFile: (name: string) => `Restore ${name}?`,
  askBody:
    'It takes the place of everything that is kept now, once Patchbay is closed and started again. What is kept now is put aside, so that you can come back to it here. Keys stay as they are.',
  askConfirm: 'Restore',
  askCancel: 'Leave everything as it is',
  staged: (when: string) =>
    `The backup of ${when} lies ready. Close Patchbay and start it again: it takes effect then. What you change until then is put aside with the rest.`,
  unstage: 'Do not restore it',
  notSaving: 'Nothing is saved in this run, so nothing can be restored.',
  automatic: 'Made by Patchbay',
  none: 'None yet: the first one is made shortly after the start.',
  aside: 'Put aside',
  reasons: { damaged: 'Damaged', restored: 'Before a restore' },
  remove: 'Delete',
  removeOf: (when: string) => `Delete what was put aside on ${when}`,
  removeAsk: 'Delete this history for good?',
  removeBody: 'What is only in it can not be had back. The history that is in use stays as it is.',
  removeCancel: 'Keep it',
};

/** Strings about updates. */
const updates = {
  title: 'Updates',
  about: (feed: string) =>
    `Off contacts nothing. When on, Patchbay requests the version list from ${feed} once a day. The request contains no ID and no version.`,
  mode: 'Newer versions',
  modes: { off: 'Off', tell: 'Tell me', fetch: 'Fetch them' },
  modeHints: {
    off: 'Nothing is asked by itself.',
    tell: 'A newer version is announced; you decide.',
    fetch: 'A newer version is fetched, and put in place when Patchbay ends.',
  },
  channel: 'Channel',
  channels: { stable: 'Stable', beta: 'Beta' },
  channelHint: 'Beta also offers what is still being tried out. Nothing ever goes back to an older version.',
  now: 'This version',
  steps: ({ step, version, percent }: UpdateState) =>
    ({
      idle: 'Not asked yet',
      asking: 'Asking',
      newest: 'The newest there is',
      found: `${version} is there`,
      fetching: `Fetching ${version}: ${percent ?? 0} %`,
      fetched: `${version} is here`,
      failed: version ? `${version} is there, but was not fetched` : 'Could not be asked',
    })[step],
  ask: 'Ask now',
  fetch: 'Fetch it',
  install: 'Restart with it',
  support: {
    'not-this-host': 'This host is brought up to date in the way it was installed, with npm for example.',
    'not-packed': 'This runs from the source folder: bring that up to date, then build anew.',
    'no-feed': 'This build has no address that it could ask for newer versions.',
    unsigned: 'This Windows build is not signed, so updates cannot be verified. Install new versions yourself.',
    'not-replaceable':
      'This copy of Patchbay cannot replace itself (an unpacked AppImage, for example). Update it the way you installed it.',
  },
};

/** Strings of the settings panel. */
export const settings = {
  title: 'Settings',
  appearance: 'Appearance',
  theme: 'Theme',
  themes: { system: 'Follow the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languageHint: 'Takes effect at once. What gateways say, and files that are exported, stay as they are.',
  languages: { system: 'System', en: 'English', 'zh-CN': '简体中文' },
  layout: 'Layout',
  layoutHint: 'Drag the edges of panes, or use the arrow keys on them.',
  resetLayout: 'Give all panes their usual size',
  demo: 'Demo gateway',
  demoAbout:
    'A real gateway on this computer that speaks every route, with every fault on request. Its key is already in place.',
  demoRunning: 'running',
  demoStopped: 'stopped',
  demoStart: 'Start',
  demoStop: 'Stop',
  demoAddress: 'Address',
  copyAddress: 'Copy address',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  pace: 'Pace',
  paceHint: 'Tokens a second; 0 is as fast as possible.',
  scenario: 'Fault for every request',
  scenarioNone: 'None, all works',
  scenarioFind: 'Find a fault',
  scenarioFound: (count: number) => plural(count, 'fault', 'faults'),
  scenarioOn: (title: string) => `In force: ${title}`,
  backups,
  updates,
  storage: 'Storage',
  keys: 'Keys',
  saving: 'What is sent and received is kept in the data folder of this computer.',
  notSaving: 'The data folder can not be written: nothing is kept beyond this run.',
  program: 'Program',
  version: 'Version',
  platform: 'System',
  shortcuts: 'Keyboard shortcuts',
  notices: {
    open: 'Third-party notices',
    close: 'Close',
    missing: 'A page served for development has no notices. Build Patchbay to see them.',
  },
};
