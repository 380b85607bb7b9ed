import { useStore } from 'zustand';
import { type Link, readLink } from '#shared/links.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { linkToConfirm } from '../../lib/links/asked-link.ts';
import { openLink } from '../../lib/links/open-link.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import s from './link-dialog.module.css';

const close = () => linkToConfirm.setState({ address: null });

const open = (address: string) => {
  close();
  openLink(address);
};

/** Where a link leads, before anything is opened: the host in full and as it really is. */
export function LinkDialog() {
  const t = useStrings().frame.link;
  const address = useStore(linkToConfirm, (state) => state.address);
  const facts = address === null ? null : readLink(address);
  return (
    <Dialog
      open={address !== null}
      onOpenChange={(next) => !next && close()}
      title={facts ? t.title : t.refusedTitle}
      description={facts ? t.body : t.refusedBody}
      closeLabel={t.close}
      footer={
        <>
          <CopyButton
            text={address ?? ''}
            labels={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }}
            size="md"
            withText
          />
          {facts && (
            <Button intent="primary" onClick={() => open(facts.address)}>
              {t.open}
            </Button>
          )}
        </>
      }
    >
      {facts ? <Destination facts={facts} /> : <p className={s.refused}>{address}</p>}
    </Dialog>
  );
}

function Destination({ facts }: { facts: Link }) {
  const t = useStrings().frame.link;
  return (
    <>
      <p className={s.address}>
        <span className={s.faint}>{facts.scheme}:</span>
        {facts.host && (
          <>
            <span className={s.faint}>{'//'}</span>
            <b>{facts.host}</b>
          </>
        )}
        <span className={s.faint}>{facts.rest}</span>
      </p>
      {facts.asciiHost && <Note intent="warn">{t.international(facts.asciiHost)}</Note>}
      {facts.hadUser && <Note intent="warn">{t.hadUser}</Note>}
      {facts.hadInvisible && <Note intent="warn">{t.hadInvisible}</Note>}
      {facts.scheme === 'http' && <Note>{t.plain}</Note>}
    </>
  );
}
