import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { RecipientState } from '@kirim/contract/campaigns'
import {
  Check,
  CheckCheck,
  CircleX,
  Clock,
  LoaderCircle,
  Reply,
  SkipForward,
  Timer,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { Badge } from './badge.tsx'
import { type BadgeLook, LookBadge } from './look-badge.tsx'

/** The look of each recipient state. */
export const recipientLooks: Record<RecipientState, BadgeLook> = {
  queued: { tone: 'neutral', icon: Clock, word: textKey('Queued') },
  held: { tone: 'warning', icon: Timer, word: textKey('On hold') },
  sending: { tone: 'info', icon: LoaderCircle, word: textKey('Sending'), spin: true },
  sent: { tone: 'info', icon: Check, word: textKey('Sent') },
  delivered: { tone: 'success', icon: CheckCheck, word: textKey('Delivered') },
  read: { tone: 'solid', icon: CheckCheck, word: textKey('Read') },
  failed: { tone: 'danger', icon: CircleX, word: textKey('Failed') },
  skipped: { tone: 'warning', icon: SkipForward, word: textKey('Skipped') },
}

interface PersonBadgeProps {
  person: Pick<LedgerPerson, 'state' | 'answeredAt'>
}

/** The state of a recipient; an answer takes precedence over all states. */
export function PersonBadge({ person: { state, answeredAt } }: PersonBadgeProps) {
  const { t } = useTranslation()
  if (answeredAt !== null) {
    return (
      <Badge
        tone="neutral"
        icon={Reply}
        className="bg-primary/12 text-primary ring-1 ring-primary/40 ring-inset"
      >
        {t('Answered')}
      </Badge>
    )
  }
  return <LookBadge look={recipientLooks[state]} />
}
