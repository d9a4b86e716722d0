import { type Device, type DeviceUse, deviceUse } from '@kirim/contract/devices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '#shared/api/request.ts'
import { useCampaignCounts } from '#shared/deletion/campaign-counts.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import type { Link } from './use-link.ts'

interface Asked {
  device: Device
  /** Null when the server did not answer. */
  use: DeviceUse | null
}

/**
 * Closes a number's session at once where nothing depends on it; otherwise, or when this is
 * unknown, asks first and says what waits or stops.
 */
export function useDisconnectQuestion(
  link: Pick<Link, 'line'>,
  disconnect: (device: Device) => void,
): {
  ask: (device: Device) => void
  isAsking: (device: Device) => boolean
  question: ReactNode
} {
  const [looking, setLooking] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)

  async function ask(device: Device): Promise<void> {
    // It cannot be closed now, and `disconnect` reports that.
    if (link.line === 'disconnected') return disconnect(device)
    setLooking(device.id)
    const use = await request(deviceUse, { params: { id: device.id } }).catch(() => null)
    setLooking(null)
    if (use && !use.chatbotEnabled && use.campaigns.running + use.campaigns.waiting === 0) {
      disconnect(device)
      return
    }
    setAsked({ device, use })
    setOpen(true)
  }

  return {
    ask: (device) => void ask(device),
    isAsking: ({ id }) => looking === id,
    question: asked && (
      <DisconnectDialog
        {...asked}
        open={open}
        onOpenChange={setOpen}
        onConfirm={() => {
          setOpen(false)
          disconnect(asked.device)
        }}
      />
    ),
  }
}

interface DisconnectDialogProps extends Asked {
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}

function DisconnectDialog({ device, use, ...dialog }: DisconnectDialogProps) {
  const { t } = useTranslation()
  const counts = useCampaignCounts()(
    use?.campaigns ?? { running: 0, waiting: 0, paused: 0, completed: 0 },
    ['running', 'waiting'],
  )
  const lines = [
    use ? null : t('Its campaigns wait until it is connected again.'),
    counts ? t('Campaigns that wait until it is connected again: {counts}.', { counts }) : null,
    use?.chatbotEnabled === false ? null : t('Its chatbot stops answering.'),
    t('Nothing that was sent is lost.'),
  ]
  return (
    <ConfirmDialog
      {...dialog}
      title={t('Disconnect {name}?', { name: device.name })}
      description={t('Its registration stays: Reconnect needs no new scan.')}
      consequences={lines.filter((line) => line !== null)}
      action={t('Disconnect')}
      safe={t('Stay connected')}
    />
  )
}
