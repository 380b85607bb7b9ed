import type { App, Dialog } from 'electron';

/**
 * Command line switches that open a debugger, load foreign code, or disable Chromium's own protections. A fused build
 * ignores Node's switches, but would obey Chromium's.
 */
const dangerous = [
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-publish-uid',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'js-flags',
  'load-extension',
  'disable-extensions-except',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'proxy-pac-url',
  'user-data-dir',
  'log-net-log',
  'ssl-key-log-file',
  'utility-cmd-prefix',
  'renderer-cmd-prefix',
  'gpu-launcher',
];

/** Switches that start the app without its sandbox. */
const unsandboxed = [
  'no-sandbox',
  'disable-gpu-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-setuid-sandbox',
  'no-zygote',
  'no-zygote-sandbox',
  'no-unsandboxed-zygote',
  'single-process',
  'allow-sandbox-debugging',
];

export interface SwitchConsent {
  /** An unpackaged build started for debugging (end-to-end tests, development). */
  debugging: boolean;
  /** The user accepted that this machine offers no sandbox (containers). */
  noSandbox: boolean;
}

/** Reads the consent from the process environment, which no web page and no link can set. */
export const readConsent = (isPackaged: boolean, env: NodeJS.ProcessEnv): SwitchConsent => ({
  debugging: !isPackaged && env.PATCHBAY_ALLOW_DEBUG === '1',
  noSandbox: env.PATCHBAY_ALLOW_NO_SANDBOX === '1',
});

/** Returns the given switches with which the app must not start. */
export function refusedSwitches(hasSwitch: (name: string) => boolean, consent: SwitchConsent): string[] {
  const refused = [...(consent.debugging ? [] : dangerous), ...(consent.noSandbox ? [] : unsandboxed)];
  return refused.filter(hasSwitch);
}

/** Judges the switches of this start: which are refused, and whether it runs without the sandbox by consent. */
export function checkSwitches(
  { isPackaged, commandLine }: Pick<App, 'isPackaged' | 'commandLine'>,
  env: NodeJS.ProcessEnv,
) {
  const consent = readConsent(isPackaged, env);
  const hasSwitch = (name: string) => commandLine.hasSwitch(name);
  return {
    refused: refusedSwitches(hasSwitch, consent),
    // enableSandbox() would remove the switch from child processes only, and as root they would exit immediately.
    isUnsandboxed: consent.noSandbox && hasSwitch('no-sandbox'),
  };
}

/**
 * Returns whether a refused start may wait for an error box: none of the switches opens a debugger or loads code in
 * the meantime.
 */
export const isSandboxRefusal = (switches: readonly string[]) => switches.every((name) => unsandboxed.includes(name));

/** Returns the text for the terminal and for the error box. */
export const refusalText = (switches: string[]) =>
  `Patchbay does not start with ${switches.map((name) => `--${name}`).join(', ')}, because your keys would no longer be protected.` +
  (switches.some((name) => unsandboxed.includes(name))
    ? ' If this computer has no sandbox, set PATCHBAY_ALLOW_NO_SANDBOX=1. An AppImage adds --no-sandbox itself where the system forbids user namespaces; the .deb package needs no exception.'
    : '');

interface RefusalParts {
  app: Pick<App, 'exit' | 'isPackaged' | 'whenReady'>;
  dialog: Pick<Dialog, 'showErrorBox'>;
  process: { stderr: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>; platform: NodeJS.Platform };
}

/**
 * Ends a start that has refused switches, with status 2. The reason is written to stderr; a package that was not
 * started in a terminal also shows it in a box. Linux has boxes only once Electron is ready, so the app waits for
 * that only if no switch could be exploited in the meantime.
 */
export function refuseStart(switches: string[], { app, dialog, process }: RefusalParts): void {
  const { stderr, platform } = process;
  const text = refusalText(switches);
  stderr.write(`${text}\n`);
  const show = () => {
    dialog.showErrorBox('Patchbay did not start', text);
    app.exit(2);
  };
  if (!app.isPackaged || stderr.isTTY) app.exit(2);
  else if (platform !== 'linux') show();
  else if (isSandboxRefusal(switches)) void app.whenReady().then(show);
  else app.exit(2);
}
