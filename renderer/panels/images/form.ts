import { bringBack, type PromptTexts, replaceText } from '../../lib/documents/prompt-texts.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { endCompare, endSelection } from './gallery/selection.ts';
import { type FamilyId, familyOf, type ImageRouteId, imageRouteIds } from './model/image-families.ts';
import { type FieldStyle, fieldStyles, type InputImage } from './model/image-order.ts';
import type { ImageSettings } from './model/image-settings.ts';

/** What an input came from, so that a result leads back to it. */
export interface InputOrigin {
  generationId: string;
  picture: number;
}

interface Form {
  routeId: ImageRouteId;
  /** The model of the picture routes, and that of the legacy route. */
  pictureModel: string;
  textModel: string;
  prompt: string;
  /** Prompts that were sent or gave way to others, newest first; and those of the legacy route. */
  setAside: string[];
  instructionsAside: string[];
  /** The legacy route's two texts. */
  input: string;
  instruction: string;
  settings: ImageSettings;
  /** Families chosen by hand, by model. */
  families: Record<string, FamilyId>;
  inputs: InputImage[];
  /** By file id. */
  origins: Record<string, InputOrigin>;
  /** By connection. */
  fieldStyles: Record<string, FieldStyle>;
  split: boolean;
  brushSize: number;
  /** The generation that the stage shows; `null` is the desk itself. */
  shownId: string | null;
  galleryFilter: string;
}

/** What is being composed and what is looked at. All of it comes back after a restart. */
export const useForm = persistedStore<Form>(
  'images',
  {
    routeId: 'images.generations',
    pictureModel: '',
    textModel: '',
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
    shownId: null,
    galleryFilter: 'all',
  },
  {
    read: (stored, initial) => {
      const same = Object.fromEntries(
        Object.entries(initial).flatMap(([name, value]) =>
          name !== 'shownId' &&
          typeof stored[name] === typeof value &&
          Array.isArray(stored[name]) === Array.isArray(value)
            ? [[name, stored[name]]]
            : [],
        ),
      ) as Partial<Form>;
      return {
        ...same,
        routeId: imageRouteIds.find((id) => id === stored.routeId) ?? initial.routeId,
        shownId: typeof stored.shownId === 'string' ? stored.shownId : null,
      };
    },
  },
);

/** The name under which the panel remembers its models: the legacy route has models of its own. */
export const modelMemory = (routeId: ImageRouteId): string => (routeId === 'edits' ? 'images.text' : 'images');

export const modelOf = ({ routeId, textModel, pictureModel }: Pick<Form, 'routeId' | 'textModel' | 'pictureModel'>) =>
  routeId === 'edits' ? textModel : pictureModel;

/** The family whose options are shown: that of the route, the chosen one, or the one that the model's name tells. */
export const familyInForm = (form: Pick<Form, 'routeId' | 'textModel' | 'pictureModel' | 'families'>): FamilyId =>
  form.routeId === 'edits' ? 'text' : (form.families[form.pictureModel] ?? familyOf(form.pictureModel));

export const fieldStyleOf = (styles: Form['fieldStyles'], connectionId: string | undefined): FieldStyle =>
  fieldStyles.find((style) => connectionId !== undefined && style === styles[connectionId]) ?? 'auto';

export const chooseFieldStyle = (connectionId: string, style: FieldStyle): void =>
  useForm.setState(({ fieldStyles: styles }) => ({ fieldStyles: { ...styles, [connectionId]: style } }));

/** Shows a generation, or the desk itself; what was compared or selected before makes room. */
export function showOnStage(id: string | null): void {
  endCompare();
  endSelection(id);
  useForm.setState({ shownId: id });
}

/** The prompt box of a route, and the list of what left it. */
const boxOf = ({ routeId }: Pick<Form, 'routeId'>) =>
  routeId === 'edits' ? (['instruction', 'instructionsAside'] as const) : (['prompt', 'setAside'] as const);

/** What the prompt box of the route has, and what left it. */
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

/** Puts other words into the prompt box; those that were there are set aside. */
export const writeInstead = (words: string): void => changePrompt((texts) => replaceText(texts, words));

/** Changes places with what was sent or written before. */
export const putBack = (): void => changePrompt(bringBack);

/** Adds pictures behind the ones that are there; one that is there already stays where it is. */
export function addInputs(images: readonly InputImage[], most: number): void {
  useForm.setState(({ inputs }) => {
    const fresh = images.filter(({ file }) => !inputs.some((input) => input.file.id === file.id));
    return { inputs: [...inputs, ...fresh].slice(0, Math.max(most, inputs.length)) };
  });
}

export const removeInput = (fileId: string): void =>
  useForm.setState(({ inputs }) => ({ inputs: inputs.filter(({ file }) => file.id !== fileId) }));

/** Moves an input to another place; the first is the one that a mask is for. */
export const moveInput = (from: number, to: number): void =>
  useForm.setState(({ inputs }) => {
    const moved = inputs[from];
    if (!moved || to < 0 || to >= inputs.length) return {};
    return { inputs: inputs.toSpliced(from, 1).toSpliced(to, 0, moved) };
  });
