import { useState } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import { useFileAddress } from '../../../lib/files/file-address.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { confirmExternalLink } from '../../../lib/links/confirm-external-link.ts';
import { fromBase64 } from '../../../lib/media/base64.ts';
import { ReplyMarkdown } from '../../../lib/replies/reply-markdown.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import type { Answer, AnswerImage } from '../model/answer.ts';
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
          <ReplyMarkdown text={other.text} live={live} />
        </section>
      ))}
    </>
  );
}

/** An image inside the reply. One that is only a URL is not loaded: it is shown as a link. */
function AnswerImageView({ image }: { image: AnswerImage }) {
  const words = useStrings().chat.turn;
  const { base64, mediaType, file, url } = image;
  if (file) return <AttachedImage file={file} label={words.image} />;
  if (base64) return <img src={imageUrl({ base64, mediaType })} alt={words.image} />;
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

/** An image of the file store. The chip below still names the file when its bytes cannot be shown. */
export function AttachedImage({ file, label = file.name }: { file: FileRef; label?: string }) {
  const { address } = useFileAddress(file.id);
  return address ? <img src={address} alt={label} /> : null;
}

/** Never revoked while the page is open: the images are on it or may return to it. */
const blobUrls = new Map<string, string>();

/** Returns a blob URL for base64 bytes, created once per image: the content security policy allows blobs and no data URLs. */
function imageUrl({ base64, mediaType }: { base64: string; mediaType: string }): string {
  const cached = blobUrls.get(base64);
  if (cached) return cached;
  const address = URL.createObjectURL(new Blob([fromBase64(base64)], { type: mediaType }));
  blobUrls.set(base64, address);
  return address;
}
