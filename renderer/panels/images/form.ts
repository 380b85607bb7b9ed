import { type PromptTexts, replaceText, restoreText } from '../../lib/documents/prompt-texts.ts';
import type { Setting, Settings } from '../../lib/gateway/parameters/request-parameters.ts';
import { type FamilyId, familyOf, type ImageRouteId, imageRouteIds } from '../../lib/generation/image-families.ts';
import { sentImageFields, streamsSeveral, withParameter } from '../../lib/generation/image-settings.ts';
import { persistedStore, sameTypes } from '../../lib/preferences/persisted-store.ts';
import { endSelection } from './gallery/selection.ts';
import { type FieldStyle, fieldStyles, type InputImage } from './model/image-spec.ts';

/** Where an input came from, so that a result links back to it. */
export interface InputOrigin {
  generationId: string;
  picture: number;
}

interface Form {
  routeId: ImageRouteId;
  /** The model of the image routes, and that of the legacy route. */
  pictureModel: string;
  textModel: string;
  /** Further models of the image routes: each gets a request of its own. */
  otherModels: string[];
  prompt: string;
  /** Prompts that were sent or replaced, newest first; and those of the legacy route. */
  setAside: string[];
  instructionsAside: string[];
  /** The two texts of the legacy route. */
  input: string;
  instruction: string;
  settings: Settings;
  /** Model families set manually, by model. */
  families: Record<string, FamilyId>;
  inputs: InputImage[];
  /** By file id. */
  origins: Record<string, InputOrigin>;
  /** By connection. */
  fieldStyles: Record<string, FieldStyle>;
  split: boolean;
  brushSize: number;
  /** Of the fill in masks, 0 to 255. */
  fillTolerance: number;
  /** The generation on the stage; `null` shows the form. */
  shownId: string | null;
  /** The generations side by side on the stage; empty while it shows something else. */
  comparedIds: string[];
  galleryFilter: string;
  /** The details below a result are open. */
  detailsOpen: boolean;
}

/** The form and what is on screen. All of it is restored after a restart. */
export const useForm = persistedStore<Form>(
  'images',
  {
    routeId: 'images.generations',
    pictureModel: '',
    textModel: '',
    otherModels: [],
    prompt: '',
    setAside: [],
    instructionsAside: [],
    input: '',
    instruction: '',
    settings: {},
    families: {},
    inputs: [],
    origins: {},
    fieldStyles: {},
    split: false,
    brushSize: 64,
    fillTolerance: 24,
    shownId: null,
    comparedIds: [],
    galleryFilter: 'all',
    detailsOpen: false,
  },
  {
    read: (stored, initial) => ({
      ...sameTypes(stored, initial),
      routeId: imageRouteIds.find((id) => id === stored.routeId) ?? initial.routeId,
    }),
  },
);

/** Returns the key under which the panel remembers its models: the legacy route has models of its own. */
export const modelMemory = (routeId: ImageRouteId): string => (routeId === 'edits' ? 'images.text' : 'images');

export const modelOf = ({ routeId, textModel, pictureModel }: Pick<Form, 'routeId' | 'textModel' | 'pictureModel'>) =>
  routeId === 'edits' ? textModel : pictureModel;

/** The most models that one prompt is sent to, and the most generations side by side. */
export const maxCompared = 6;

/** Returns the models that a request goes to; the first is the one in the model socket. */
export const modelsOf = (form: Pick<Form, 'routeId' | 'textModel' | 'pictureModel' | 'otherModels'>): string[] =>
  form.routeId === 'edits' ? [form.textModel] : [form.pictureModel, ...form.otherModels];

/** Selects the models of the image routes. */
export const chooseModels = ([first = '', ...others]: readonly string[]): void =>
  useForm.setState({ pictureModel: first, otherModels: others.filter((model) => model !== first) });

