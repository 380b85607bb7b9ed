import type { NativeTheme } from 'electron';
import type { Core } from '#shared/contract/index.ts';

const themes = ['system', 'light', 'dark'] as const;

/**
 * Lets the window, its buttons and the native dialogs follow the theme that the person chose in the page. Resolves when
 * it is in force, so that a window opened then has no other ground first; goes on with every change until the signal.
 */
export async function followTheme(
  core: Pick<Core, 'host' | 'settings'>,
  native: Pick<NativeTheme, 'themeSource'>,
  signal: AbortSignal,
): Promise<void> {
  const apply = async () => {
    const { appearance } = await core.settings.all({}, { signal });
    const theme = (appearance as { theme?: unknown } | undefined)?.theme;
    native.themeSource = themes.find((known) => known === theme) ?? 'system';
  };
  const follow = async () => {
    for await (const change of core.host.changes({}, { signal })) if (change.area === 'settings') await apply();
  };
  await apply();
  follow().catch(() => {});
}
