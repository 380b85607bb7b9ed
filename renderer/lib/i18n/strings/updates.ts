import type { UpdateState } from '#shared/contract/updates.ts';

/** Words about newer versions of the program. */
export const updates = {
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
