import type { SentTest } from '@kirim/contract/campaign-preflight'
import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/** What became of a test, or what one would do. */
export function useTestWords(): (device: Device, sent: SentTest | undefined) => string {
  const { t } = useTranslation()
  const { time } = useFormat()
  return ({ number, name, connected }, sent) => {
    const device = name || number
    if (!connected) return t('{device} is not connected.', { device })
    if (!sent) return t('Sent from {device} to its own number, {number}.', { number, device })
    return sent.state === 'sent'
      ? t('Sent to {number} at {time}.', { number, time: time(sent.at) })
      : t('Sending to {number}. WhatsApp has not confirmed it yet.', { number })
  }
}
