import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Numbers and moments as the chosen language writes them. */
export function useFormat() {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const numbers = new Intl.NumberFormat(i18n.language)
    const moments = new Intl.DateTimeFormat(i18n.language, {
      dateStyle: 'medium',
      timeStyle: 'short',
    })
    return {
      /** 48216 → "48,216" */
      number: (value: number) => numbers.format(value),
      /** An ISO moment → "21 Nov 2026, 07:00", in the browser's zone. */
      dateTime: (moment: string) => moments.format(new Date(moment)),
    }
  }, [i18n.language])
}
