import { type ListedChatbotItem, loadChatbotItem } from '@kirim/contract/chatbots'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { Button } from '#shared/ui/button.tsx'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Fact, Facts } from '#shared/ui/facts.tsx'
import { Loading } from '#shared/ui/loading.tsx'

interface ItemReaderProps {
  deviceId: string
  /** Null closes the dialog. */
  item: ListedChatbotItem | null
  onClose: () => void
}

/** All of an item, for people who may not open its form. */
export function ItemReader({ deviceId, item, onClose }: ItemReaderProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={item !== null}
      onOpenChange={(open) => !open && onClose()}
      title={<span className="wrap-anywhere">{item?.name}</span>}
      description={t('What this item answers, and when.')}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {item && <Details deviceId={deviceId} itemId={item._id} />}
    </Dialog>
  )
}

function Details({ deviceId, itemId }: { deviceId: string; itemId: string }) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(loadChatbotItem, { params: { deviceId, campaignId: itemId } }))
  const { data } = query
  if (!data) {
    return query.isError ? (
      <ErrorState
        className="border-t-0 p-0"
        message={messageOf(query.error, t('Failed to load the item.'))}
        query={query}
      />
    ) : (
      <Loading text={t('Loading...')} />
    )
  }
  const { keywords, description, captionAi, mediaFileAi } = data
  return (
    <Facts>
      {description && <Fact label={t('Description')}>{description}</Fact>}
      <Fact label={t('Keywords')}>{keywords.join(', ') || t('None')}</Fact>
      <Fact label={t('Reply')}>
        <div className="rounded-md bg-chat p-3 text-foreground">
          <ChatBubble side="out" text={captionAi} lead={mediaFileAi?.originalName} />
        </div>
      </Fact>
    </Facts>
  )
}
