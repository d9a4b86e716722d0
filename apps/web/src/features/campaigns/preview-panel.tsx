import type { ContactGroup } from '@kirim/contract/contacts'
import type { Device } from '@kirim/contract/devices'
import type { MediaFile } from '@kirim/contract/media'
import { sampleContext } from '@kirim/message-template/context'
import { renderTemplate } from '@kirim/message-template/render'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { Eye, Shuffle, X } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { MediaPreview } from '#shared/media/media-preview.tsx'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { Sheet, SheetClose } from '#shared/ui/sheet.tsx'
import type { CampaignValues } from './campaign-values.ts'
import type { MediaChoice } from './media-choice.ts'
import { sendDurationSeconds } from './send-duration.ts'
import { useChosenMedia } from './use-chosen-media.ts'

interface PreviewProps {
  devices: readonly Device[]
  groups: readonly ContactGroup[]
  library: readonly MediaFile[]
  media: MediaChoice
}

/** Beside the form, in sight while it scrolls; under 1024 px `PreviewSheetButton` takes its place. */
export function PreviewAside(props: PreviewProps) {
  const { t } = useTranslation()
  return (
    <aside aria-label={t('Preview')} className="max-lg:hidden lg:sticky lg:top-[76px]">
      <div className="overflow-hidden rounded-lg border">
        <Chat {...props} className="max-h-[calc(100dvh-220px)] min-h-[380px]" />
      </div>
      <Estimate {...props} />
    </aside>
  )
}

export function PreviewSheetButton(props: PreviewProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="mr-auto lg:hidden" onClick={() => setOpen(true)}>
        <Eye aria-hidden="true" />
        {t('Preview')}
      </Button>
      <Sheet open={open} onOpenChange={setOpen} side="bottom" title={t('Preview')}>
        <Chat
          {...props}
          className="min-h-[280px]"
          action={
            <SheetClose asChild>
              <Button variant="ghost" size="icon-sm" aria-label={t('Close')}>
                <X aria-hidden="true" />
              </Button>
            </SheetClose>
          }
        />
        <div className="px-3 pb-4">
          <Estimate {...props} />
        </div>
      </Sheet>
    </>
  )
}

interface ChatProps extends PreviewProps {
  className?: string
  action?: ReactNode
}

/** The messages one made-up contact gets; 'Another' draws other wordings. */
function Chat({ devices, library, media, className = '', action }: ChatProps) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const [draw, setDraw] = useState(0)
  const values = useDeferredValue(useWatch<CampaignValues>())
  const device = devices.find(({ id }) => id === values.deviceId)
  const deviceName = device?.name || device?.number || t('Your number')
  const moment = momentOf(values.scheduledAt)
  // Greetings and names of days are sent in English.
  const sample = { ...sampleContext(moment, browserTimeZone()), meWaName: deviceName }
  const caption = renderTemplate(values.caption ?? '', sample, seededRandom(`preview:${draw}`))
  const link = values.enableLink ? values.urlLink?.trim() : ''
  const text = [caption, link].filter(Boolean).join('\n\n')
  const chosen = useChosenMedia(media, library)
  const stamp = { time: time(new Date(moment).toISOString()), tick: 'delivered' } as const
  return (
    <>
      <div className="flex items-center gap-3 border-b bg-card px-4 py-2.5">
        <Avatar name={deviceName} kind="number" className="size-8" />
        <div className="min-w-0 flex-1">
          <p className="truncate leading-5 font-medium">{deviceName}</p>
          <p className="truncate text-xs text-muted-foreground">
            {t('As {name} will see it', { name: sample.waName ?? '' })}
          </p>
        </div>
        <Button variant="ghost" size="sm" onClick={() => setDraw((now) => now + 1)}>
          <Shuffle aria-hidden="true" />
          {t('Another')}
        </Button>
        {action}
      </div>
      <section
        aria-label={t('Message preview')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long message is scrolled by keyboard too
        tabIndex={0}
        className={`flex flex-col justify-end-safe gap-2 overflow-y-auto bg-chat p-4 ${className}`}
      >
        {chosen.length === 0 && !text && (
          <p className="m-auto max-w-56 text-center text-caption text-muted-foreground">
            {t('Write a caption or choose media, and the message shows here.')}
          </p>
        )}
        {chosen.length === 0 && text && <ChatBubble side="out" text={text} {...stamp} />}
        {chosen.map((item, index) => (
          <ChatBubble
            key={item.id}
            side="out"
            media={
              <MediaPreview
                src={item.src}
                type={item.type}
                alt={item.name}
                className="h-40 w-full"
              />
            }
            {...(index === 0 && text && { text })}
            {...stamp}
          />
        ))}
      </section>
    </>
  )
}

/** When the message would be sent: the chosen time, else now. */
function momentOf(local: string | undefined): number {
  const chosen = local ? new Date(local).getTime() : Number.NaN
  return Number.isNaN(chosen) ? Date.now() : chosen
}

/** How long it takes to write to the whole group. */
function Estimate({ groups }: PreviewProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [groupId, min, max, schedule] = useWatch<
    CampaignValues,
    ['contactGroupId', 'minIntervalSeconds', 'maxIntervalSeconds', 'campaignScheduleType']
  >({
    name: ['contactGroupId', 'minIntervalSeconds', 'maxIntervalSeconds', 'campaignScheduleType'],
  })
  const recipients = groups.find((group) => group._id === groupId)?.count ?? 0
  if (recipients === 0 || min > max) return null
  const duration = durationText(sendDurationSeconds(recipients, min, max), t)
  const facts = { n: number(recipients), min, max, duration }
  return (
    <p className="tnum mt-2.5 px-1 text-xs text-muted-foreground">
      {recipients === 1
        ? t('One recipient takes about {duration}.', { duration })
        : t('{n} recipients at {min} to {max} s apart take about {duration}.', facts)}
      {schedule !== 'anytime' && ` ${t('Only active hours count towards it.')}`}
    </p>
  )
}
