import { type ReactNode, useState } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import { useFileAddress } from '../../../lib/files/file-address.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { confirmExternalLink } from '../../../lib/links/confirm-external-link.ts';
import { fromBase64 } from '../../../lib/media/base64.ts';
import { ReplyMarkdown } from '../../../lib/replies/reply-markdown.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import type { Answer, AnswerImage, AnswerSound, OtherChoice } from '../model/answer.ts';
import s from './thread.module.css';

/** Images, sources, output items and further choices of a reply. */
export function AnswerExtras({ answer, live }: { answer: Answer; live: boolean }) {
  const words = useStrings().chat.turn;
  return (
    <>
      {answer.images.length > 0 && (
        <div className={s.pictures}>
          {answer.images.map((image, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a reply are only ever appended
            <AnswerImageView key={`${at}-${image.mediaType}`} image={image} />
          ))}
        </div>
      )}
      {answer.sounds?.map((sound, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a reply are only ever appended
        <AnswerSoundView key={at} sound={sound} />
      ))}
      {answer.citations.length > 0 && (
        <ul className={s.sources} aria-label={words.sources}>
          {answer.citations.map(({ url, title }) => (
            <li key={url}>
              <Chip onClick={() => confirmExternalLink(url)}>{title ?? url}</Chip>
            </li>
          ))}
        </ul>
      )}
      {answer.items.map(({ kind, item }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a reply are only ever appended
        <OutputItem key={`${at}-${kind}`} kind={kind} item={item} />
      ))}
      {Object.entries(answer.others).map(([index, other]) => (
        <section key={index} className={s.other}>
          <p className={s.caption}>{words.choice(Number(index))}</p>
          <Choice choice={other} live={live} />
        </section>
      ))}
    </>
  );
}

/** A further choice, to be read: the conversation continues with the first one. */
function Choice({
  choice: { reasoning, text = '', refusal, calls = [] },
  live,
}: {
  choice: OtherChoice;
  live: boolean;
}) {
  const { reasoning: thoughts, tools } = useStrings().chat;
  return (
    <>
      {reasoning && (
        <Folded label={thoughts.doneUntimed}>
          <div className={s.thoughts} dir="auto">
            <OutsideText text={reasoning} />
          </div>
        </Folded>
      )}
      <ReplyMarkdown text={text} live={live} />
      {refusal && <Refusal text={refusal} />}
      {calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call is its place
        <section key={at} className={s.call} aria-label={tools.call(call.name)}>
          <div className={s.callHead}>{tools.call(call.name)}</div>
          <pre className={s.callText}>
            <OutsideText text={call.arguments} />
          </pre>
        </section>
      ))}
    </>
  );
}

/** What a model said in place of a reply. */
export function Refusal({ text }: { text: string }) {
  return (
    <p className={s.plain} dir="auto">
      <span className={s.caption}>{useStrings().chat.turn.refusal}</span> <OutsideText text={text} />
    </p>
  );
}

/** An image inside the reply. One that is only a URL is not loaded: it is shown as a link. */
function AnswerImageView({ image }: { image: AnswerImage }) {
  const words = useStrings().chat.turn;
  const { base64, mediaType, file, url } = image;
  if (file) return <AttachedImage file={file} label={words.image} />;
  if (base64) return <img src={blobUrl({ base64, mediaType })} alt={words.image} />;
  return url ? <Chip onClick={() => confirmExternalLink(url)}>{url}</Chip> : null;
}

function AnswerSoundView({ sound: { mediaType, base64, file } }: { sound: AnswerSound }) {
  const words = useStrings().chat.turn;
  if (file) return <StoredSound file={file} />;
  if (base64 === undefined) return <p className={s.caption}>{words.soundInRecord}</p>;
  // biome-ignore lint/a11y/useMediaCaption: its transcript is the text of the reply
  return <audio src={blobUrl({ base64, mediaType })} aria-label={words.sound} controls />;
}

function StoredSound({ file }: { file: FileRef }) {
  const { address } = useFileAddress(file.id);
  const words = useStrings().chat.turn;
  // biome-ignore lint/a11y/useMediaCaption: its transcript is the text of the reply
  return address ? <audio src={address} aria-label={words.sound} controls /> : null;
}

function OutputItem({ kind, item }: { kind: string; item: Record<string, unknown> }) {
  const label = useStrings().chat.turn.items(kind);
  const links = linksIn(item);
  return (
    <section className={s.other}>
      {links.length > 0 && (
        <div className={s.sources}>
          {links.map((url) => (
            <Chip key={url} onClick={() => confirmExternalLink(url)}>
              {url}
            </Chip>
          ))}
        </div>
      )}
      <Folded label={label}>
        <CodeView text={JSON.stringify(item, null, 2)} language="json" wrap label={label} />
      </Folded>
    </section>
  );
}

const mostLinks = 8;
const deepestLink = 6;

/** Returns the addresses in an item, such as that of a video: reading JSON is no way to open one. */
function linksIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return /^https?:\/\/\S+$/i.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > deepestLink) return [];
  const found = Object.values(value).flatMap((inner) => linksIn(inner, depth + 1));
  return [...new Set(found)].slice(0, mostLinks);
}

function Folded({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Chip pressed={open} onPressedChange={setOpen}>
        {label}
      </Chip>
      {open && children}
    </>
  );
}

/** An image of the file store. The chip below still names the file when its bytes cannot be shown. */
export function AttachedImage({ file, label = file.name }: { file: FileRef; label?: string }) {
  const { address } = useFileAddress(file.id);
  return address ? <img src={address} alt={label} /> : null;
}

/** Never revoked while the page is open: the media are on it or may return to it. */
const blobUrls = new Map<string, string>();

/** Returns a blob URL for base64 bytes, created once per image: the content security policy allows blobs and no data URLs. */
function blobUrl({ base64, mediaType }: { base64: string; mediaType: string }): string {
  const cached = blobUrls.get(base64);
  if (cached) return cached;
  const address = URL.createObjectURL(new Blob([fromBase64(base64)], { type: mediaType }));
  blobUrls.set(base64, address);
  return address;
}