/** Returns the family of a model on the current route: the one set manually, or the one detected from its name. */
export const familyFor = ({ routeId, families }: Pick<Form, 'routeId' | 'families'>, model: string): FamilyId =>
  routeId === 'edits' ? 'text' : (families[model] ?? familyOf(model));

/** Returns the family of the model in the model socket. */
export const familyInForm = (form: Pick<Form, 'routeId' | 'textModel' | 'pictureModel' | 'families'>): FamilyId =>
  familyFor(form, modelOf(form));

export const fieldStyleOf = (styles: Form['fieldStyles'], connectionId: string | undefined): FieldStyle =>
  fieldStyles.find((style) => connectionId !== undefined && style === styles[connectionId]) ?? 'auto';

export const chooseFieldStyle = (connectionId: string, style: FieldStyle): void =>
  useForm.setState(({ fieldStyles: styles }) => ({ fieldStyles: { ...styles, [connectionId]: style } }));

/**
 * Changes a parameter of a family and those that follow it. Several images as a stream become separate requests: services
 * stream one image per request.
 */
export const changeParameter = (family: FamilyId, name: string, setting: Setting): void =>
  useForm.setState(({ settings, routeId, split }) => {
    const sent = (of: Settings) => sentImageFields(of, family, routeId).fields;
    const next = withParameter(settings, family, routeId, name, setting);
    return { settings: next, split: split || (streamsSeveral(sent(next)) && !streamsSeveral(sent(settings))) };
  });

/** Shows a generation, or the form; ends any comparison or selection. */
export function showOnStage(id: string | null): void {
  endSelection(id);
  useForm.setState({ shownId: id, comparedIds: [] });
}

/** Shows generations side by side. */
export const compare = (ids: readonly string[]): void => useForm.setState({ comparedIds: ids.slice(0, maxCompared) });

export const endCompare = (): void => useForm.setState({ comparedIds: [] });

/** Returns the generations on the stage. */
export const onStage = ({ comparedIds, shownId }: Pick<Form, 'comparedIds' | 'shownId'>): readonly string[] =>
  comparedIds.length > 0 ? comparedIds : shownId === null ? [] : [shownId];

/** Returns which fields of the form are the prompt of a route and its previous prompts. */
const boxOf = ({ routeId }: Pick<Form, 'routeId'>) =>
  routeId === 'edits' ? (['instruction', 'instructionsAside'] as const) : (['prompt', 'setAside'] as const);

/** Returns the prompt of the current route and its previous prompts. */
export function promptTexts(form: Form): PromptTexts {
  const [box, list] = boxOf(form);
  return { text: form[box], aside: form[list] };
}

const changePrompt = (work: (texts: PromptTexts) => PromptTexts): void =>
  useForm.setState((form) => {
    const { text, aside } = work(promptTexts(form));
    const [box, list] = boxOf(form);
    return { [box]: text, [list]: [...aside] };
  });

/** Replaces the prompt; the previous one is set aside. */
export const replacePrompt = (words: string): void => changePrompt((texts) => replaceText(texts, words));

/** Swaps the prompt with the one that was sent or written before. */
export const restorePrompt = (): void => changePrompt(restoreText);

/** Adds images after the existing ones; one that is already an input keeps its place. */
export function addInputs(images: readonly InputImage[], max: number): void {
  useForm.setState(({ inputs }) => {
    const fresh = images.filter(({ file }) => !inputs.some((input) => input.file.id === file.id));
    return { inputs: [...inputs, ...fresh].slice(0, Math.max(max, inputs.length)) };
  });
}

export const removeInput = (fileId: string): void =>
  useForm.setState(({ inputs }) => ({ inputs: inputs.filter(({ file }) => file.id !== fileId) }));

/** Moves an input to another place; the mask belongs to the first. */
export const moveInput = (from: number, to: number): void =>
  useForm.setState(({ inputs }) => {
    const moved = inputs[from];
    if (!moved || to < 0 || to >= inputs.length) return {};
    return { inputs: inputs.toSpliced(from, 1).toSpliced(to, 0, moved) };
  });
