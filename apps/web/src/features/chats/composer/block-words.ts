import type { ComposerBlock } from '@kirim/contract/chats'
import {
  BellOff,
  CircleAlert,
  Eye,
  HardDrive,
  type LucideIcon,
  Timer,
  UserRoundX,
  WifiOff,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'

export interface BlockWords {
  readonly icon: LucideIcon
  readonly tone: 'warning' | 'danger'
  readonly title: string
  /** Empty where the title says it all. */
  readonly detail: string
}

interface Blocking {
  readonly block: ComposerBlock
  readonly personName: string
  readonly numberName: string
  /** Empty where it is unknown. */
  readonly assigneeName: string
}

/** Why nothing can be written in a chat, or leaves later. */
export function useBlockWords({
  block,
  personName,
  numberName,
  assigneeName,
}: Blocking): BlockWords {
  const { t } = useTranslation()
  const momentText = useMomentText()
  const kept = t('What you write is kept and leaves when the number is back. Nothing is lost.')
  const number = { number: numberName }
  const words: Record<ComposerBlock['code'], BlockWords> = {
    opted_out: {
      icon: BellOff,
      tone: 'warning',
      title: t('{name} opted out', { name: personName }),
      detail: t(
        'You can answer for a day after they write by themselves. It opens again if they come back.',
      ),
    },
    opt_out_forbids: {
      icon: BellOff,
      tone: 'warning',
      title: t('{name} opted out', { name: personName }),
      detail: t('Nobody can message them from Kirim, by hand or automatically.'),
    },
    number_away: {
      icon: WifiOff,
      tone: 'danger',
      title: block.params.since
        ? t('{number} has been disconnected since {moment}', {
            ...number,
            moment: momentText(block.params.since),
          })
        : t('{number} is not connected', number),
      detail: kept,
    },
    number_removed: {
      icon: WifiOff,
      tone: 'danger',
      title: t('{number} was removed', number),
      detail: t('Link it again to answer from it.'),
    },
    new_chats_held: {
      icon: Timer,
      tone: 'warning',
      title: block.until
        ? t('First messages wait until {moment}', { moment: momentText(block.until) })
        : t('First messages wait'),
      detail: t(
        'The network limits new chats from {number}. This person has never written to it.',
        number,
      ),
    },
    plan_ended: {
      icon: CircleAlert,
      tone: 'warning',
      title: t('The plan does not cover {number}', number),
      detail: block.isKept ? t('What you write is kept until it does.') : '',
    },
    viewer: { icon: Eye, tone: 'warning', title: '', detail: '' },
    assignee_only: {
      icon: UserRoundX,
      tone: 'warning',
      title: assigneeName
        ? t('{name} has this chat', { name: assigneeName })
        : t('Somebody else has this chat'),
      detail: t('Only they can answer in it. Your words are kept as a draft.'),
    },
    group_off: {
      icon: CircleAlert,
      tone: 'warning',
      title: t('Groups are read only on {number}', number),
      detail: t('An owner can switch answering in groups on.'),
    },
    storage_full: {
      icon: HardDrive,
      tone: 'danger',
      title: t('The server has no room left'),
      detail: t('Nothing can be sent until there is room again.'),
    },
  }
  return words[block.code]
}
