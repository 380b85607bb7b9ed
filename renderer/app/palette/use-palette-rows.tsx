import { useState } from 'react';
import { useStore } from 'zustand';
import { themes } from '#shared/contract/theme.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { useCall } from '../../lib/client/query.ts';
import { verdictIntent } from '../../lib/failures/verdict.ts';
import { chooseConnection, chooseKey, rememberedModel, useActive } from '../../lib/gateway/connections/active.ts';
import { useModels } from '../../lib/gateway/models/model-list.ts';
import { openRoute, panelOfRoute } from '../../lib/gateway/patch/open-route.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useDates } from '../../lib/i18n/use-dates.ts';
import { addressPath } from '../../lib/inspector/header-origins.ts';
import { goToOrigin } from '../../lib/navigation/exchange-origin.ts';
import { focusWork } from '../../lib/navigation/go-to-list.ts';
import { handOffModel } from '../../lib/navigation/model-handoff.ts';
import { goTo, openPanel } from '../../lib/navigation/open-panel.ts';
import { whenThere } from '../../lib/navigation/when-there.ts';
import { openWireRecord } from '../../lib/navigation/wire-focus.ts';
import { useAppearance } from '../../lib/preferences/appearance.ts';
import { languageChoices, useLanguageChoice } from '../../lib/preferences/language.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { applyPreset, composerTarget } from '../../lib/saved/composer-target.ts';
import { usePresets } from '../../lib/saved/presets.ts';
import { panelById } from '../panels.ts';
import { useActionRows, usePanelRows } from './action-rows.ts';
import type { PaletteRow } from './palette-rows.ts';

/** Returns everything that can be done from here, collected again while the palette is open. */
export function usePaletteRows(query: string): PaletteRow[] {
  return [
    ...useActionRows(),
    ...usePanelRows(),
    ...useDocumentRows(query),
    ...usePromptRows(query),
    ...useConnectionRows(),
    ...useModelRows(),
    ...useRouteRows(),
    ...useState(readParameters)[0].map(useParameterRow()),
    ...useExchangeRows(),
    ...useSettingRows(),
  ];
}

/** Panels that open a stored document by its id. */
const documentPanels = ['chat', 'compare', 'images', 'audio', 'embeddings', 'rerank'];

/** Stored work by its title, found by the core: however much there is, the page gets a few rows. */
function useDocumentRows(query: string): PaletteRow[] {
  const t = useStrings();
  const dates = useDates();
  const { data } = useCall(
    'library',
    'find',
    { panels: documentPanels, text: query.slice(0, 500), limit: 20 },
    { keepPrevious: true },
  );
  return (data ?? []).map(({ id, panel, title, updatedAt }) => ({
    id: `document ${id}`,
    group: 'documents',
    glyph: panelById(panel)?.glyph ?? 'chat',
    text: title || t.palette.untitled,
    isFound: true,
    note: dates.formatWhen(updatedAt),
    run() {
      goToOrigin({ panel, documentId: id, itemId: '' });
      void focusWork(panel);
    },
  }));
}

function useConnectionRows(): PaletteRow[] {
  const t = useStrings().palette;
  const { connections, connection, keys, key } = useActive();
  return [
    ...keys
      .filter(({ id, enabled }) => enabled && id !== key?.id)
      .map(
        ({ id, alias, connectionId, fingerprint }): PaletteRow => ({
          id: `key ${id}`,
          group: 'connections',
          glyph: 'key',
          text: t.switchKey(alias),
          note: fingerprint,
          run: () => chooseKey(connectionId, id),
        }),
      ),
    ...connections
      .filter(({ id }) => id !== connection?.id)
      .map(
        ({ id, name, origin }): PaletteRow => ({
          id: `connection ${id}`,
          group: 'connections',
          glyph: 'keys',
          text: t.switchTo(name),
          note: origin,
          run: () => chooseConnection(id),
        }),
      ),
  ];
}

/** Selecting a model puts it into the open panel, or into the chat when the open one takes none. */
function useModelRows(): PaletteRow[] {
  const t = useStrings().palette;
  const { connection, key } = useActive();
  const { data } = useModels(connection?.id, key?.id);
  return (data?.models ?? []).map(({ id, owner }) => ({
    id: `model ${id}`,
    group: 'models',
    glyph: 'model',
    text: id,
    mono: true,
    note: owner ? t.pickModelOf(owner) : t.pickModel,
    run() {
      if (!usesWire()) goTo('chat');
      handOffModel(id);
    },
  }));
}

/** Selecting a route opens its panel, with the model that was used there last. */
function useRouteRows(): PaletteRow[] {
  const t = useStrings();
  const { connection } = useActive();
  if (!connection) return [];
  return (Object.keys(routes) as RouteId[]).flatMap((routeId): PaletteRow[] => {
    const panel = panelOfRoute(routeId);
    const { method, path, optIn } = routes[routeId];
    if (panel === null || (optIn && !connection.exposedRoutes.includes(routeId))) return [];
    return [
      {
        id: `route ${routeId}`,
        group: 'routes',
        glyph: panelById(panel)?.glyph ?? 'wire',
        text: `${method} ${path}`,
        mono: true,
        note: `${t.palette.pickRoute} · ${t.frame.panels[panel]}`,
        run: () =>
          openRoute({
            connectionId: connection.id,
            keyId: null,
            routeId,
            model: rememberedModel(panel, connection.id),
          }),
      },
    ];
  });
}

