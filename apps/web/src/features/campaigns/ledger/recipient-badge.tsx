import type { RecipientState } from '@kirim/contract/campaigns'
import {
  Check,
  CheckCheck,
  CircleX,
  Clock,
  LoaderCircle,
  type LucideIcon,
  SkipForward,
  Timer,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { Badge, type BadgeTone } from '#shared/ui/badge.tsx'

interface RecipientLook {
  tone: BadgeTone
  icon: LucideIcon
  word: string
}

/** How a person's state looks wherever it is shown. */
export const recipientLooks: Record<RecipientState, RecipientLook> = {
  queued: { tone: 'neutral', icon: Clock, word: textKey('Queued') },
  held: { tone: 'warning', icon: Timer, word: textKey('Held') },
  sending: { tone: 'info', icon: LoaderCircle, word: textKey('Sending') },
  sent: { tone: 'info', icon: Check, word: textKey('Sent') },
  delivered: { tone: 'success', icon: CheckCheck, word: textKey('Delivered') },
  read: { tone: 'solid', icon: CheckCheck, word: textKey('Read') },
  failed: { tone: 'danger', icon: CircleX, word: textKey('Failed') },
  skipped: { tone: 'warning', icon: SkipForward, word: textKey('Skipped') },
}

export function RecipientBadge({ state }: { state: RecipientState }) {
  const { t } = useTranslation()
  const { tone, icon, word } = recipientLooks[state]
  return (
    <Badge tone={tone} icon={icon} spin={state === 'sending'}>
      {t(word)}
    </Badge>
  )
}
