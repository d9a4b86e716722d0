import type { MessageContent } from '@kirim/contract/message-content'
import { kindTexts } from '@kirim/contract/message-kinds'
import { EyeOff } from 'lucide-react'
import { useWords } from '../../words.ts'
import { FileCard } from '../file/file-card.tsx'

type ViewOnce = Extract<MessageContent, { type: 'view_once' }>

/** What the network shows on the phone alone, and only once. */
export function ViewOnceCard({ content, side }: { content: ViewOnce; side: 'in' | 'out' }) {
  const { t } = useWords()
  return (
    <FileCard
      side={side}
      icon={EyeOff}
      title={t('{kind}, to be seen once', { kind: t(kindTexts[content.of]) })}
      detail={t('Open it on the phone')}
    />
  )
}
