import type { NativeTheme } from 'electron';
import { themes } from '#shared/contract/frame-record.ts';
import type { Core } from '#shared/contract/index.ts';

/**
 * Applies the theme chosen in the page to the window, its buttons and the native dialogs. Resolves when the theme is
 * in effect, so that a window opened afterwards does not start with another background; follows every change until
 * the signal fires.
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
