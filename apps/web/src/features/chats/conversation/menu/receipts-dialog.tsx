import type { ChatEntry } from '@kirim/contract/chat-entries'
import { useTranslation } from 'react-i18next'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Dialog } from '#shared/ui/dialog.tsx'
import { useConversation } from '../conversation-context.ts'

interface ReceiptsDialogProps {
  entry: ChatEntry
  onClose: () => void
}

/** When a message of ours was sent, delivered and read. */
export function ReceiptsDialog({ entry, onClose }: ReceiptsDialogProps) {
  const { t } = useTranslation()
  const moment = useMomentText()
  const { personName } = useConversation()
  const { sentAt, deliveredAt, readAt } = entry
  const steps = [
    { word: t('Sent to WhatsApp'), at: sentAt },
    { word: t('On the phone of {name}', { name: personName }), at: deliveredAt },
    { word: t('Read by {name}', { name: personName }), at: readAt },
  ]
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('Who read it, when')}
      className="pb-5"
    >
      <dl className="flex flex-col gap-2">
        {steps.map(({ word, at }) => (
          <div key={word} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted-foreground">{word}</dt>
            <dd className="tnum">
              {at === null ? t('Not yet') : <time dateTime={at}>{moment(at)}</time>}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
