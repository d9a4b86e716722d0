import type { SimulatedReply, Simulation } from '@kirim/contract/chatbot-tools'
import { Bot, Keyboard, Mic, Paperclip, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '#shared/message-editor/formatted-text.tsx'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { silenceText } from './verdict-text.ts'

interface SimulatedChatProps {
  trial: { text: string; simulation: Simulation } | null
  busy: boolean
}

/** The message that was tried and the replies to it, or why there is none. */
export function SimulatedChat({ trial, busy }: SimulatedChatProps) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('What comes back')}
      aria-live="polite"
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long replies are scrolled by keyboard, too
      tabIndex={0}
      className="flex max-h-[420px] min-h-52 min-w-0 flex-col justify-end-safe gap-2 overflow-y-auto border-t bg-chat p-4 lg:border-t-0 lg:border-l"
    >
      {trial ? (
        <Exchange {...trial} />
      ) : (
        <p className="m-auto max-w-64 text-center text-caption text-muted-foreground">
          {t('Write a message and try it: the replies show here.')}
        </p>
      )}
    </section>
  )
}

function Exchange({
  text,
  simulation: { silence, replies },
}: NonNullable<SimulatedChatProps['trial']>) {
  const { t } = useTranslation()
  return (
    <>
      <ChatBubble side="in" text={<FormattedText text={text} />} />
      {silence !== null && (
        <Note>
          <VolumeX aria-hidden="true" />
          {silenceText(silence, t)}
        </Note>
      )}
      {replies.map((reply, index) => (
        // One item may answer twice in a chain: only the place tells replies apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Reply key={index} reply={reply} />
      ))}
    </>
  )
}

function Reply({ reply }: { reply: SimulatedReply }) {
  const { t } = useTranslation()
  const { itemName, text, media, presence, presenceSeconds, byAi } = reply
  const seconds = { n: presenceSeconds }
  return (
    <>
      {presence && presenceSeconds > 0 && (
        <Note>
          {presence === 'recording' ? <Mic aria-hidden="true" /> : <Keyboard aria-hidden="true" />}
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
            <span className="min-w-0 wrap-anywhere">{itemName}</span>
          </span>
        }
        text={
          <>
            {media !== null && (
              <span className="flex items-center gap-1.5 text-bubble-meta">
                <Paperclip className="size-3.5 shrink-0" aria-hidden="true" />
                {t('With its media file')}
              </span>
            )}
            <FormattedText text={text} />
          </>
        }
      />
      {byAi && (
        <p className="self-end text-right text-xs text-muted-foreground">
          {t('AI would write this; this is the fallback.')}
        </p>
      )}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="mx-auto flex max-w-full items-center gap-1.5 rounded-xl border bg-card px-2.5 py-0.5 text-xs text-muted-foreground [&_.lucide]:size-3 [&_.lucide]:shrink-0">
      {children}
    </p>
  )
}
