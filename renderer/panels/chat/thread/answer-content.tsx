import { useState } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import { useFileAddress } from '../../../lib/files/use-file-address.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { bytesOf } from '../../../lib/inspector/body/body-modes.ts';
import { confirmExternalLink } from '../../../lib/links/confirm-external-link.ts';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Caret } from '../../../ui/text/caret.tsx';
import type { Answer, AnswerImage } from '../model/answer.ts';
import s from './thread.module.css';

/** Markdown of an answer, with the links and pictures of a model kept behind a click. */
export function AnswerText({ text, live }: { text: string; live: boolean }) {
  const words = useStrings().chat.markdown;
  if (!text) return null;
  return (
    <>
      <Markdown
        text={text}
        live={live}
        labels={words}
        onLink={confirmExternalLink}
        onImage={(address) => confirmExternalLink(address)}
      />
      {live && <Caret />}
    </>
  );
}

/** Pictures, sources, output items and further choices of an answer. */
export function AnswerExtras({ answer, live }: { answer: Answer; live: boolean }) {
  const words = useStrings().chat.turn;
  return (
    <>
      {answer.images.length > 0 && (
        <div className={s.pictures}>
          {answer.images.map((image, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of an answer are only ever appended
            <AnswerImageView key={`${at}-${image.mediaType}`} image={image} />
          ))}
        </div>
      )}
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
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of an answer are only ever appended
        <OutputItem key={`${at}-${kind}`} kind={kind} item={item} />
      ))}
      {Object.entries(answer.others).map(([index, other]) => (
        <section key={index} className={s.other}>
          <p className={s.caption}>{words.choice(Number(index))}</p>
          <AnswerText text={other.text} live={live} />
        </section>
      ))}
    </>
  );
}

/** A picture that came inside the answer. One that is only an address is not loaded: it is shown as a link. */
function AnswerImageView({ image }: { image: AnswerImage }) {
  const words = useStrings().chat.turn;
  const { base64, mediaType, file, url } = image;
  if (file) return <AttachedImage file={file} label={words.image} />;
  if (base64) return <img src={imageAddress({ base64, mediaType })} alt={words.image} />;
  return url ? <Chip onClick={() => confirmExternalLink(url)}>{url}</Chip> : null;
}

function OutputItem({ kind, item }: { kind: string; item: Record<string, unknown> }) {
  const words = useStrings().chat.turn;
  const [open, setOpen] = useState(false);
  return (
    <section className={s.other}>
      <Chip pressed={open} onPressedChange={setOpen}>
        {words.items(kind)}
      </Chip>
      {open && <CodeView text={JSON.stringify(item, null, 2)} language="json" wrap label={words.items(kind)} />}
    </section>
  );
}

/** A picture of the file store. The chip below still names the file when its bytes can not be shown. */
export function AttachedImage({ file, label = file.name }: { file: FileRef; label?: string }) {
  const { address } = useFileAddress(file.id);
  return address ? <img src={address} alt={label} /> : null;
}

/** They live as long as the page: the pictures are on it or come back to it. */
const made = new Map<string, string>();

/** A blob address for base64 bytes, made once per picture: the page's policy allows blobs and no data addresses. */
function imageAddress({ base64, mediaType }: { base64: string; mediaType: string }): string {
  const known = made.get(base64);
  if (known) return known;
  const address = URL.createObjectURL(new Blob([bytesOf(base64)], { type: mediaType }));
  made.set(base64, address);
  return address;
}
