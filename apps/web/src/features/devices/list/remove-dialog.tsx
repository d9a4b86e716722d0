import { type Device, deviceUse } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useCampaignCounts } from '#shared/deletion/campaign-counts.ts'
import { useConsequences } from '#shared/deletion/use-consequences.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'

interface RemoveDialogProps {
  device: Device
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Confirms the removal of a device, and says what stops with it. */
export function RemoveDialog({ device, open, onClose, onConfirm }: RemoveDialogProps) {
  const { t } = useTranslation()
  const countsOf = useCampaignCounts()
  const consequences = useConsequences({
    query: callQuery(deviceUse, { params: { id: device.id } }),
    open,
    say: ({ campaigns, shared, sharedAway, chatbotEnabled }) => {
      const [alone, goOn, away] = [campaigns, shared, sharedAway].map((each) =>
        countsOf(each, ['running', 'waiting']),
      )
      return [
        alone
          ? t(
              'Campaigns of this number that stop: {counts}. After you link it again, switch them on again.',
              { counts: alone },
            )
          : null,
        goOn
          ? t('Campaigns that continue from their other numbers: {counts}.', { counts: goOn })
          : null,
        away
          ? t('Campaigns that wait until one of their other numbers is connected: {counts}.', {
              counts: away,
            })
          : null,
        chatbotEnabled ? t('Its chatbot is switched off.') : null,
      ]
    },
    otherwise: t(
      'Its campaigns stop, unless other numbers send them too, and its chatbot is switched off.',
    ),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onConfirm={onConfirm}
      title={t('Remove Registration')}
      description={t(
        '{name} ({number}) is logged out and its link is erased. To send from it again, link it again.',
        { name: device.name, number: device.phoneNumber },
      )}
      consequences={consequences}
      action={t('Remove Registration')}
    />
  )
}
