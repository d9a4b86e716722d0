import type { OptOutChange } from '@kirim/contract/opt-outs'
import { FileUp, type LucideIcon, MessageSquareX, RotateCcw, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'

interface ChangeText {
  icon: LucideIcon
  /** How the person opted out or back in. */
  how: string
  /** The campaign they answered, or the owner's reason; '' for none. */
  detail: string
}

const icons: Record<OptOutChange['how'], LucideIcon> = {
  message: MessageSquareX,
  owner: UserRound,
  import: FileUp,
}

/** Returns a function that describes a change. */
export function useChangeText(): (change: OptOutChange) => ChangeText {
  const { t } = useTranslation()
  return (change) => ({
    icon: change.change === 'back' ? RotateCcw : icons[change.how],
    how: howText(change),
    detail: detailOf(change),
  })

  function howText({ change, how, word, deviceName, fileName }: OptOutChange): string {
    if (how === 'import') return t('Import of {file}', { file: fileName || t('a file') })
    if (how === 'owner') return change === 'back' ? t('Opted back in by hand') : t('Added by hand')
    return deviceName ? t('Wrote “{word}” to {name}', { word, name: deviceName }) : wrote(word)
  }

  function wrote(word: string): string {
    return t('Wrote “{word}”', { word })
  }

  function detailOf({ campaignName, reason }: OptOutChange): string {
    if (campaignName) return t('Answer to {name}', { name: campaignName })
    return reason && t('“{reason}”', { reason })
  }
}
