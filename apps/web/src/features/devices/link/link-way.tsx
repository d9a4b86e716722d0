import { useTranslation } from 'react-i18next'
import { Segmented } from '#shared/ui/segmented.tsx'

/** How a number is linked: its phone scans a code, or its owner types one there. */
export type LinkWay = 'qr' | 'code'

interface WayChoiceProps {
  way: LinkWay
  onWayChange: (way: LinkWay) => void
}

export function WayChoice({ way, onWayChange }: WayChoiceProps) {
  const { t } = useTranslation()
  return (
    <Segmented
      full
      aria-label={t('How to link')}
      value={way}
      onValueChange={onWayChange}
      options={[
        { value: 'qr', label: t('Scan a QR code') },
        { value: 'code', label: t('Type a pairing code') },
      ]}
      className="mb-5 sm:w-auto"
    />
  )
}