const parameterNames = () => [...document.querySelectorAll<HTMLElement>('aside [data-parameter]')];

/** The parameters that the open panel shows. */
const readParameters = (): string[] => parameterNames().map(({ dataset }) => dataset.parameter ?? '');

function useParameterRow(): (name: string) => PaletteRow {
  const t = useStrings().palette;
  return (name) => ({
    id: `parameter ${name}`,
    group: 'parameters',
    glyph: 'parameters',
    text: name,
    mono: true,
    note: t.parameter,
    run() {
      const row = parameterNames().find(({ dataset }) => dataset.parameter === name);
      const controls = [...(row?.querySelectorAll<HTMLElement>('input, textarea, select, button') ?? [])];
      const control = controls.findLast((one) => one.matches(':enabled')) ?? null;
      row?.scrollIntoView({ block: 'center' });
      control?.focus();
      // One that is not sent is only named, on the line that opens the list of its group: once the palette has given back
      // the focus, which would close the list.
      requestAnimationFrame(() => row?.closest('button')?.click());
    },
  });
}

function useExchangeRows(): PaletteRow[] {
  const t = useStrings();
  const dates = useDates();
  const { data } = useCall('exchanges', 'list', { limit: 60 });
  return (data ?? []).map((exchange) => ({
    id: `exchange ${exchange.id}`,
    group: 'exchanges',
    glyph: 'clock',
    text: `${exchange.method} ${addressPath(exchange.address)} ${exchange.model ?? ''}`.trim(),
    mono: true,
    note: dates.formatWhen(exchange.startedAt),
    badge: {
      text: exchange.refusedAsPlanned ? t.wire.asPlanned : t.pieces.states[exchange.state],
      intent: verdictIntent(exchange),
    },
    run: () => openWireRecord(exchange.id),
  }));
}

const usesWire = () => panelById(openPanel.getState().id)?.uses.includes('wire') ?? false;

/** Prompts that are listed for a query. */
const most = 20;

/**
 * Selecting a prompt inserts it into the composer of the open panel, or of Chat when there is none; a preset is applied
 * to the parameters of the open panel.
 */
function usePromptRows(query: string): PaletteRow[] {
  const t = useStrings().prompts.palette;
  const target = useStore(composerTarget, (state) => state.target);
  const presets = usePresets();
  const { data } = useCall('prompts', 'list', { text: query.slice(0, 500), kind: 'prompt' }, { keepPrevious: true });
  return [
    ...(data ?? []).slice(0, most).map(
      ({ id, name }): PaletteRow => ({
        id: `prompt ${id}`,
        group: 'prompts',
        glyph: 'chat',
        text: name,
        isFound: true,
        note: t.insert,
        run() {
          if (!target) goTo('chat');
          void whenThere(() => composerTarget.getState().target).then((found) => found?.insert(id));
        },
      }),
    ),
    ...(target?.presets ?? []).flatMap((parameters) =>
      presets
        .filter(({ scope }) => scope === parameters.scope)
        .map(
          ({ id, name, values }): PaletteRow => ({
            id: `preset ${id}`,
            group: 'prompts',
            glyph: 'parameters',
            text: name,
            note: t.preset,
            run: () => applyPreset(parameters, values),
          }),
        ),
    ),
  ];
}

/** Returns a row for every setting that is a choice, and for the sections of the settings. */
function useSettingRows(): PaletteRow[] {
  const t = useStrings().palette;
  const { theme } = useAppearance();
  const { choice } = useLanguageChoice();
  const row = (id: string, text: string, run: () => void, isOn = false): PaletteRow => ({
    id,
    group: 'settings',
    glyph: 'settings',
    text,
    ...(isOn && { note: t.on }),
    run,
  });
  return [
    ...themes.map((one) =>
      row(`theme ${one}`, t.theme[one], () => useAppearance.setState({ theme: one }), one === theme),
    ),
    ...languageChoices.map((one) =>
      row(`language ${one}`, t.language[one], () => useLanguageChoice.setState({ choice: one }), one === choice),
    ),
    row('sizes', t.usualSizes, () => useLayout.setState({ listPx: null, parametersPx: null, wirePx: null })),
    ...(['demo', 'backups', 'updates'] as const).map((id) =>
      row(`setting ${id}`, t.sections[id], () => void showSection(id)),
    ),
  ];
}

/** Opens the settings at a section, with the focus on its heading. */
async function showSection(id: string): Promise<void> {
  goTo('settings');
  const section = await whenThere(() => document.getElementById(`setting-${id}`));
  section?.scrollIntoView({ block: 'start' });
  section?.focus();
}
