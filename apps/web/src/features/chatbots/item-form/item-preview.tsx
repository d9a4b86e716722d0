import { loadNumberSettings } from '@kirim/contract/chatbot-tools'
import type { AiDeviceSummary } from '@kirim/contract/chatbots'
import { useQuery } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { PreviewAside, PreviewSheetButton } from '#shared/message-editor/message-preview.tsx'
import type { PreviewProps } from '#shared/message-editor/preview-chat.tsx'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { type Attachment, type ItemFormValues, sentText } from '../item-form-values.ts'
import { useAttachedMedia } from './attachment-field.tsx'

interface ItemPreviewProps {
  numbers: readonly AiDeviceSummary[]
  attachment: Attachment
}

export function ItemPreview(props: ItemPreviewProps) {
  return <PreviewAside {...usePreview(props)} />
}

export function ItemPreviewButton(props: ItemPreviewProps) {
  return <PreviewSheetButton {...usePreview(props)} />
}

/** An exchange: a contact's message and the reply. */
function usePreview({ numbers, attachment }: ItemPreviewProps): PreviewProps {
  const { t } = useTranslation()
  const values = useDeferredValue(useWatch<ItemFormValues>())
  const [moment] = useState(() => Date.now())
  const number = numbers.find(({ id }) => id === values.deviceId)
  const { captionAi = '', aiSpintax = '', useAiFeature = 'not_use_ai' } = values
  const keyword = values.keywords?.words?.[0] ?? ''
  const seconds = values.presenceDelayStatus === 'disable' ? 0 : Number(values.presenceDelayTime)
  return {
    numberName: number?.name || number?.number || '',
    setting: {
      ...useNumberSetting(values.deviceId ?? ''),
      meWaName: number ? number.name : t('Your number'),
    },
    text: sentText({ captionAi, aiSpintax, useAiFeature }),
    media: useAttachedMedia(attachment),
    moment,
    before: keyword && <Incoming keyword={keyword} seconds={seconds} />,
    empty: t('Write a caption or choose media, and the message shows here.'),
    foot: useAiFeature === 'use_ai' && <AiNote />,
  }
}

/**
 * The settings with which the server renders this number's replies; the browser's clock and English
 * until they are loaded.
 */
function useNumberSetting(deviceId: string) {
  const { data } = useQuery({
    ...callQuery(loadNumberSettings, { params: { id: deviceId } }),
    enabled: deviceId !== '',
  })
  return { timeZone: data?.timeZone ?? browserTimeZone(), locale: data?.language ?? 'en' }
}

function Incoming({ keyword, seconds }: { keyword: string; seconds: number }) {
  const { t } = useTranslation()
  return (
    <>
      <ChatBubble side="in" text={keyword} />
      <p className="mx-auto flex max-w-full items-center gap-1.5 rounded-full border bg-card px-2.5 py-0.5 text-xs text-muted-foreground">
        <Zap className="size-3 shrink-0" aria-hidden="true" />
        <span className="truncate">
          {seconds > 0
            ? t('Matched “{keyword}”, waits {n} s', { keyword, n: seconds })
            : t('Matched “{keyword}”', { keyword })}
        </span>
      </p>
    </>
  )
}

function AiNote() {
  const { t } = useTranslation()
  return (
    <p className="mt-2.5 px-1 text-xs text-muted-foreground">
      {t('AI rewrites it for each reply. If it fails, this text is sent.')}
    </p>
  )
}
