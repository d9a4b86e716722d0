import type { OptOutChange } from '@kirim/contract/opt-outs'
import { FileUp, type LucideIcon, MessageSquareX, RotateCcw, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '#shared/workspace/use-author-name.ts'

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
  const nameOf = useAuthorName()
  return (change) => ({
    icon: change.change === 'back' ? RotateCcw : icons[change.how],
    how: howText(change),
    detail: detailOf(change),
  })

  function howText(given: OptOutChange): string {
    const { how, word, deviceName } = given
    if (how === 'import') return importText(given)
    if (how === 'owner') return byHandText(given)
    return deviceName ? t('Wrote “{word}” to {name}', { word, name: deviceName }) : wrote(word)
  }

  function importText({ fileName, changedBy }: OptOutChange): string {
    const name = nameOf(changedBy)
    const file = fileName || t('a file')
    return name ? t('Import of {file} by {name}', { file, name }) : t('Import of {file}', { file })
  }

  function byHandText({ change, changedBy }: OptOutChange): string {
    const name = nameOf(changedBy)
    if (change === 'answered') {
      return name
        ? t('Answered by {name}, after their own question', { name })
        : t('Answered after their own question')
    }
    if (change === 'back') {
      return name ? t('Opted back in by {name}', { name }) : t('Opted back in by hand')
    }
    return name ? t('Added by {name}', { name }) : t('Added by hand')
  }

  function wrote(word: string): string {
    return t('Wrote “{word}”', { word })
  }

  function detailOf({ campaignName, reason }: OptOutChange): string {
    if (campaignName) return t('Answer to {name}', { name: campaignName })
    return reason && t('“{reason}”', { reason })
  }
}
