import type { TFunction } from 'i18next'
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Format, useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'

/** How entries are worded, in the language of the page. */
export interface Words {
  readonly t: TFunction
  readonly format: Format
  /** "today, 07:00" */
  readonly moment: (moment: string) => string
}

/** Read once for all rows: hooks of their own would cost each of them a part of its frame. */
export const WordsContext = createContext<Words | null>(null)

/** For the provider; the same value until the language changes. */
export function useWordsOfPage(): Words {
  const { t } = useTranslation()
  const format = useFormat()
  const moment = useMomentText()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moment` is made of these two
  return useMemo(() => ({ t, format, moment }), [t, format])
}

/** @throws outside a conversation. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('useWords needs a WordsContext around it.')
  return words
}
