import type { SimulatedReply, Simulation } from '@kirim/contract/chatbot-tools'
import {
  ArrowDown,
  AudioLines,
  Bot,
  FileText,
  Image as ImageIcon,
  Keyboard,
  type LucideIcon,
  Mic,
  Paperclip,
  Video,
  VolumeX,
} from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { mediaKindOf } from '#shared/media/media-file.ts'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { AiStanding } from '../ai-standing.tsx'
import { holdText, silenceText } from './verdict-text.ts'

interface SimulatedChatProps {
  trial: { text: string; simulation: Simulation } | null
  busy: boolean
}

/** The simulated message and the replies to it, or why there is none. */
export function SimulatedChat({ trial, busy }: SimulatedChatProps) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('Replies')}
      aria-live="polite"
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long replies are scrolled by keyboard, too
      tabIndex={0}
      className="flex max-h-[420px] min-h-52 min-w-0 flex-col justify-end-safe gap-2 overflow-y-auto border-t bg-chat p-4 lg:h-0 lg:max-h-none lg:min-h-full lg:border-t-0 lg:border-l"
    >
      {trial ? (
        <Exchange {...trial} />
      ) : (
        <p className="m-auto max-w-64 text-center text-caption text-muted-foreground">
          {t('Write a message and try it to see the replies here.')}
        </p>
      )}
    </section>
  )
}

function Exchange({
  text,
  simulation: { silence, holds, replies },
}: NonNullable<SimulatedChatProps['trial']>) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  return (
    <>
      <ChatBubble side="in" text={text} />
      {holds.map((hold) => (
        <Note key={hold.reason} icon={VolumeX}>
          {holdText(hold, hold.until ? dateTime(hold.until) : '', t)}
        </Note>
      ))}
      {silence !== null && <Note icon={VolumeX}>{silenceText(silence, t)}</Note>}
      {holds.length > 0 && replies.length > 0 && (
        <p className="text-center text-xs text-muted-foreground">{t('What it would send:')}</p>
      )}
      {replies.map((reply, index) => (
        // An item may answer twice in a chain, so the index is the only key.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={index}>
          {index > 0 && <Note icon={ArrowDown}>{t('Next bot action')}</Note>}
          <Reply reply={reply} />
        </Fragment>
      ))}
    </>
  )
}

function Reply({ reply }: { reply: SimulatedReply }) {
  const { t } = useTranslation()
  const { itemName, text, media, presence, presenceSeconds, byAi, callsApi } = reply
  const seconds = { n: presenceSeconds }
  return (
    <>
      {presence && presenceSeconds > 0 && (
        <Note icon={presence === 'recording' ? Mic : Keyboard}>
          {presence === 'recording'
            ? t('Shows “recording” for {n} s', seconds)
            : t('Shows “typing” for {n} s', seconds)}
        </Note>
      )}
      <ChatBubble
        side="out"
        reason={
          <span className="flex items-start gap-1">
            <Bot className="mt-px size-3.5 shrink-0" aria-hidden="true" />
            <span title={itemName} className="line-clamp-2 min-w-0 wrap-anywhere">
              {itemName}
            </span>
          </span>
        }
        lead={media && <MediaWords {...media} />}
        text={text}
      />
      {byAi && (
        <Aside>
          {t('AI would rewrite this. This is the fallback text.')} <AiStanding />
        </Aside>
      )}
      {callsApi && (
        <Aside>{t('The API is not called here, so [api.…] is shown as written.')}</Aside>
      )}
    </>
  )
}

const mediaIcons = {
  image: ImageIcon,
  video: Video,
  audio: AudioLines,
  document: FileText,
  other: Paperclip,
}

function MediaWords({ name, type }: NonNullable<SimulatedReply['media']>) {
  const { t } = useTranslation()
  const kind = mediaKindOf(type)
  const Icon = mediaIcons[kind]
  const words = {
    image: t('Image'),
    video: t('Video'),
    audio: t('Audio'),
    document: t('Document'),
    other: t('File'),
  }
  return (
    <span className="flex items-start gap-1.5 text-bubble-meta">
      <Icon className="mt-[3px] size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{`${words[kind]}: ${name}`}</span>
    </span>
  )
}

/** Below a reply: what is different when it is really sent. */
function Aside({ children }: { children: ReactNode }) {
  return <p className="self-end text-right text-xs text-muted-foreground">{children}</p>
}

function Note({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="mx-auto flex max-w-full items-start gap-1.5 rounded-xl border bg-card px-2.5 py-0.5 text-xs text-muted-foreground">
      <Icon className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
