import { fillText } from '@kirim/contract/chat-contact'
import { request } from '#shared/api/request.ts'
import { useLanguage } from '#shared/i18n/language.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'

/** Returns a function that fills in the placeholders of a text for the person of a chat. */
export function useFilledText(chatId: string): (text: string) => Promise<string> {
  const { language } = useLanguage()
  return async (text) => {
    if (!/[[{\\]/.test(text)) return text
    const body = { text, timeZone: browserTimeZone(), language }
    return (await request(fillText, { params: { id: chatId }, body })).text
  }
}
