import type { SandboxMessage } from '@kirim/contract/sandbox'
import { Phone, PhoneIncoming, PhoneMissed, PhoneOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { useContactChanges } from './use-contact-changes.ts'
import { type ChatPlace, useMessages } from './use-sandbox.ts'

/** Calls the linked number as the contact, or gives up. */
export function CallButton({ place }: { place: ChatPlace }) {
  const { t } = useTranslation()
  const messages = useMessages(place).data ?? []
  const { call, hangUp } = useContactChanges(place)
  const rings = messages.some(isRinging)
  const { mutate, isPending } = rings ? hangUp : call
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={rings ? t('Hang up') : t('Call the number')}
      className={rings ? 'text-destructive' : undefined}
      disabled={isPending}
      onClick={() => mutate()}
    >
      {rings ? <PhoneOff aria-hidden="true" /> : <Phone aria-hidden="true" />}
    </Button>
  )
}

/** A line among the messages of a chat. */
export function CallNotice({ call }: { call: SandboxMessage }) {
  const { time } = useFormat()
  const callText = useCallText()
  const Icon = isRinging(call) ? PhoneIncoming : call.mark === 'rejected' ? PhoneOff : PhoneMissed
  return (
    <p className="my-2 flex items-start gap-1.5 self-center rounded-lg bg-card px-3 py-1.5 text-xs text-muted-foreground ring-1 ring-border">
      <Icon className="mt-px size-3.5 shrink-0" aria-hidden="true" />
      <span>
        <time dateTime={call.at} className="tnum">
          {time(call.at)}
        </time>{' '}
        {callText(call)}
      </span>
    </p>
  )
}

/** What became of a call, in words. */
export function useCallText(): (call: SandboxMessage) => string {
  const { t } = useTranslation()
  return (call) => {
    if (isRinging(call)) return t('The call is ringing')
    return call.mark === 'rejected' ? t('The call was rejected') : t('The call was not answered')
  }
}

function isRinging({ kind, mark }: SandboxMessage): boolean {
  return kind === 'call' && mark === undefined
}
