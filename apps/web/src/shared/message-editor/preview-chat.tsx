import { sampleContext, type TemplateContext } from '@kirim/message-template/context'
import { renderTemplate } from '@kirim/message-template/render'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { Shuffle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { mediaKindOf } from '#shared/media/media-file.ts'
import type { ShownMedia } from '#shared/media/shown-media.ts'
import { WholeMedia } from '#shared/media/whole-media.tsx'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { useContactFields } from './use-contact-fields.ts'

export interface PreviewContact {
  name: string
  phoneNumber: string
  /** Values by the key of their field. */
  fields?: Readonly<Record<string, string>> | undefined
}

export interface PreviewProps {
  /** The title of the chat: the linked number's name or its digits; '' while none is chosen. */
  numberName: string
  /** Some of the recipients; a fictional contact is used when there are none. */
  people?: readonly PreviewContact[]
  /** The values of placeholders that do not depend on the contact. */
  setting: Required<Pick<TemplateContext, 'timeZone' | 'locale' | 'meWaName'>>
  /** The template, with placeholders and spintax. */
  text: string
  /** Appended to the text literally. */
  link?: string
  /** The last line of the message; omitted when there is no other content. */
  lastLine?: string
  media: readonly ShownMedia[]
  /** The send time in epoch milliseconds. */
  moment: number
  /** Shown in the chat before the message. */
  before?: ReactNode
  /** Shown while there is neither text nor media. */
  empty: string
  /** Shown below the chat. */
  foot?: ReactNode
}

interface ChatProps extends PreviewProps {
  className: string
  action?: ReactNode
}

/** Shows the messages for one contact; 'Show another' moves to the next one and other wordings. */
export function PreviewChat({
  numberName,
  people = [],
  setting,
  text,
  link,
  lastLine,
  media,
  moment,
  before,
  empty,
  className,
  action,
}: ChatProps) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const [draw, setDraw] = useState(0)
  const name = numberName || t('Your number')
  const reader = people[draw % people.length]
  const contactFields = useContactFields()
  const sample = {
    ...sampleContext(moment, setting.timeZone),
    // A fictional contact has the name of each field as its value.
    fields: new Map(
      contactFields.map(({ key, label }) => [key, reader ? (reader.fields?.[key] ?? '') : label]),
    ),
    ...(reader && { name: reader.name, waName: '' }),
    ...setting,
  }
  const rendered = renderTemplate(text, sample, seededRandom(`preview:${draw}`))
  const own = [rendered, link].filter(Boolean).join('\n\n')
  const message = own || media.length > 0 ? [own, lastLine].filter(Boolean).join('\n') : ''
  // Audio has no caption.
  const [first] = media
  const standsAlone = message !== '' && (!first || mediaKindOf(first.type) === 'audio')
  const stamp = { time: time(new Date(moment).toISOString()), tick: 'delivered' } as const
  return (
    <>
      <div className="flex items-center gap-3 border-b bg-card px-4 py-2.5">
        <Avatar name={name} kind="number" className="size-8" />
        <div className="min-w-0 flex-1">
          <p className="truncate leading-5 font-medium">{name}</p>
          <p className="line-clamp-2 text-xs wrap-anywhere text-muted-foreground">
            {reader
              ? t('As {name} will see it', { name: reader.name || reader.phoneNumber })
              : t('Example: as {name} would see it', { name: sample.waName })}
          </p>
        </div>
        <Button variant="ghost" size="sm" onClick={() => setDraw((now) => now + 1)}>
          <Shuffle aria-hidden="true" />
          {t('Show another')}
        </Button>
        {action}
      </div>
      <section
        aria-label={t('Message preview')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long message scrolls by keyboard
        tabIndex={0}
        className={`flex flex-col justify-end-safe gap-2 overflow-y-auto bg-chat p-4 ${className}`}
      >
        {before}
        {media.length === 0 && !message && (
          <p className="m-auto max-w-56 text-center text-caption text-muted-foreground">{empty}</p>
        )}
        {standsAlone && <ChatBubble side="out" text={message} {...stamp} />}
        {media.map((item, index) => (
          <ChatBubble
            key={item.id}
            side="out"
            media={<WholeMedia item={item} />}
            text={index === 0 && !standsAlone ? message : ''}
            {...stamp}
          />
        ))}
      </section>
    </>
  )
}
