import type { BotPause, NewChats } from '@kirim/contract/chat-settings'
import { useTranslation } from 'react-i18next'
import type { SelectOption } from '#shared/ui/select-face.tsx'

/** What each choice of a rule is called. */
export function useRuleChoices(waitsAfterMinutes: number) {
  const { t } = useTranslation()
  const newChats: readonly SelectOption<NewChats>[] = [
    { value: 'by_hand', label: t('By hand') },
    { value: 'who_answers', label: t('Whoever answers takes it') },
    { value: 'in_turn', label: t('In turn among those present') },
  ]
  const botPause: readonly SelectOption<BotPause>[] = [
    { value: 'off', label: t('Not at all') },
    { value: '1h', label: t('1 hour') },
    { value: '4h', label: t('4 hours') },
    { value: '24h', label: t('24 hours') },
    { value: 'until_resumed', label: t('Until somebody resumes it') },
  ]
  const usual = new Map([
    [5, t('5 minutes')],
    [15, t('15 minutes')],
    [30, t('30 minutes')],
    [60, t('1 hour')],
    [240, t('4 hours')],
    [1440, t('24 hours')],
  ])
  // A program may have chosen another one.
  const waits = [...new Set([...usual.keys(), waitsAfterMinutes])]
    .sort((a, b) => a - b)
    .map((n) => ({ value: String(n), label: usual.get(n) ?? t('{n} minutes', { n, count: n }) }))
  return { newChats, botPause, waits }
}
